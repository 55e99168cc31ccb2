/**
 * Installs strace, with which tests make disk writes fail and record system calls. Without strace these tests are
 * skipped, and `npm test` says so.
 */
import { tryInstall } from './apt.mjs';
import { hasStrace } from './machine.mjs';

/**
 * Tries to install strace; a failure is ignored, because all other tests run without it.
 * @param {NodeJS.Platform} [platform]
 */
export function installStrace(platform = process.platform) {
  if (platform === 'linux' && !hasStrace()) tryInstall('strace', 'the tests of failing disks need it once');
}
