/**
 * `npm run cluster`: what a cluster of three nodes on three NATS servers must show (docs/CLUSTER.md), with figures. It runs
 * parts, each with numbers of its own, and ends with one table. `npm run cluster -- cut relay --cuts 100` picks parts by
 * name. `npm test` runs the same code with small numbers.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runShown } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const FOLDER = 'packages/server/test/cluster';
const RUNS = join(ROOT, '.cluster');

/**
 * A part: the lines of the list below that it shows, its test files, and its numbers, each with its environment variable and
 * default. A part of another Vitest project has its name.
 * @typedef {{ lines: readonly number[], files: readonly string[], numbers: Readonly<Record<string, readonly [string, number]>>, project?: string, isCampaign?: true }} Part
 */

/** @type {Readonly<Record<string, Part>>} */
export const PARTS = {
  contract: { lines: [1], files: ['jetstream.test', 'faults.test'], numbers: { runs: ['HUSH_RUNS', 100] } },
  nodes: {
    lines: [2],
    files: ['campaign.test'],
    numbers: { kills: ['HUSH_CLUSTER_KILLS', 20] },
    isCampaign: true,
  },
  servers: {
    lines: [3],
    files: ['campaign.test'],
    numbers: {
      leaders: ['HUSH_CLUSTER_LEADERS', 5],
      stops: ['HUSH_CLUSTER_STOPS', 5],
      stopped: ['HUSH_CLUSTER_STOPPED', 10_000],
      stepdowns: ['HUSH_CLUSTER_STEPDOWNS', 5],
      falls: ['HUSH_CLUSTER_FALLS', 2],
    },
    isCampaign: true,
  },
  cut: {
    lines: [4],
    files: ['campaign.test'],
    numbers: { cuts: ['HUSH_CLUSTER_CUTS', 12], lasts: ['HUSH_CLUSTER_CUT_LASTS', 6_000] },
    isCampaign: true,
  },
  rolling: {
    lines: [5],
    files: ['campaign.test'],
    numbers: { restarts: ['HUSH_CLUSTER_RESTARTS', 1], deploys: ['HUSH_CLUSTER_DEPLOYS', 4] },
    isCampaign: true,
  },
  spread: { lines: [6], files: ['spread.test'], numbers: {} },
  relayed: { lines: [6], files: [], numbers: {}, project: 'relayed' },
  rate: {
    lines: [7],
    files: ['rate.campaign'],
    numbers: {
      'rate-tables': ['HUSH_CLUSTER_RATE_TABLES', 200],
      rate: ['HUSH_CLUSTER_RATE', 200],
      rounds: ['HUSH_CLUSTER_RATE_ROUNDS', 5],
    },
  },
  relay: {
    lines: [8],
    files: ['relay.campaign'],
    numbers: {
      turns: ['HUSH_CLUSTER_ROUNDS', 300],
      watchers: ['HUSH_CLUSTER_WATCHERS', 50],
      idle: ['HUSH_CLUSTER_IDLE', 2_000],
    },
  },
  logs: {
    lines: [9],
    files: ['logs.campaign'],
    numbers: { logs: ['HUSH_CLUSTER_LOGS', 20_000], 'long-logs': ['HUSH_CLUSTER_LONG_LOGS', 40] },
  },
  erase: { lines: [10], files: ['erase.test'], numbers: {} },
  restore: {
    lines: [11],
    files: ['restore.campaign', 'operate.test'],
    numbers: { backups: ['HUSH_CLUSTER_BACKUPS', 3] },
  },
  refusals: { lines: [12], files: ['refusals.test'], numbers: {} },
  simulation: { lines: [13], files: ['relay-simulation.test'], numbers: { seeds: ['HUSH_SEEDS', 2_000] } },
};

/** Numbers of all parts. `seed` is the seed of all random choices; by default every run has a new one. */
const COMMON = /** @type {const} */ ({
  tables: ['HUSH_CLUSTER_TABLES', 10],
  pace: ['HUSH_CLUSTER_PACE', 200],
});

const COUNTS = ['KILLS', 'LEADERS', 'STOPS', 'STEPDOWNS', 'FALLS', 'CUTS', 'RESTARTS', 'DEPLOYS'];

const USAGE = `usage: npm run cluster -- [${Object.keys(PARTS).join(' | ')}] ... [--seed N] ${[
  ...Object.keys(COMMON),
  ...Object.values(PARTS).flatMap(({ numbers }) => Object.keys(numbers)),
]
  .map(name => `[--${name} N]`)
  .join(' ')}`;

/**
 * @param {readonly string[]} args
 * @returns {{ parts: readonly string[], seed: number, given: Readonly<Record<string, string>> }}
 */
export function readClusterArgs(args) {
  const names = [
    'seed',
    ...Object.keys(COMMON),
    ...Object.values(PARTS).flatMap(({ numbers }) => Object.keys(numbers)),
  ];
  try {
    const options = Object.fromEntries(names.map(name => [name, { type: /** @type {const} */ ('string') }]));
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const unknown = positionals.find(name => !(name in PARTS));
    if (unknown !== undefined) throw new SetupError(`${unknown} is no part. ${USAGE}`);
    const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const bad = Object.entries(given).find(([, value]) => !/^\d{1,9}$/.test(value));
    if (bad !== undefined) throw new SetupError(`--${bad[0]} needs a number.`);
    const seed = Number(given['seed'] ?? Math.floor(Math.random() * 1e9));
    return { parts: positionals.length > 0 ? positionals : Object.keys(PARTS), seed, given };
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(USAGE);
  }
}

/** The environment of a part. @param {Part} part @param {Readonly<Record<string, string>>} given @param {number} seed */
function environmentOf({ numbers, isCampaign }, given, seed) {
  const all = Object.entries({ ...COMMON, ...numbers });
  return {
    ...(isCampaign ? Object.fromEntries(COUNTS.map(name => [`HUSH_CLUSTER_${name}`, '0'])) : {}),
    ...Object.fromEntries(all.map(([name, [variable, usual]]) => [variable, given[name] ?? String(usual)])),
    HUSH_CLUSTER_SEED: String(seed),
    HUSH_FIRST: String(seed),
  };
}

/** @param {Part} part */
const argsOf = ({ files, project }) => [
  VITEST,
  'run',
  ...(project === undefined
    ? [`--config=${FOLDER}/campaigns.config.ts`, `--root=${ROOT}`]
    : [`--project=${project}`]),
  ...files.map(file => `${FOLDER}/${file}.ts`),
  '--disable-console-intercept',
  project === undefined ? '--reporter=verbose' : '--reporter=dot',
  '--reporter=json',
];

/** @typedef {import('../packages/server/test/cluster/campaign-rows.ts').CampaignRow} CampaignRow */
/** @typedef {CampaignRow & { part: string }} PartRow */

/** @param {CampaignRow} row */
function verdictOf({ figure, must }) {
  if (must === undefined) return '';
  const [sign, bound = ''] = must.split(' ');
  const isMet =
    sign === '='
      ? figure === Number(bound)
      : sign === '<='
        ? figure <= Number(bound)
        : figure >= Number(bound);
  return isMet ? 'met' : 'NOT MET';
}

/** Rows about a part's tests themselves. @param {string} report the file of Vitest's report @param {Part} part @param {number} seconds @returns {CampaignRow[]} */
function rowsOfTests(report, { lines }, seconds) {
  if (!existsSync(report)) return [];
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
  return lines.flatMap(line => [
    {
      line,
      what: 'tests that fail',
      figure: numTotalTests - numPassedTests,
      unit: '',
      must: '= 0',
      load: `${numTotalTests} tests`,
    },
    { line, what: 'time of the part', figure: Math.round(seconds), unit: 's' },
  ]);
}

/** @param {string} name @param {number} seed @param {Readonly<Record<string, string>>} given @param {string} folder @returns {Promise<readonly PartRow[]>} */
async function runPart(name, seed, given, folder) {
  const part = PARTS[name];
  if (part === undefined) return [];
  const [rows, report] = [join(folder, `${name}.rows`), join(folder, `${name}.json`)];
  const env = { ...process.env, ...environmentOf(part, given, seed), HUSH_CLUSTER_ROWS: rows };
  const began = performance.now();
  const code = await runShown([...argsOf(part), `--outputFile.json=${report}`], { cwd: ROOT, env });
  const own = existsSync(rows)
    ? readFileSync(rows, 'utf8')
        .trim()
        .split('\n')
        .map(row => JSON.parse(row))
    : [];
  const all = [...own, ...rowsOfTests(report, part, (performance.now() - began) / 1_000)];
  if (code !== 0 && all.length === 0)
    all.push(
      ...part.lines.map(line => ({
        line,
        what: 'the part did not run to its end',
        figure: 1,
        unit: '',
        must: '= 0',
      })),
    );
  return all.map(row => ({ ...row, part: name }));
}

/** The table at the end, by line. @param {readonly PartRow[]} rows */
export function tableOf(rows) {
  const cells = rows
    .toSorted((a, b) => a.line - b.line)
    .map(row => [
      String(row.line),
      row.part,
      row.what,
      `${row.figure} ${row.unit}`.trim(),
      row.must ?? '',
      verdictOf(row),
      row.load ?? '',
    ]);
  const head = ['line', 'part', 'what', 'figure', 'must', 'met', 'load'];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map(cell => cell[at]?.length ?? 0)));
  return [head, ...cells]
    .map(cell =>
      cell
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

if (process.argv[1] === import.meta.filename)
  await runMain(async () => {
    const { parts, seed, given } = readClusterArgs(process.argv.slice(2));
    await setup();
    const folder = mkdtempSync(join(tmpdir(), 'hush-cluster-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(RUNS, { recursive: true });
    /** @type {PartRow[]} */
    const rows = [];
    for (const name of parts) {
      say(`part ${name}, seed ${seed}`);
      const own = await runPart(name, seed, given, folder);
      rows.push(...own);
      // Every part is kept as soon as it has ended, with its seed.
      const kept = { date: new Date().toISOString(), part: name, seed, given, rows: own };
      appendFileSync(join(RUNS, 'runs.jsonl'), `${JSON.stringify(kept)}\n`);
    }
    process.stdout.write(`\n${tableOf(rows)}\n\nseed ${seed}; all runs are in .cluster/runs.jsonl\n`);
    // Times depend on the machine, so only a failed test makes this command fail.
    return rows.some(({ what, figure }) => what.startsWith('tests that fail') && figure > 0) ||
      parts.some(name => !rows.some(({ part }) => part === name))
      ? 1
      : 0;
  });
