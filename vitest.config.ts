import { defineConfig } from 'vitest/config';

/** Tests that listen to sockets, watch real clocks or drive a browser: they would disturb each other's timing. */
const WITH_THE_WORLD = ['packages/server/test/**/*.test.ts', 'packages/cli/test/**/*.test.ts'];
const IN_A_BROWSER = ['packages/web/test/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    // Laws write to real disks, perhaps on a busy machine: the limit is there for what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'thought',
          include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
          exclude: [...WITH_THE_WORLD, ...IN_A_BROWSER],
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          include: WITH_THE_WORLD,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: IN_A_BROWSER,
          maxWorkers: 1,
          retry: 1, // a browser that is not given a processor in time is no fault of ours; what is, fails twice
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
