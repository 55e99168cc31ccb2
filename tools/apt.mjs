/** System packages that tests need, installed only where that asks nobody: as root, on a system with apt. */
import { spawnSync } from 'node:child_process';
import { say } from './report.mjs';

const mayInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

/** @param {string[]} args */
const apt = args =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/**
 * Tries; whether it worked shows whoever looks for the program.
 * @param {string} name of the package
 * @param {string} why the end of a sentence
 */
export function tryInstall(name, why) {
  if (!mayInstall()) return;
  say(`installing ${name} (apt-get install ${name}), ${why}`);
  apt(['update']);
  apt(['install', '--yes', '--no-install-recommends', name]);
}
