/** Installs system packages that tests need, only as root on a system with apt, where no question is asked. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './report.mjs';

const mayInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

/** @param {readonly string[]} args @param {string} [cwd] */
const apt = (args, cwd) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    cwd,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/**
 * Tries to install a package. The caller looks for the program to learn whether it worked.
 * @param {string} name of the package
 * @param {string} why the end of a sentence
 */
export function tryInstall(name, why) {
  if (!mayInstall()) return;
  say(`installing ${name} (apt-get install ${name}), ${why}`);
  apt(['update']);
  apt(['install', '--yes', '--no-install-recommends', name]);
}

/**
 * Downloads packages into a folder without installing them, and returns the paths of the downloaded files.
 * @param {readonly string[]} names of the packages
 * @param {string} folder
 * @param {string} why the end of a sentence
 * @returns {readonly string[]}
 */
export function download(names, folder, why) {
  if (!mayInstall()) return [];
  say(`fetching ${names.join(', ')} (apt-get download), ${why}`);
  const fetched = apt(['download', ...names], folder);
  if (fetched.status !== 0) {
    apt(['update']);
    apt(['download', ...names], folder);
  }
  return readdirSync(folder)
    .filter(name => name.endsWith('.deb'))
    .map(name => join(folder, name));
}
