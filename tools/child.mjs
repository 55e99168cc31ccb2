/**
 * Child processes of the tools. They end with the tool: when it ends, when a signal interrupts it, or when npm or the
 * shell that started it is gone. A child of low priority uses only processor time that others leave.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { endFamily, MARK, marked } from './family.mjs';
import { say } from './report.mjs';

/**
 * stdio: as for `spawn`. raise: gives the child normal priority again, when all other children have ended.
 * @typedef {{ cwd: string, stdio: import('node:child_process').StdioOptions, env?: NodeJS.ProcessEnv, isLow?: boolean }} Options
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ process: ChildProcess, ended: Promise<{ ok: boolean, how: string }>, raise: () => void }} Child
 */

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;

/** Errors of setting a priority that are ignored: the system may refuse it, and a wrong priority only costs time. */
const MAY_FAIL = new Set(['EAGAIN', 'EACCES', 'EPERM', 'EROFS', 'ESRCH', 'ENOENT']);

/** Returns the code of an error that is ignored; undefined if there was none. @param {() => void} change */
function tryTo(change) {
  try {
    change();
    return undefined;
  } catch (error) {
    const { code, info } = /** @type {NodeJS.ErrnoException & { info?: { code: string } }} */ (error);
    const why = info?.code ?? code ?? '';
    if (!MAY_FAIL.has(why)) throw error;
    return why;
  }
}

/** Milliseconds: from ordinary users Linux takes one change of a session's priority in a tenth of a second. */
const NEXT_CHANGE = 120;
/** The priority that the session of each running child should have. @type {Map<number, number>} */
const wanted = new Map();

/**
 * Sets the priority of a session. Linux shares the processors among sessions first and then among the processes in each
 * session, so the priorities of session and process are both set.
 * @param {number} pid of the leader of a session
 * @param {number} priority
 */
function setSessionPriority(pid, priority) {
  const path = `/proc/${pid}/autogroup`;
  wanted.set(pid, priority);
  if (!existsSync(path) || tryTo(() => writeFileSync(path, String(priority))) !== 'EAGAIN') return;
  setTimeout(() => wanted.get(pid) === priority && setSessionPriority(pid, priority), NEXT_CHANGE).unref();
}

/** @param {number} pid */
function lower(pid) {
  tryTo(() => setPriority(pid, Math.max(getPriority(), PRIORITY_BELOW_NORMAL))); // never higher than our own priority
  setSessionPriority(pid, PRIORITY_BELOW_NORMAL);
}

/** @type {Set<number>} process ids of children that run */
const running = new Set();
/** Whether the tool was interrupted and is ending. */
let isEnding = false;
/** @type {Promise<never>} */
const FOR_EVER = new Promise(() => undefined);

/**
 * Starts Node with these arguments in a new session.
 * @param {readonly string[]} args
 * @param {Options} options
 * @returns {Child}
 */
export function startChild(args, { cwd, stdio, env = process.env, isLow = false }) {
  endWithTool();
  const isLeader = process.platform !== 'win32';
  const child = spawn(process.execPath, args, { cwd, stdio, env: marked(env), detached: isLeader });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    if (isLow) lower(pid);
  }
  const ended = once(child, 'close').then(([status, signal]) => {
    running.delete(pid ?? 0);
    wanted.delete(pid ?? 0);
    if (isEnding) return FOR_EVER; // the tool itself has ended the child, so nothing is reported
    return { ok: status === 0, how: signal ? `ended by ${signal}` : `exit code ${status}` };
  });
  const raise = () => {
    if (pid !== undefined && running.has(pid)) setSessionPriority(pid, PRIORITY_NORMAL);
  };
  return { process: child, ended, raise };
}

/** Ends every child and all their descendants. */
export const endChildren = () => endFamily(MARK, [...running]);

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT = process.ppid;
const PARENT_LOOK = 500;

/**
 * Calls `then` when the parent process is gone: npm starts tools through a shell, and a signal may end that shell without
 * reaching the tool.
 * @param {() => void} then
 */
function whenParentIsGone(then) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    then();
  }, PARENT_LOOK);
  timer.unref();
}

let isWatching = false;

function endWithTool() {
  if (isWatching) return;
  isWatching = true;
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    if (isEnding) return;
    isEnding = true;
    say(`interrupted (${signal}): every process of this run ends`);
    await endChildren();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  // ignores write errors, because the terminal may be closed
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  whenParentIsGone(() => void end('SIGHUP'));
  process.once('exit', () => {
    for (const pid of running)
      tryTo(() => void process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL'));
  });
}

/**
 * Runs Node with these arguments to its end, prints its output, and returns the exit code for the tool.
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 */
export async function runShown(args, options) {
  const { ok } = await startChild(args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }).ended;
  return ok ? 0 : 1;
}
