/** Builds the pages that show a board for tests, into a folder that the caller chooses. They are not part of the product. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { wordSets } from '../../build/word-sets.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [wordSets()],
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [here('index.html'), here('alone.html')] },
  },
});
