import { defineConfig } from 'vite';
import { compiledWords } from './build/compiled-words.ts';
import { leanTiles } from './build/lean-tiles.ts';
import { offlineWorker } from './build/offline-worker.ts';

export default defineConfig({
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [compiledWords(), leanTiles(), offlineWorker()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy of the page allows no fonts from data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What a running game needs in one file: it packs better, and comes at once.
        codeSplitting: { groups: [{ name: 'game', test: /views[\\/](?:game|table-screen)[.]tsx$/ }] },
      },
    },
  },
});
