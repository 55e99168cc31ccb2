import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
    environment: 'node',
    // Laws write to real disks, perhaps on a busy machine: the limit is there for what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
