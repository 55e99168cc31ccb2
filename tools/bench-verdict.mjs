/** How `npm run bench` judges rows: only ratios and sizes, with their spread; on a busy machine no ratios. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './report.mjs';

/** @typedef {import('./bench-row.ts').Row} Row */
/**
 * The verdicts. `unsure`: the bound lies within the spread. `busy`: other programs used the machine.
 * @typedef {'' | 'ok' | 'MISSED' | 'unsure' | 'busy'} Verdict
 */

/** Units that do not depend on the speed of the machine: ratios, sizes, counts. */
const JUDGED_UNITS = ['x', 'bytes', 'kB', 'MB', 'MiB', 'frames', '1 = equal'];

/** The largest share of the machine that other programs may use during a measurement. */
const MOST_OTHERS = 0.15;
const LOOK = 1000; // milliseconds of one measurement of other programs

/** @param {Row} row */
function check({ name, value, unit, budget }) {
  if (typeof name !== 'string' || !Number.isFinite(value))
    throw new SetupError(
      `a benchmark row needs a name and a finite value, not ${JSON.stringify({ name, value })}.`,
    );
  if (budget !== undefined && !JUDGED_UNITS.includes(unit))
    throw new SetupError(`'${name}' has a budget in '${unit}': only ratios (x) and sizes are judged.`);
}

/**
 * The verdict on a row. A budget that cannot be read is an error in the benchmark, never a pass. Sizes are
 * judged on a busy machine, too.
 * @param {Row} row
 * @param {boolean} isBusy
 * @returns {Verdict}
 */
export function verdictOn(row, isBusy) {
  check(row);
  const { name, value, unit, budget, ok = true, spread } = row;
  if (budget === undefined) return ok ? '' : isBusy ? 'busy' : 'MISSED';
  const [, sign, text] = /^([<>]=) ([\d.e+-]+)$/.exec(budget) ?? [];
  const bound = Number(text);
  if (sign === undefined || !Number.isFinite(bound))
    throw new SetupError(`the budget '${budget}' of '${name}' should look like '>= 1000' or '<= 20'.`);
  if (isBusy && unit === 'x') return 'busy';
  const keeps = (/** @type {number} */ figure) => (sign === '>=' ? figure >= bound : figure <= bound);
  if (ok && keeps(value)) return 'ok';
  return ok && spread?.some(keeps) ? 'unsure' : 'MISSED';
}

/** The processor time of all cores since the system's start, in milliseconds: busy time and total time. */
function coreTimes() {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    work: user + nice + sys + irq,
    idle,
  }));
  return times.reduce((sum, { work, idle }) => ({ work: sum.work + work, all: sum.all + work + idle }), {
    work: 0,
    all: 0,
  });
}

/** The share of the machine that other programs take while this one waits. */
export async function shareOfOthers() {
  const before = coreTimes();
  await sleep(LOOK);
  const after = coreTimes();
  return (after.work - before.work) / Math.max(1, after.all - before.all);
}

/** @param {readonly number[]} shares */
export const isBusyMachine = shares => Math.max(0, ...shares) > MOST_OTHERS;
