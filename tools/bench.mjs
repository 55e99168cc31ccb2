/**
 * `npm run bench [words]`: bundles every packages/<name>/bench/<what>.bench.ts, runs each in a separate Node process, prints
 * a table beside the last run on this machine, and writes bench-results.json and .bench/history.svg. Words pick files by
 * name (`picked`). It ends with 1 when a budget is missed, and with 2 when the machine was too busy for a verdict.
 */
import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { keepRun, lastFigures, runsOf } from './bench-history.mjs';
import { watchOthers } from './bench-others.mjs';
import { isBusyMachine, shareOfOthers, verdictOn } from './bench-verdict.mjs';
import { endFamily, MARK, marked } from './family.mjs';
import { packageNames, ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('./bench-row.ts').Row} Row */
/** @typedef {Row & { file: string, verdict: import('./bench-verdict.mjs').Verdict }} Judged */

const HISTORY = join(ROOT, '.bench');
const BUNDLES = join(ROOT, '.tsbuild/bench'); // inside the clone, so that installed packages are found from it
const SELF = fileURLToPath(import.meta.url);
/** A benchmark that takes longer is ended, with all that it has started; the others are still measured. */
const LIMIT = 600_000; // milliseconds

/**
 * A word that is the whole name of a file picks that file, any other word the files whose path contains it: `server` is
 * the benchmark of the server, and not all benchmarks of the package of that name.
 * @param {readonly string[]} files
 * @param {readonly string[]} words
 */
export function picked(files, words) {
  if (words.length === 0) return files;
  const isNamed = (/** @type {string} */ file, /** @type {string} */ word) =>
    file.endsWith(`/${word}.bench.ts`);
  const picks = words.map(word =>
    files.some(file => isNamed(file, word))
      ? (/** @type {string} */ file) => isNamed(file, word)
      : (/** @type {string} */ file) => file.includes(word),
  );
  return files.filter(file => picks.some(isPicked => isPicked(file)));
}

function benchFiles() {
  return packageNames()
    .map(name => `packages/${name}/bench`)
    .filter(folder => existsSync(join(ROOT, folder)))
    .flatMap(folder => readdirSync(join(ROOT, folder)).map(name => `${folder}/${name}`))
    .filter(file => file.endsWith('.bench.ts'));
}

/**
 * @param {string} file
 * @returns {Promise<readonly Row[]>}
 */
function runAlone(file) {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, ['--run', file], { cwd: ROOT, execArgv: ['--expose-gc'], env: marked() });
    /** @type {readonly Row[] | undefined} */
    let rows;
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      void endFamily(MARK, child.pid === undefined ? [] : [child.pid]);
    }, LIMIT);
    child.on('message', message => {
      rows = /** @type {readonly Row[]} */ (message);
    });
    child.on('error', reject);
    child.on('exit', code => {
      clearTimeout(limit);
      if (code === 0 && rows !== undefined) resolve(rows);
      else if (isLate)
        reject(new SetupError(`${basename(file)} was ended: it took longer than ${LIMIT / 1000} s.`));
      else
        reject(new SetupError(`${basename(file)} ended with code ${code} and ${rows ? 'its' : 'no'} rows.`));
    });
  });
}

/** Runs one benchmark file; called in the process that was started for it. @param {string} file */
async function runHere(file) {
  const { bench } = await import(pathToFileURL(file).href);
  const rows = await bench();
  process.send?.(rows);
  process.disconnect?.();
  return 0;
}

/** @param {string} file */
async function measure(file) {
  const { bundle } = await import('./build.mjs');
  const name = file
    .replace(/^packages\//, '')
    .replace('/bench/', '-')
    .replace(/[.]bench[.]ts$/, '');
  const folder = join(BUNDLES, name);
  mkdirSync(folder, { recursive: true });
  for (const made of await bundle(join(ROOT, file), name)) writeFileSync(join(folder, made.name), made.text);
  const begun = performance.now();
  const before = await shareOfOthers();
  const watched = watchOthers();
  const rows = await runAlone(join(folder, `${name}.mjs`));
  const others = [before, watched(), await shareOfOthers()];
  const isBusy = isBusyMachine(others);
  const shares = others.map(share => Math.round(share * 100));
  const seconds = Math.round((performance.now() - begun) / 1000);
  say(
    `${seconds} s; others took ${shares[0]} % of the machine before, ${shares[1]} % meanwhile, ${shares[2]} % after.`,
  );
  if (isBusy) say('that is too much for a verdict.');
  return { isBusy, rows: rows.map(row => ({ ...row, file, verdict: verdictOn(row, isBusy) })) };
}

/** @param {number} value */
const figure = value => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 3 : 0 });

/** @param {Row} row */
const spreadOf = ({ spread, rounds = 0 }) =>
  spread === undefined ? '' : `${figure(spread[0])} to ${figure(spread[1])}, ${rounds} rounds`;

/** @param {readonly Judged[]} rows @param {ReadonlyMap<string, number>} [last] what the rows were before */
export function table(rows, last = new Map()) {
  const cells = rows.map(row => {
    const before = last.get(row.name);
    return [
      row.name,
      figure(row.value),
      row.unit,
      spreadOf(row),
      before === undefined ? '' : figure(before),
      row.budget?.replace(/[\d.e+]+$/, bound => figure(Number(bound))) ?? '',
      row.verdict,
    ];
  });
  const all = [['what', 'value', 'unit', 'spread', 'before', 'budget', ''], ...cells];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    row.map((cell, column) =>
      column === 1 || column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
  return all.map(row => line(row).join('  ').trimEnd()).join('\n');
}

function commitHere() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return ''; // not a git clone, for instance an unpacked archive
  }
}

/** The exit code: 1 if a budget is missed, 2 if the machine was too busy for a verdict. @param {readonly Judged[]} rows */
export function exitCodeOf(rows) {
  if (rows.some(({ verdict }) => verdict === 'MISSED')) return 1;
  return rows.some(({ verdict }) => verdict === 'busy') ? 2 : 0;
}

/** A benchmark that fails costs its own rows only. @param {unknown} error */
function brokenPart(error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  return null;
}

/** @param {readonly string[]} words */
async function benchAll(words) {
  await setup();
  const files = picked(benchFiles(), words);
  if (files.length === 0) throw new SetupError('there is no benchmark of that name.');
  rmSync(BUNDLES, { recursive: true, force: true });
  /** @type {Judged[]} */
  const rows = [];
  let isBusy = false;
  let failed = 0;
  for (const [i, file] of files.entries()) {
    say(`measuring ${file}, ${i + 1} of ${files.length}`);
    const measured = await measure(file).catch(brokenPart);
    if (measured === null) failed++;
    isBusy ||= measured?.isBusy === true;
    rows.push(...(measured?.rows ?? []));
  }
  const machine = { node: process.versions.node, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  process.stdout.write(`${table(rows, lastFigures(runsOf(HISTORY, machine)))}\n`);
  writeFileSync(join(ROOT, 'bench-results.json'), `${JSON.stringify({ machine, isBusy, rows }, null, 2)}\n`);
  keepRun(HISTORY, { when: new Date().toISOString(), commit: commitHere(), machine, isBusy, rows });
  if (rows.some(({ verdict }) => verdict === 'busy'))
    say('the machine was busy: ratios of times are not judged. Run it again when nothing else runs.');
  if (failed > 0) say(`${failed} of ${files.length} benchmarks have no rows; the reasons are above.`);
  return failed > 0 ? 1 : exitCodeOf(rows);
}

if (process.argv[1] === SELF) {
  const [first, ...rest] = process.argv.slice(2);
  const child = first === '--run' && rest[0] !== undefined ? rest[0] : undefined;
  await runMain(() => (child ? runHere(child) : benchAll(process.argv.slice(2))));
}
