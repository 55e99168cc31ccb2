/**
 * `npm run cluster`: what a cluster of three nodes on three NATS servers must show (docs/CLUSTER.md), with figures. It runs
 * parts, each with numbers of its own, and ends with one table. `npm run cluster -- cut relay --cuts 100` picks parts by
 * name. With `--full` the numbers are those of the promises; parts that have ended without a failure are not run again, so
 * that the whole can be run piece by piece. `npm test` runs the same code with small numbers.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runShown } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const FOLDER = 'packages/server/test/cluster';
const RUNS = join(ROOT, '.cluster');
/** The parts of the full run that have ended. */
const FULL = join(RUNS, 'full.json');

/**
 * A part: the lines of the final table that its figures are in (each line is one topic), its test files, and its numbers,
 * each with its environment variable, its default, and its value with `--full`. A part of another Vitest project has its
 * name.
 * @typedef {{ lines: readonly number[], files: readonly string[], numbers: Readonly<Record<string, readonly [string, number, number]>>, project?: string, isCampaign?: true }} Part
 */

/** A part with a fault of nodes, servers or networks. @param {number} line @param {Part['numbers']} numbers @returns {Part} */
const fault = (line, numbers) => ({
  lines: [line],
  files: [`${FOLDER}/campaign.test`],
  numbers,
  isCampaign: true,
});

/** @param {number} line @param {readonly string[]} names @param {Part['numbers']} [numbers] @returns {Part} */
const part = (line, names, numbers = {}) => ({
  lines: [line],
  files: names.map(name => `${FOLDER}/${name}`),
  numbers,
});

const SIMULATION = 'packages/protocol/test/simulation';

/** @type {Readonly<Record<string, Part>>} */
export const PARTS = {
  contract: part(1, ['jetstream.test', 'faults.test'], { runs: ['HUSH_RUNS', 100, 100] }),
  nodes: fault(2, { kills: ['HUSH_CLUSTER_KILLS', 20, 200] }),
  leaders: fault(3, { leaders: ['HUSH_CLUSTER_LEADERS', 5, 50] }),
  stops: fault(3, {
    stops: ['HUSH_CLUSTER_STOPS', 5, 50],
    stopped: ['HUSH_CLUSTER_STOPPED', 10_000, 10_000],
  }),
  stepdowns: fault(3, { stepdowns: ['HUSH_CLUSTER_STEPDOWNS', 5, 50] }),
  falls: fault(3, { falls: ['HUSH_CLUSTER_FALLS', 2, 20] }),
  cut: fault(4, { cuts: ['HUSH_CLUSTER_CUTS', 12, 100], lasts: ['HUSH_CLUSTER_CUT_LASTS', 6_000, 6_000] }),
  deploys: fault(5, { deploys: ['HUSH_CLUSTER_DEPLOYS', 4, 20] }),
  restarts: fault(5, { restarts: ['HUSH_CLUSTER_RESTARTS', 1, 5] }),
  spread: part(6, ['spread.test']),
  relayed: { lines: [6], files: [], numbers: {}, project: 'relayed' },
  rate: part(7, ['rate.campaign'], {
    'rate-tables': ['HUSH_CLUSTER_RATE_TABLES', 200, 2_000],
    rate: ['HUSH_CLUSTER_RATE', 200, 1_000],
    rounds: ['HUSH_CLUSTER_RATE_ROUNDS', 5, 5],
  }),
  relay: part(8, ['relay.campaign'], {
    turns: ['HUSH_CLUSTER_ROUNDS', 300, 300],
    watchers: ['HUSH_CLUSTER_WATCHERS', 50, 50],
    idle: ['HUSH_CLUSTER_IDLE', 2_000, 2_000],
  }),
  logs: part(9, ['logs.campaign'], {
    logs: ['HUSH_CLUSTER_LOGS', 20_000, 1_000_000],
    'long-logs': ['HUSH_CLUSTER_LONG_LOGS', 40, 200],
  }),
  erase: part(10, ['erase.test']),
  restore: part(11, ['restore.campaign', 'operate.test'], { backups: ['HUSH_CLUSTER_BACKUPS', 3, 3] }),
  refusals: part(12, ['refusals.test', 'trial.test']),
  simulation: {
    lines: [13],
    files: [
      ...['simulation.test', 'simulation-fresh.test', 'planted-bugs.test'].map(
        file => `${SIMULATION}/${file}`,
      ),
      `${FOLDER}/relay-simulation.test`,
    ],
    numbers: { seeds: ['HUSH_SEEDS', 2_000, 1_000_000], 'relay-seeds': ['HUSH_RELAY_SEEDS', 500, 50_000] },
  },
};

/** Numbers that all parts have. `seed` is the seed of all random choices; by default every run has another one. */
const COMMON = /** @type {const} */ ({
  tables: ['HUSH_CLUSTER_TABLES', 10, 200],
  players: ['HUSH_CLUSTER_PLAYERS', 4, 4],
  pace: ['HUSH_CLUSTER_PACE', 200, 2_000],
});

const COUNTS = ['KILLS', 'LEADERS', 'STOPS', 'STEPDOWNS', 'FALLS', 'CUTS', 'RESTARTS', 'DEPLOYS'];

const USAGE = `usage: npm run cluster -- [${Object.keys(PARTS).join(' | ')}] ... [--full | --again] [--seed N] ${[
  ...Object.keys(COMMON),
  ...Object.values(PARTS).flatMap(({ numbers }) => Object.keys(numbers)),
]
  .map(name => `[--${name} N]`)
  .join(' ')}`;

/** What to run. `isFull`: with the numbers of the promises. `isAgain`: also the parts that have ended. @typedef {{
 * parts: readonly string[], seed: number, given: Readonly<Record<string, string>>, isFull: boolean, isAgain: boolean
 * }} Plan */

/** @param {readonly string[]} args @returns {Plan} */
export function readClusterArgs(args) {
  const names = [
    'seed',
    ...Object.keys(COMMON),
    ...Object.values(PARTS).flatMap(({ numbers }) => Object.keys(numbers)),
  ];
  try {
    const options = {
      ...Object.fromEntries(names.map(name => [name, { type: /** @type {const} */ ('string') }])),
      full: { type: /** @type {const} */ ('boolean') },
      again: { type: /** @type {const} */ ('boolean') },
    };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { full = false, again = false, ...numbers } = values;
    const unknown = positionals.find(name => !(name in PARTS));
    if (unknown !== undefined) throw new SetupError(`${unknown} is no part. ${USAGE}`);
    const given = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
    const bad = Object.entries(given).find(([, value]) => !/^\d{1,9}$/.test(value));
    if (bad !== undefined) throw new SetupError(`--${bad[0]} needs a number.`);
    const seed = Number(given['seed'] ?? Math.floor(Math.random() * 1e9));
    const parts = positionals.length > 0 ? positionals : Object.keys(PARTS);
    return { parts, seed, given, isFull: full === true || again === true, isAgain: again === true };
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(USAGE);
  }
}

/** The numbers of a part, by their variables. @param {Part} part @param {Plan} plan @returns {Record<string, string>} */
function numbersOf({ numbers, isCampaign }, { given, isFull }) {
  const all = Object.entries({ ...COMMON, ...numbers });
  return {
    ...(isCampaign ? Object.fromEntries(COUNTS.map(name => [`HUSH_CLUSTER_${name}`, '0'])) : {}),
    ...Object.fromEntries(
      all.map(([name, [variable, usual, full]]) => [variable, given[name] ?? String(isFull ? full : usual)]),
    ),
  };
}

/** @param {Part} part */
const argsOf = ({ files, project }) => [
  VITEST,
  'run',
  ...(project === undefined
    ? [`--config=${FOLDER}/campaigns.config.ts`, `--root=${ROOT}`]
    : [`--project=${project}`]),
  ...files.map(file => `${file}.ts`),
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

/**
 * Rows for the table that say how a part's tests went.
 * @param {string} report the file of Vitest's report @param {Part} part @param {number} seconds @returns {CampaignRow[]}
 */
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

/** @param {string} name @param {Plan} plan @param {string} folder @returns {Promise<readonly PartRow[]>} */
async function runPart(name, plan, folder) {
  const part = PARTS[name];
  if (part === undefined) return [];
  const [rows, report] = [join(folder, `${name}.rows`), join(folder, `${name}.json`)];
  const seeds = { HUSH_CLUSTER_SEED: String(plan.seed), HUSH_FIRST: String(plan.seed) };
  const env = { ...process.env, ...numbersOf(part, plan), ...seeds, HUSH_CLUSTER_ROWS: rows };
  const began = performance.now();
  const code = await runShown([...argsOf(part), `--outputFile.json=${report}`], { cwd: ROOT, env });
  const own = existsSync(rows)
    ? readFileSync(rows, 'utf8')
        .trim()
        .split('\n')
        .map(row => JSON.parse(row))
    : [];
  const ended = rowsOfTests(report, part, (performance.now() - began) / 1_000);
  const [line = 0] = part.lines;
  const [, , load = 0] = loadavg();
  const busy = {
    line,
    what: 'load of the machine in the last 15 minutes of the part',
    figure: load,
    unit: '',
  };
  const all = [...own, ...ended, { ...busy, figure: Math.round(10 * load) / 10 }];
  if (code !== 0 && ended.length === 0) all.push({ line, what: NOT_ENDED, figure: 1, unit: '', must: '= 0' });
  return all.map(row => ({ ...row, part: name }));
}

const NOT_ENDED = 'the part did not run to its end';

/** Whether a test of the part failed, or the part did not end. @param {readonly PartRow[]} rows */
const hasFailed = rows =>
  rows.length === 0 ||
  rows.some(({ what, figure }) => (what === 'tests that fail' || what === NOT_ENDED) && figure > 0);

/**
 * The parts of the full run that have ended, each with its numbers and rows.
 * @typedef {Record<string, { date: string, seed: number, numbers: Record<string, string>, rows: readonly PartRow[] }>} Ended
 */

/** @returns {Ended} */
const endedParts = () => (existsSync(FULL) ? JSON.parse(readFileSync(FULL, 'utf8')) : {});

/** @param {string} name @param {Plan} plan @param {Ended} ended */
function hasEnded(name, plan, ended) {
  const [part, known] = [PARTS[name], ended[name]];
  if (part === undefined || known === undefined || hasFailed(known.rows)) return false;
  return JSON.stringify(known.numbers) === JSON.stringify(numbersOf(part, plan));
}

/** Keeps a part as soon as it has ended, with its seed. @param {string} name @param {Plan} plan @param {readonly PartRow[]} rows */
function keep(name, plan, rows) {
  const { seed, given, isFull } = plan;
  const date = new Date().toISOString();
  appendFileSync(join(RUNS, 'runs.jsonl'), `${JSON.stringify({ date, part: name, seed, given, rows })}\n`);
  const part = PARTS[name];
  if (!isFull || part === undefined) return;
  const ended = { ...endedParts(), [name]: { date, seed, numbers: numbersOf(part, plan), rows } };
  writeFileSync(`${FULL}.new`, `${JSON.stringify(ended, null, 1)}\n`);
  renameSync(`${FULL}.new`, FULL);
}

/** @param {Plan} plan @param {string} folder @returns {Promise<readonly PartRow[]>} */
async function runParts(plan, folder) {
  /** @type {PartRow[]} */
  const rows = [];
  for (const name of plan.parts) {
    const ended = endedParts();
    if (plan.isFull && !plan.isAgain && hasEnded(name, plan, ended)) {
      say(`part ${name} has ended on ${ended[name]?.date}; with --again it runs again`);
      rows.push(...(ended[name]?.rows ?? []));
      continue;
    }
    say(`part ${name}, seed ${plan.seed}`);
    const own = await runPart(name, plan, folder);
    rows.push(...own);
    keep(name, plan, own);
  }
  return rows;
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
    const plan = readClusterArgs(process.argv.slice(2));
    await setup();
    const folder = mkdtempSync(join(tmpdir(), 'hush-cluster-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(RUNS, { recursive: true });
    const rows = await runParts(plan, folder);
    process.stdout.write(`\n${tableOf(rows)}\n\nseed ${plan.seed}; all runs are in .cluster/runs.jsonl\n`);
    // Times depend on the machine, so only a failed test or a part without an end makes this command fail.
    return plan.parts.some(name => hasFailed(rows.filter(row => row.part === name))) ? 1 : 0;
  });
