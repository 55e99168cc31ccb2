/**
 * A program beside the others; a humble one takes only what they leave of the machine: what reckons beside what waits. Its
 * output goes to a file, to be shown when the others are silent. It ends with whoever started it.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * ended: whether well; rise: humble no more, when all whom it gave way to are done and others may be at the machine.
 * @typedef {{ ended: Promise<boolean>, said: () => string, stop: () => void, rise: () => void }} Beside
 */

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;

/**
 * Linux first shares the machine among sessions, then within each by priority: a session needs to be told as well.
 * @param {number} pid of whoever leads one
 * @param {number} priority
 */
function tellSession(pid, priority) {
  const session = `/proc/${pid}/autogroup`;
  if (!existsSync(session)) return;
  try {
    writeFileSync(session, String(priority));
  } catch (error) {
    if (!MAY_FAIL.has(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
  }
}

/** It stays as it is, which costs a little time: the system takes few such wishes a second, or none from us, or it is over. */
const MAY_FAIL = new Set(['EAGAIN', 'EACCES', 'EPERM', 'EROFS', 'ESRCH', 'ENOENT']);

/** @param {number} pid */
function makeHumble(pid) {
  setPriority(pid, Math.max(getPriority(), PRIORITY_BELOW_NORMAL)); // never higher than we are
  tellSession(pid, PRIORITY_BELOW_NORMAL);
}

/**
 * @param {readonly string[]} args of node
 * @param {{ cwd: string, log: string, isHumble: boolean }} options log: the file for what it says
 * @returns {Beside}
 */
export function startBeside(args, { cwd, log, isHumble }) {
  const isLeader = process.platform !== 'win32'; // of a session of its own
  const out = openSync(log, 'w');
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', out, out], detached: isLeader });
  closeSync(out);
  const { pid } = child;
  let isRunning = pid !== undefined;
  const stop = () => {
    if (!isRunning || pid === undefined) return;
    isRunning = false;
    process.kill(isLeader ? -pid : pid);
  };
  // Priorities within a session are only ever lowered by whoever is not root; where there are no sessions it stays humble.
  const rise = () => {
    if (isRunning && pid !== undefined) tellSession(pid, PRIORITY_NORMAL);
  };
  const leave = () => process.exit(1);
  process.once('exit', stop).once('SIGINT', leave).once('SIGTERM', leave);
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', code => {
      isRunning = false;
      process.off('exit', stop).off('SIGINT', leave).off('SIGTERM', leave);
      resolve(code === 0);
    });
  });
  if (isHumble && pid !== undefined) makeHumble(pid);
  return { ended, said: () => readFileSync(log, 'utf8'), stop, rise };
}
