import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/web/test/browser/pictures{,-after,-around,-rules,-sizes}.ts'],
    environment: 'node',
    globalSetup: ['packages/web/test/browser/scratch.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    env: { HUSH_PICTURES: '1' },
  },
});
