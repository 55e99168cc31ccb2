/** Lists what this machine lacks, so that `npm test` can name the tests that did not run. */
import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.mjs';
import { hasNats } from './nats-server.mjs';
import { findTool, OPERATOR_TOOLS } from './operator-tools.mjs';

/** @param {string} file @param {...string} args */
const works = (file, ...args) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

export const hasStrace = () => works('strace', '-e', 'trace=none', 'true');
const isRoot = () => process.getuid?.() === 0;
/** @typedef {{ chromium: boolean, nats: boolean, strace: boolean, root: boolean, missing: readonly string[] }} Machine `missing`: programs for the files in deploy/ */

/** @returns {Machine} */
export const machine = () => ({
  chromium: findChromium() !== undefined,
  nats: hasNats(),
  strace: hasStrace(),
  root: isRoot(),
  missing: OPERATOR_TOOLS.filter(name => findTool(name) === undefined),
});

/** One sentence for each program or permission that is missing. @param {Machine} machine @returns {readonly string[]} */
export const lacks = ({ chromium, nats, strace, root, missing }) => [
  ...(chromium
    ? []
    : ['no Chromium here: no journey through the page was made (install it, or set CHROMIUM)']),
  ...(nats
    ? []
    : [
        'no nats-server here that is new enough, so nothing of a cluster was tested and this check fails: put nats-server 2.15 or newer on the path',
      ]),
  ...(strace
    ? []
    : ['no strace here (or it may not trace): what reaches a disk, and disks that fail, were not tested']),
  ...(root
    ? []
    : ['not root here: disks that are full or read-only were not tested, and nothing was installed']),
  ...(missing.length === 0
    ? []
    : [`no ${missing.join(', no ')} here: the files in deploy/ that need it were not tested`]),
];
