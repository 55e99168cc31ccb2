import { defineConfig } from 'vitest/config';

/** Tests that listen to sockets, start processes or drive a browser: mostly they wait, so two go at a time. */
const WITH_THE_WORLD = ['packages/server/test/**/*.test.ts', 'packages/cli/test/**/*.test.ts'];
const IN_A_BROWSER = ['packages/web/test/browser/**/*.test.ts'];
/** Those whose subject is how long something takes: whoever ran beside them would be measured too. */
const TIMED_WORLD = ['packages/server/test/{flood,hostile,slow,stop,tunnel}.test.ts'];
const TIMED_BROWSER = ['packages/web/test/browser/{board,hourglass,prediction,voice*,with-bots}.test.ts'];

const TOGETHER = { maxWorkers: 2, sequence: { groupOrder: 1 } };
const ALONE = { maxWorkers: 1, sequence: { groupOrder: 2 } };
/** A browser that is not given a processor in time is no fault of ours; what is, fails twice. */
const PATIENT = { retry: 1 };

export default defineConfig({
  test: {
    environment: 'node',
    // Laws write to real disks, perhaps on a busy machine: the limit is there for what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        name: 'thought',
        include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
        exclude: [...WITH_THE_WORLD, ...IN_A_BROWSER],
        maxWorkers: '100%',
        sequence: { groupOrder: 0 },
      },
      { name: 'world', include: WITH_THE_WORLD, exclude: TIMED_WORLD, ...TOGETHER },
      { name: 'browser', include: IN_A_BROWSER, exclude: TIMED_BROWSER, ...TOGETHER, ...PATIENT },
      { name: 'timed world', include: TIMED_WORLD, ...ALONE },
      { name: 'timed browser', include: TIMED_BROWSER, ...ALONE, ...PATIENT },
    ].map(test => ({ extends: true, test })),
  },
});
