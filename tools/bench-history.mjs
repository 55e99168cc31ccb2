/**
 * The history of `npm run bench`: one line of JSON for each run in .bench/runs.jsonl, and .bench/history.svg, a page with a
 * curve for each ratio. Runs are compared only with runs on the same machine.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./bench-row.ts').Row} Row */
/** @typedef {{ node: string, cpu: string, cores: number }} Machine */
/** @typedef {{ when: string, commit: string, machine: Machine, isBusy: boolean, rows: readonly Row[] }} Run */

const KEPT = 200;

/** @param {Machine} a @param {Machine} b */
const isSame = (a, b) =>
  a.cpu === b.cpu && a.cores === b.cores && a.node.split('.')[0] === b.node.split('.')[0];

/** The stored runs of a machine, the oldest first. @param {string} folder @param {Machine} machine @returns {readonly Run[]} */
export function runsOf(folder, machine) {
  const file = join(folder, 'runs.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines
    .map(line => /** @type {Run} */ (JSON.parse(line)))
    .filter(run => isSame(run.machine, machine))
    .slice(-KEPT);
}

/** Stores a run and draws the page of curves again. @param {string} folder @param {Run} run */
export function keepRun(folder, run) {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(run)}\n`);
  writeFileSync(join(folder, 'history.svg'), historyPage(runsOf(folder, run.machine)));
}

/** The figures of each row in the last run on a quiet machine, or in the last run of all. @param {readonly Run[]} runs */
export function lastFigures(runs) {
  /** @type {Map<string, number>} */
  const last = new Map();
  const quiet = runs.filter(({ isBusy }) => !isBusy);
  for (const { rows } of [...runs, ...quiet]) for (const { name, value } of rows) last.set(name, value);
  return last;
}

const [WIDTH, HEIGHT, COLUMNS, TOP] = [420, 120, 3, 60];
const [LEFT, RIGHT, UPPER, LOWER] = [10, 60, 26, 16];

/** @param {string} text */
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param {number} value */
const short = value => value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** One page with a curve for each judged row. @param {readonly Run[]} runs @returns {string} */
export function historyPage(runs) {
  const names = [
    ...new Set(
      runs.flatMap(({ rows }) => rows.flatMap(({ name, budget }) => (budget === undefined ? [] : [name]))),
    ),
  ];
  const height = TOP + Math.ceil(names.length / COLUMNS) * HEIGHT;
  const machine = runs.at(-1)?.machine;
  const title = `${machine?.cpu ?? ''}, ${machine?.cores ?? 0} cores, Node ${machine?.node ?? ''}: ${runs.length} runs, hollow where the machine was busy`;
  const curves = names.map((name, i) => {
    const [x, y] = [(i % COLUMNS) * WIDTH, TOP + Math.floor(i / COLUMNS) * HEIGHT];
    return `<g transform="translate(${x} ${y})">${curveOf(name, runs)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * COLUMNS}" height="${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/><text x="10" y="30" font-size="15">${escaped(title)}</text>
${curves.join('\n')}
</svg>
`;
}

/** @param {string} name @param {readonly Run[]} runs */
function curveOf(name, runs) {
  const found = runs.flatMap(({ rows, isBusy }) =>
    rows.filter(row => row.name === name).map(row => ({ ...row, isBusy })),
  );
  const bounds = found.flatMap(({ budget }) => (budget === undefined ? [] : [Number(budget.slice(3))]));
  const all = [...found.flatMap(({ value, spread = [value, value] }) => [...spread, value]), ...bounds];
  const [low, high] = [Math.min(...all) * 0.95, Math.max(...all) * 1.05 || 1];
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT - RIGHT)) / Math.max(1, found.length - 1);
  const y = (/** @type {number} */ value) =>
    UPPER + (1 - (value - low) / (high - low || 1)) * (HEIGHT - UPPER - LOWER);
  const line = found.map(({ value }, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const spreads = found.flatMap(({ spread }, i) =>
    spread === undefined
      ? []
      : [
          `<path d="M${x(i).toFixed(1)} ${y(spread[0]).toFixed(1)}V${y(spread[1]).toFixed(1)}" stroke="#9bd"/>`,
        ],
  );
  const dots = found.map(
    ({ value, isBusy }, i) =>
      `<circle cx="${x(i).toFixed(1)}" cy="${y(value).toFixed(1)}" r="2.5" stroke="#069" fill="${isBusy ? '#fff' : '#069'}"/>`,
  );
  const bound = bounds.at(-1) ?? low;
  const last = found.at(-1);
  return `<text x="${LEFT}" y="14">${escaped(name)}</text>
<path d="M${LEFT} ${y(bound).toFixed(1)}H${WIDTH - RIGHT}" stroke="#c33" stroke-dasharray="4 3"/>
${spreads.join('')}<polyline points="${line}" fill="none" stroke="#069"/>${dots.join('')}
<text x="${WIDTH - RIGHT + 6}" y="${y(last?.value ?? low).toFixed(1)}">${short(last?.value ?? 0)}</text>
<text x="${WIDTH - RIGHT + 6}" y="${HEIGHT - 4}" fill="#c33">${escaped(last?.budget ?? '')}</text>`;
}
