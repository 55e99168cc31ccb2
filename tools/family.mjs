/**
 * All processes that descend from one run of a tool: Vitest, its workers, the servers and browsers that tests start. Some of
 * them lead sessions of their own, and some lose their parent, so neither a process group nor the tree of parents contains
 * them all. Every run therefore sets a mark in the environment, which children inherit and which Linux shows for every
 * process.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// the name does not begin with HUSH_, because a server refuses unknown settings of that form
const VARIABLE = 'RUN_OF_HUSH_TOOLS';

/** @typedef {{ pid: number, parent: number, isMarked: boolean }} Process */

/** The mark of this run: nested runs carry the marks of the outer ones as well. */
export const MARK = `run-${process.pid}-${Date.now()}`;

/** The environment for a child. @param {NodeJS.ProcessEnv} [env] @returns {NodeJS.ProcessEnv} */
export const marked = (env = process.env) => ({ ...env, [VARIABLE]: `${env[VARIABLE] ?? ''} ${MARK}` });

/** The mark of the run that started us. */
export const inheritedMark = () => process.env[VARIABLE]?.split(' ').at(-1) ?? MARK;

/** Reads a file of a process; empty if the process has ended or belongs to another user. @param {string} path */
function readOrNothing(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** @param {string} mark @returns {Process[]} */
function processesOfLinux(mark) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => {
      // The format is "pid (name) state parent ..."; the name may contain spaces and brackets, so fields are counted from
      // the last bracket.
      const stat = readOrNothing(`/proc/${name}/stat`);
      const [state = 'X', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isMarked = readOrNothing(`/proc/${name}/environ`).includes(mark);
      return { pid: Number(name), parent: Number(parent), isMarked, isOver: 'XZ'.includes(state) };
    })
    .filter(({ isOver }) => !isOver);
}

/** @returns {Process[]} */
function processesElsewhere() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap(line => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return pid > 0 ? [{ pid, parent, isMarked: false }] : [];
  });
}

/**
 * The process ids of a run, without our own and without those that have ended.
 * @param {string} mark
 * @param {readonly number[]} started children, whose descendants belong to the run
 * @returns {number[]}
 */
export function familyOf(mark, started) {
  const all = process.platform === 'linux' ? processesOfLinux(mark) : processesElsewhere();
  const known = new Set([...started, ...all.filter(({ isMarked }) => isMarked).map(({ pid }) => pid)]);
  known.delete(process.pid);
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const { pid, parent } of all) if (known.has(parent)) known.add(pid);
  }
  return all.map(({ pid }) => pid).filter(pid => known.has(pid) && pid !== process.pid);
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // These errors mean that the process has ended by itself, or belongs to another user and may not be ended.
    if (!['ESRCH', 'EPERM'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
  }
}

/** @param {number} pid */
const endTree = pid => void spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });

const GRACE = 3_000;
const LOOK = 50;

/**
 * Ends all processes of a run with SIGTERM, and after three seconds with SIGKILL.
 * @param {string} mark
 * @param {readonly number[]} started
 */
export async function endFamily(mark, started) {
  if (process.platform === 'win32') return started.forEach(endTree);
  const from = performance.now();
  const asked = new Set();
  for (;;) {
    const left = familyOf(mark, started);
    if (left.length === 0) return;
    const isPatient = performance.now() - from < GRACE;
    for (const pid of left) {
      if (isPatient && asked.has(pid)) continue;
      asked.add(pid);
      send(pid, isPatient ? 'SIGTERM' : 'SIGKILL');
    }
    await new Promise(resolve => setTimeout(resolve, LOOK));
  }
}
