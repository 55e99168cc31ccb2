/** strace, with which tests make a disk fail and see what reaches it. Without it they are skipped, and `npm test` says so. */
import { tryInstall } from './apt.mjs';
import { hasStrace } from './machine.mjs';

/** Never fails: everything else can be tested without it. @param {NodeJS.Platform} [platform] */
export function installStrace(platform = process.platform) {
  if (platform === 'linux' && !hasStrace()) tryInstall('strace', 'the tests of failing disks need it once');
}
