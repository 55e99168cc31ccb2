/** Builds the board's own page, into a folder of the caller's choice; it is no part of the product. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
