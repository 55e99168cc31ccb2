import { defineConfig } from 'vitest/config';

/** The time limit of a test, because a campaign takes as long as its numbers say. */
const NO_LIMIT = 24 * 3_600_000;

export default defineConfig({
  test: {
    include: ['packages/server/test/cluster/*.{test,campaign}.ts'],
    environment: 'node',
    setupFiles: ['tools/test/fixed-seed.ts'],
    testTimeout: NO_LIMIT,
    hookTimeout: NO_LIMIT,
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: 1,
  },
});
