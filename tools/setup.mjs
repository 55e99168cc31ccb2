/**
 * Prepares a clone: the right Node, the packages of the lockfile, the command's bundle. It needs only Node,
 * prints on standard error only (standard output belongs to the command), and ends at once when nothing is to
 * do.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleIsStale, installIsStale, ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';

const OLDEST_NODE = [20, 19];
const LOCK = join(ROOT, '.setup-lock');

/** @param {string} version such as 20.19.0 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new SetupError(
    `Hush needs Node ${OLDEST_NODE.join('.')} or newer and this is Node ${version}; please install a newer one (24 is a good choice) and try again.`,
  );
}

/** The npm that started this process, if any, so that a machine with several versions uses the same one. */
function npmCommand() {
  const path = process.env['npm_execpath'];
  if (path !== undefined && basename(path) === 'npm-cli.js') return { file: process.execPath, first: [path] };
  return { file: 'npm', first: [] };
}

/** Installs all packages, also those for development whatever NODE_ENV says, because the build needs them. */
function install() {
  const verb = existsSync(join(ROOT, 'package-lock.json')) ? 'ci' : 'install';
  say(`installing packages (npm ${verb}), this is needed once`);
  const { file, first } = npmCommand();
  const args = [...first, verb, '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  const shell = file === 'npm' && process.platform === 'win32'; // on Windows npm is a .cmd file
  const { status, error } = spawnSync(file, args, { cwd: ROOT, stdio: ['ignore', 2, 2], shell });
  if (status === 0 && !installIsStale()) return;
  const cause = error ? error.message : `it ended with code ${status}`;
  throw new SetupError(
    `npm ${verb} could not install the packages (${cause}); check the network, or run 'npm install' if package.json was edited.`,
  );
}

/** @param {number} ms */
const sleep = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

function takeLock() {
  try {
    const lock = openSync(LOCK, 'wx');
    writeSync(lock, String(process.pid));
    closeSync(lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/** The process that holds the lock; 0 while the lock is being written or was just removed. */
function lockOwner() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Runs `work` under a lock: ten commands that are started at once in a fresh clone must not install at the same time. One
 * process works while all others wait. The lock of a process that died is removed.
 * @param {() => Promise<void>} work
 */
async function alone(work) {
  for (let waits = 0; !takeLock(); waits++) {
    const owner = lockOwner();
    const abandoned = owner === 0 ? waits % 50 === 49 : !isAlive(owner);
    if (abandoned) rmSync(LOCK, { force: true });
    else sleep(100);
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

async function buildWhenStale() {
  if (!bundleIsStale()) return;
  const { build } = await import('./build.mjs');
  await build();
}

/** Prepares only Node and the packages of the lockfile. */
export async function setupPackages() {
  checkNode(process.versions.node);
  if (!installIsStale()) return;
  await alone(async () => {
    if (installIsStale()) install();
  });
}

/** Builds only the page and the command, from the installed packages. */
export async function setupBuild() {
  if (bundleIsStale()) await alone(buildWhenStale);
}

/** Prepares the clone; throws a SetupError with a sentence when it cannot. */
export async function setup() {
  await setupPackages();
  await setupBuild();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await setup();
    return 0;
  });
}
