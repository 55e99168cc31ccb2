import { defineConfig, type UserConfig } from 'vite';
import { hourglassPage } from './build/hourglass-page.ts';
import { leanProblems, leanRefusals } from './build/lean-sentences.ts';
import { leanTiles } from './build/lean-tiles.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { wordSets } from './build/word-sets.ts';

/** The first screen and the game alike: its frame, its widgets, and which scenarios there are. */
const BASE =
  /web[\\/]src[\\/]app[\\/](?:app|main)[.]tsx$|ui[\\/]widgets[.]tsx$|table[\\/]names[.]ts$|art[\\/]hero-picture[.]tsx$|device[\\/]http[.]ts$|rules[\\/]src[\\/](?:scenario|edition|set-up|vocabulary|result|check|problem)[.]ts$/;

/**
 * What somebody who comes for the first time waits for: its files are asked for together. Everything else lies in the
 * worker's store before anybody opens it, and the lists of its files would weigh more than they save.
 */
const AWAITED = /[\\/](?:home|lobby|table-screen)-[^\\/]+$/;

/** What the page of the game and that of the hourglass have in common. */
const shared: UserConfig = {
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [wordSets(), leanTiles(), leanRefusals(), leanProblems()],
  worker: { format: 'es', plugins: () => [leanTiles(), leanProblems()] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the policy of the page allows no fonts from data: addresses
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
      checks: { bundlerTimings: false }, // on a slow machine these would be the first thing that a newcomer reads
      output: {
        // What every page needs in one file, and what a running game needs besides in another: few files pack better.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'game', test: /(?:game[\\/]game|table-screen[\\/]table-screen)[.]tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
