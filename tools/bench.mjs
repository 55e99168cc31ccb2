/**
 * `npm run bench [words]`: bundles every packages/<name>/bench/<what>.bench.ts, runs each in a Node process of its own,
 * prints a table and writes bench-results.json. Ends with 1 when a budget is missed. Words pick files by name.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageNames, ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('./bench-row.ts').Row} Row */
/** @typedef {Row & { file: string, ok: boolean }} Judged */

const BUNDLES = join(ROOT, '.tsbuild/bench'); // inside the clone, so that installed packages are found from it
const SELF = fileURLToPath(import.meta.url);

/** @param {readonly string[]} words */
function benchFiles(words) {
  return packageNames()
    .map(name => `packages/${name}/bench`)
    .filter(folder => existsSync(join(ROOT, folder)))
    .flatMap(folder => readdirSync(join(ROOT, folder)).map(name => `${folder}/${name}`))
    .filter(file => file.endsWith('.bench.ts'))
    .filter(file => words.length === 0 || words.some(word => file.includes(word)));
}

/**
 * Whether a row keeps its budget. A budget that cannot be read is an error in the benchmark, never a pass.
 * @param {Row} row
 */
export function keepsBudget({ name, value, budget, ok = true }) {
  if (typeof name !== 'string' || !Number.isFinite(value)) {
    throw new SetupError(
      `a benchmark row needs a name and a finite value, not ${JSON.stringify({ name, value })}.`,
    );
  }
  if (budget === undefined) return ok;
  const [, sign, bound] = /^([<>]=) ([\d.e+-]+)$/.exec(budget) ?? [];
  if (sign === undefined || !Number.isFinite(Number(bound))) {
    throw new SetupError(`the budget '${budget}' of '${name}' should look like '>= 1000' or '<= 20'.`);
  }
  return ok && (sign === '>=' ? value >= Number(bound) : value <= Number(bound));
}

/**
 * @param {string} file
 * @returns {Promise<readonly Row[]>}
 */
function runAlone(file) {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, ['--run', file], { cwd: ROOT, execArgv: ['--expose-gc'] });
    /** @type {readonly Row[] | undefined} */
    let rows;
    child.on('message', message => {
      rows = /** @type {readonly Row[]} */ (message);
    });
    child.on('error', reject);
    child.on('exit', code => {
      if (code === 0 && rows !== undefined) resolve(rows);
      else
        reject(new SetupError(`${basename(file)} ended with code ${code} and ${rows ? 'its' : 'no'} rows.`));
    });
  });
}

/** The part that runs in the process of its own. @param {string} file */
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
  const rows = await runAlone(join(folder, `${name}.mjs`));
  return rows.map(row => ({ ...row, file, ok: keepsBudget(row) }));
}

/** @param {number} value */
const figure = value => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 3 : 0 });

/** @param {readonly Judged[]} rows */
export function table(rows) {
  const cells = rows.map(({ name, value, unit, budget, ok }) => [
    name,
    figure(value),
    unit,
    budget?.replace(/[\d.e+]+$/, bound => figure(Number(bound))) ?? '',
    ok ? '' : 'MISSED',
  ]);
  const all = [['what', 'value', 'unit', 'budget', ''], ...cells];
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...all.map(row => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
  return all.map(row => line(row).join('  ').trimEnd()).join('\n');
}

/** @param {readonly string[]} words */
async function benchAll(words) {
  await setup();
  const files = benchFiles(words);
  if (files.length === 0) throw new SetupError('there is no benchmark of that name.');
  rmSync(BUNDLES, { recursive: true, force: true });
  /** @type {Judged[]} */
  const rows = [];
  for (const file of files) {
    say(`measuring ${file}`);
    rows.push(...(await measure(file)));
  }
  process.stdout.write(`${table(rows)}\n`);
  const machine = { node: process.versions.node, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  writeFileSync(join(ROOT, 'bench-results.json'), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  return rows.every(row => row.ok) ? 0 : 1;
}

if (process.argv[1] === SELF) {
  const [first, ...rest] = process.argv.slice(2);
  const child = first === '--run' && rest[0] !== undefined ? rest[0] : undefined;
  await runMain(() => (child ? runHere(child) : benchAll(process.argv.slice(2))));
}
