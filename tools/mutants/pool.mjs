/**
 * Runs several planters at the same time. A planter whose tests hang with its mutant is ended, and the next run starts
 * another one.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child.mjs';
import { ROOT } from '../fresh.mjs';

/** @typedef {import('./mutant.mjs').Mutant} Mutant */
/** @typedef {import('./planter.mjs').Verdict} Verdict */
/** @typedef {ReturnType<typeof startChild>} Child */

const PLANTER = join(import.meta.dirname, 'planter.mjs');
/**
 * Milliseconds after which tests count as hanging. Without a mutant they end long before that, so a hanging
 * mutant counts as killed.
 */
const HANGS = 240_000;
const START = 120_000;

/**
 * The next message of a child process; null if it does not come in time, or if the child ends.
 * @param {Child} child
 * @param {number} limit
 * @returns {Promise<any>}
 */
function answerOf(child, limit) {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(null), limit);
    child.process.once('message', message => {
      clearTimeout(timer);
      resolve(message);
    });
    void child.ended.then(() => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

/** Ends a child and the workers of its Vitest, which are in one session. @param {Child} child */
async function endSession({ process: { pid }, ended }) {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
  await ended;
}

class Planter {
  /** @type {Child | null} */ #child = null;

  /**
   * Runs tests with a mutant planted, or without one.
   * @param {readonly string[]} tests
   * @param {Mutant | null} mutant
   * @param {number} limit
   * @returns {Promise<Verdict>}
   */
  async run(tests, mutant, limit) {
    const child = await this.#started();
    child.process.send({ tests, mutant });
    const verdict = /** @type {Verdict | null} */ (await answerOf(child, limit));
    if (verdict !== null) return verdict;
    await this.end();
    return { killer: 'the tests did not reach their end', tests: 0 };
  }

  async #started() {
    if (this.#child !== null) return this.#child;
    const child = startChild([PLANTER], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    if ((await answerOf(child, START)) === null) throw new Error('the planter did not start');
    this.#child = child;
    return child;
  }

  async end() {
    const child = this.#child;
    this.#child = null;
    if (child !== null) await endSession(child);
  }
}

/**
 * Runs tests with each mutant, as many in parallel as the machine has processors, and calls `onVerdict` with each result.
 * @template {{ mutant: Mutant | null, tests: readonly string[], limit?: number }} Run
 * @param {readonly Run[]} runs
 * @param {(run: Run, verdict: Verdict) => void} onVerdict
 */
export async function runPlanted(runs, onVerdict) {
  const left = runs.values();
  const planters = Array.from({ length: Math.min(availableParallelism(), runs.length) }, () => new Planter());
  const work = async (/** @type {Planter} */ planter) => {
    for (const run of left) onVerdict(run, await planter.run(run.tests, run.mutant, run.limit ?? HANGS));
    await planter.end();
  };
  await Promise.all(planters.map(work));
}
