import { defineConfig } from 'vitest/config';
import { wordSets } from '../build/word-sets.ts';

export default defineConfig({
  plugins: [wordSets()],
  test: {
    include: [`packages/web/bench/${process.env['HUSH_MEASURE'] ?? 'page.measure.ts'}`],
    environment: 'node',
    globalSetup: ['packages/web/test/browser/scratch.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
