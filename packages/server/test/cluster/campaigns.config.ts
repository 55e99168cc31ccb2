import { defineConfig } from 'vitest/config';

/** The time limit of a test, because a campaign takes as long as its numbers say. */
const NO_LIMIT = 24 * 3_600_000;

export default defineConfig({
  test: {
    include: [
      'packages/server/test/cluster/*.{test,campaign}.ts',
      'packages/protocol/test/simulation/*.test.ts',
    ],
    environment: 'node',
    setupFiles: ['tools/test/fixed-seed.ts'],
    testTimeout: NO_LIMIT,
    hookTimeout: NO_LIMIT,
    expect: { poll: { timeout: 300_000 } },
    // Only the simulations have several files in a part that may run at the same time: they do not measure.
    maxWorkers: process.env['HUSH_RELAY_SEEDS'] === undefined ? 1 : 2,
  },
});
