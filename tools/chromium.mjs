/**
 * Finds the browser that browser tests and pictures need: Debian's chromium, or the one that CHROMIUM names. The tools
 * install it if that is allowed. This file needs only Node.
 */
import { existsSync } from 'node:fs';
import { tryInstall } from './apt.mjs';
import { SetupError } from './report.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a browser; undefined if there is none.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(path: string) => boolean} [exists]
 */
export function findChromium(env = process.env, exists = existsSync) {
  const named = env['CHROMIUM'];
  return named !== undefined && named !== '' ? named : PLACES.find(place => exists(place));
}

/**
 * Installs a browser if there is none and installing is allowed. Without a browser `npm test` skips the browser tests and
 * says so.
 */
export function installChromium() {
  if (findChromium() === undefined) tryInstall('chromium', 'the browser tests need it once');
}

/** Makes sure that there is a browser; throws a SetupError with a sentence if that is impossible. */
export function setupChromium() {
  installChromium();
  if (findChromium() !== undefined) return;
  throw new SetupError(
    "the pictures need Chromium: install it (on Debian 'sudo apt-get install chromium'), or set CHROMIUM to the path of a Chrome or Chromium that is there, and try again.",
  );
}
