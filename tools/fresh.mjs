/**
 * Compares the ages of files. The launcher calls this on every start, so it must be fast and have no dependencies: it
 * reads names and times of files, never their contents.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const BUNDLE = join(ROOT, 'packages/cli/dist/hush.mjs');
export const PAGE = join(ROOT, 'packages/web/dist/index.html');

/** When a file was last changed, in milliseconds; undefined if it does not exist. @param {string} path */
export const changedAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/**
 * When a file, or any file under a folder, was last changed. Folders count as well: a deleted or renamed file shows only
 * there.
 * @param {string} folder
 * @returns {number}
 */
function newestUnder(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  let newest = stat.mtimeMs;
  if (!stat.isDirectory()) return newest;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestUnder(path) : (changedAt(path) ?? 0));
  }
  return newest;
}

/** The names of the packages' folders, in order. */
export const packageNames = () =>
  readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort();

/** Files besides the sources of the packages from which the page is made. */
const PAGE_PARTS = ['index.html', 'hourglass.html', 'vite.config.ts', 'build', 'public'];

/** Whether the page or the command's bundle is missing or older than anything it is made from. */
export function bundleIsStale() {
  const built = changedAt(BUNDLE);
  if (built === undefined || changedAt(PAGE) === undefined) return true;
  const parts = [
    'tools/build.mjs',
    'node_modules/.package-lock.json', // the command contains packages of the registry
    ...PAGE_PARTS.map(part => `packages/web/${part}`),
    ...packageNames().map(name => `packages/${name}/src`),
  ];
  return parts.some(part => newestUnder(join(ROOT, part)) > built);
}

/**
 * Whether the installed packages are missing, half-installed or older than the lockfile. npm writes its own
 * copy of the lockfile as the last step of an installation, so that copy's age is the installation's age.
 */
export function installIsStale() {
  const installed = changedAt(join(ROOT, 'node_modules/.package-lock.json'));
  return installed === undefined || installed < (changedAt(join(ROOT, 'package-lock.json')) ?? 0);
}
