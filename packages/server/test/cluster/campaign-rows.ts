/** The figures of `npm run cluster`: one row for each thing that it measures or counts. */
import { appendFileSync } from 'node:fs';
import { quantile } from '../quantile.ts';

export interface CampaignRow {
  /** The number of the row's topic, by which the final table is sorted; `PARTS` of tools/cluster.mjs has them. */
  readonly line: number;
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  /** The bound that the value must meet; a row without a bound only informs. */
  readonly must?: `${'<=' | '>=' | '='} ${number}`;
  /** How often the value was measured, or how big the load was. */
  readonly load?: string;
}

/** The file that collects the rows of one run of `npm run cluster`. */
const FILE = process.env['HUSH_CLUSTER_ROWS'];

const rounded = (figure: number): number =>
  Math.abs(figure) < 10 ? Math.round(figure * 100) / 100 : Math.round(figure);

/** Prints a row, and stores it for the table at the end. */
export function note(row: CampaignRow): void {
  const { line, what, figure, unit, must, load } = { ...row, figure: rounded(row.figure) };
  const bound = must === undefined ? '' : ` (must: ${must})`;
  process.stdout.write(
    `${line}. ${what}: ${figure} ${unit}${bound}${load === undefined ? '' : `, ${load}`}\n`,
  );
  if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify({ ...row, figure })}\n`);
}

interface Waits {
  readonly line: number;
  readonly what: string;
  readonly load: string;
  readonly waits: readonly number[];
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
}

/** Makes rows for the quantiles of a list of waiting times, in milliseconds. */
export function noteWaits({ line, what, load, waits, ...musts }: Waits): void {
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    const most = musts[name];
    if (name === 'p95' && most === undefined) continue;
    const figure = quantile(waits, share);
    note({
      line,
      what: `${what}, ${name}`,
      figure,
      unit: 'ms',
      load,
      ...(most === undefined ? {} : { must: `<= ${most}` }),
    });
  }
  note({ line, what: `${what}, longest`, figure: Math.max(...waits), unit: 'ms', load });
}
