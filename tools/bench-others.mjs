/**
 * Measures how much of the machine other programs take while a benchmark runs: the processor time of all processes that
 * do not descend from this one. Threads of the kernel do not count, because they also work for the benchmark.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const TICK = 10; // milliseconds; Linux tells processor time in hundredths of a second
const LOOK = 2000; // milliseconds between two readings, each of which takes a few milliseconds
const KERNEL = 2; // the parent of the kernel's threads

/** @typedef {{ parent: number, millis: number }} Times */

/** All processes by number; an empty list on systems without /proc. @returns {Map<number, Times>} */
function processes() {
  /** @type {Map<number, Times>} */
  const found = new Map();
  for (const name of namesIn('/proc')) {
    // After the name, which may hold spaces and brackets: state, parent, and from the 12th field on user and system time.
    const fields = /^\d+$/.test(name) ? textOf(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ') : [];
    const [parent, user, system] = [fields?.[1], fields?.[11], fields?.[12]].map(Number);
    if (parent !== undefined && Number.isFinite(parent))
      found.set(Number(name), { parent, millis: (Number(user) + Number(system)) * TICK });
  }
  return found;
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not on Linux
  }
}

/** The text of a file; empty if the process has ended meanwhile. @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The processor time, in milliseconds, that processes outside of a family have used between two readings. A process that
 * began or ended in between is left out.
 * @param {ReadonlyMap<number, Times>} before
 * @param {ReadonlyMap<number, Times>} after
 * @param {number} root the family is this process and all that descend from it
 */
export function timeOfOthers(before, after, root) {
  /** @param {number} id @returns {boolean} */
  const isOwn = id => id === root || (after.has(id) && isOwn(after.get(id)?.parent ?? 0));
  let sum = 0;
  for (const [id, { parent, millis }] of after) {
    const earlier = before.get(id);
    if (earlier === undefined || id === KERNEL || parent === KERNEL || isOwn(id)) continue;
    sum += Math.max(0, millis - earlier.millis);
  }
  return sum;
}

/**
 * Watches the other programs until the returned function is called, which tells their share of the machine.
 * @returns {() => number}
 */
export function watchOthers() {
  let last = processes();
  let millis = 0;
  const begun = performance.now();
  const look = () => {
    const now = processes();
    millis += timeOfOthers(last, now, process.pid);
    last = now;
  };
  const timer = setInterval(look, LOOK);
  return () => {
    clearInterval(timer);
    look();
    return millis / ((performance.now() - begun) * cpus().length);
  };
}
