import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/web/test/browser/pictures{,-around}.ts'],
    environment: 'node',
    env: { HUSH_PICTURES: '1' },
  },
});
