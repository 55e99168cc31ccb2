import { join } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import { brightSheet } from './build/bright-sheet.ts';
import { hourglassPage } from './build/hourglass-page.ts';
import { leanTiles } from './build/lean-tiles.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { wordSets } from './build/word-sets.ts';

/** Files that the first screen and the game need: the frame, the widgets and the list of screens. */
const BASE =
  /web[\\/]src[\\/]app[\\/](?:app|main)[.]tsx$|ui[\\/]widgets[.]tsx$|table[\\/]names[.]ts$|art[\\/]hero-picture[.]tsx$|rules[\\/]src[\\/](?:scenario|edition|set-up|vocabulary|result)[.]ts$/;

/**
 * Files for choosing a game and asking for a table: the first screen needs them as one file, and a running game does not
 * need them.
 */
const WISH = /model[\\/]table-wish[.]ts$|device[\\/]http[.]ts$|rules[\\/]src[\\/](?:check|read-wish)[.]ts$/;

/**
 * The chunks that a first-time visitor waits for; their dependencies are preloaded together. All other chunks are in the
 * service worker's cache before they are needed, so preload lists for them would cost more than they save.
 */
const AWAITED = /[\\/](?:home|lobby|table-screen)-[^\\/]+$/;

/** Imports of English sentences, which only terminals, logs and programs show. */
const SENTENCES = /^.*[/](?:problem-sentences|refusal-sentence)[.]ts$/;

/** The configuration that the pages of the game and of the hourglass share. */
const shared: UserConfig = {
  base: '/',
  resolve: { alias: [{ find: SENTENCES, replacement: join(import.meta.dirname, 'build/no-sentences.ts') }] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [brightSheet(), wordSets(), leanTiles()],
  worker: { format: 'es', plugins: () => [leanTiles()] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no fonts from data: addresses
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'html' || AWAITED.test(file) ? deps : [],
    },
  },
};

export default defineConfig({
  ...shared,
  plugins: [shared.plugins, hourglassPage(shared), offlineWorker()],
  build: {
    ...shared.build,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      // no warnings about slow builds, which would distract a newcomer on a slow machine
      checks: { bundlerTimings: false },
      output: {
        // One chunk for what every page needs, and one for a running game, because few large chunks compress better.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'game', test: /(?:game[\\/]game|table-screen[\\/]table-screen)[.]tsx$/, priority: 1 },
            { name: 'wish', test: WISH, priority: 0 },
          ],
        },
      },
    },
  },
});
