/** The parts of the tests, which run in parallel. Each part is a Vitest process that reports while it runs (tools/reporter.mjs). */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startChild } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { seconds, show } from './report.mjs';
import { installed } from './stages.mjs';

/** @typedef {import('./reporter.mjs').Report} Report */
/**
 * projects: names in vitest.config.ts. isLow: the part computes and gets a low priority. skip: why none of its tests can
 * run here.
 * @typedef {{ name: string, projects: readonly string[], isLow?: boolean, skip?: string | undefined }} Part
 * @typedef {{ title: string, why: string, tests: number }} Unproven tests that did not run, or not at the first attempt
 * @typedef {{ passed: number, failed: number, skipped: readonly Unproven[], retried: readonly Unproven[], isWhole: boolean }} Tally
 */

/** A pattern that matches no title, so that every test is skipped and counted. */
const NO_TITLE = '$^';
/** Milliseconds; files that take longer are named when they end, so that the reader sees what takes time. */
const SLOW = 5_000;

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: 0, skipped: [], retried: [], isWhole: false };

/** @param {Part} part */
const argsOf = ({ projects, skip }) => [
  installed('vitest/vitest.mjs'),
  'run',
  ...projects.map(name => `--project=${name}`),
  ...(skip === undefined ? [] : [`--testNamePattern=${NO_TITLE}`]),
  '--reporter=default',
  '--reporter=./tools/reporter.mjs',
];

/** @typedef {Extract<Report, { type: 'file' }>} FileReport */

/**
 * The skipped tests to name; a file in which no test ran counts as one.
 * @param {FileReport} report @param {string} [why] @returns {readonly Unproven[]}
 */
function skippedIn({ file, tests, skipped }, why = '') {
  const [first] = skipped;
  if (first !== undefined && skipped.length === tests)
    return [{ title: `${file}, every test`, why: first.why || why, tests }];
  return skipped.map(test => ({ title: `${file} > ${test.title}`, why: test.why || why, tests: 1 }));
}

/** @param {FileReport} report @returns {readonly Unproven[]} */
const retriedIn = ({ file, retried }) =>
  retried.map(({ title, why }) => ({ title: `${file} > ${title}`, why, tests: 1 }));

/** Shows a report to the reader. @param {Part} part @param {Report} report */
function tell({ name }, report) {
  if (report.type === 'failed') show('FAILED', `${name}: ${report.title}`, report.why);
  if (report.type === 'file' && report.millis > SLOW)
    show(report.isOk ? 'ok' : 'FAILED', `${name}: ${report.file}`, seconds(report.millis));
}

/** @param {Part} part @param {Tally} tally @param {Report} report @returns {Tally} */
export function counted({ skip }, tally, report) {
  switch (report.type) {
    case 'failed':
      return { ...tally, failed: tally.failed + 1 };
    case 'file':
      return {
        ...tally,
        skipped: [...tally.skipped, ...skippedIn(report, skip)],
        retried: [...tally.retried, ...retriedIn(report)],
      };
    case 'end':
      return { ...tally, passed: report.passed, isWhole: true };
  }
}

/**
 * Starts the tests of a part. Their output goes to `.tsbuild/<part>.log`; failures are shown at once.
 * @param {Part} part
 * @returns {{ tally: Promise<Tally>, raise: () => void }}
 */
export function startPart(part) {
  const start = performance.now();
  const log = `.tsbuild/${part.name}.log`;
  const out = openSync(join(ROOT, log), 'w');
  const stdio = /** @type {const} */ (['ignore', out, out, 'pipe']);
  const child = startChild(argsOf(part), { cwd: ROOT, stdio: [...stdio], isLow: part.isLow ?? false });
  closeSync(out);
  const reports = /** @type {import('node:net').Socket} */ (child.process.stdio[3]);
  let tally = NOTHING;
  createInterface({ input: reports }).on('line', line => {
    const report = /** @type {Report} */ (JSON.parse(line));
    tell(part, report);
    tally = counted(part, tally, report);
  });
  const ended = child.ended.then(({ ok, how }) => {
    // Vitest may also fail outside of tests: killed by the system, a broken configuration, an error while it
    // ends.
    const failed = tally.failed > 0 || (ok && tally.isWhole) ? tally.failed : 1;
    if (failed > tally.failed)
      show('FAILED', `${part.name}: Vitest did not reach its end (${how})`, `see ${log}`);
    show(failed === 0 ? 'ok' : 'FAILED', `${part.name} tests`, seconds(performance.now() - start));
    return { ...tally, failed };
  });
  return { tally: ended, raise: child.raise };
}
