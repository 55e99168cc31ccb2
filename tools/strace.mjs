/** strace, with which tests make a disk fail and look at what reaches it. Without it they are left out, and say so. */
import { spawnSync } from 'node:child_process';
import { tryInstall } from './apt.mjs';
import { say } from './report.mjs';

const isThere = () => spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;

/** Never fails: everything else can be tested without it. @param {NodeJS.Platform} [platform] */
export function setupStrace(platform = process.platform) {
  if (platform !== 'linux' || isThere()) return;
  tryInstall('strace', 'the tests of failing disks need it once');
  if (isThere()) return;
  say(
    "strace is missing, so the tests that make a disk fail are skipped (on Debian 'sudo apt-get install strace' brings them back).",
  );
}
