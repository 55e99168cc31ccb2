/** Summarises many games of one kind as a row of figures, and prints the table. */
import type { ContestReport } from '@hush/bots';
import type { Temper } from '@hush/protocol';
import type { Wish } from '@hush/rules';

export interface SimulationRow {
  readonly wish: Wish;
  readonly tempers: readonly Temper[];
  readonly games: number;
  readonly won: number;
  /** The share of won games in per cent. */
  readonly winRate: number;
  /** How many seconds of sand time the won games took. */
  readonly seconds: Spread;
  readonly actions: Spread;
  readonly hourglassTurns: Spread;
  readonly handOvers: Spread;
  readonly undone: Spread;
  readonly refused: number;
  readonly stuck: number;
  readonly lost: Readonly<Record<string, number>>;
}

export interface Spread {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly max: number;
}

/** More undone moves than this in one game mean that bots moved in circles. */
const MOST_UNDONE = 6;

export const isClean = ({ refused, stuck, undone }: SimulationRow): boolean =>
  refused === 0 && stuck === 0 && undone.max <= MOST_UNDONE;

export function rowOf(
  { wish, tempers }: Pick<SimulationRow, 'wish' | 'tempers'>,
  reports: readonly ContestReport[],
): SimulationRow {
  const won = reports.filter(report => report.won);
  const lost: Record<string, number> = {};
  for (const { reason } of reports) if (reason !== null) lost[reason] = (lost[reason] ?? 0) + 1;
  return {
    wish,
    tempers,
    games: reports.length,
    won: won.length,
    winRate: round((won.length / reports.length) * 100),
    seconds: spreadOf(won.map(({ time }) => time / 1000)),
    actions: spreadOf(won.map(({ actions }) => actions)),
    hourglassTurns: spreadOf(won.map(({ turned }) => turned)),
    handOvers: spreadOf(won.map(({ handOvers }) => handOvers)),
    undone: spreadOf(reports.map(({ undone }) => undone)),
    refused: reports.reduce((sum, { refused }) => sum + refused.length, 0),
    stuck: reports.filter(({ stuck }) => stuck).length,
    lost,
  };
}

const round = (n: number): number => Math.round(n * 10) / 10;

function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, p50: 0, p90: 0, max: 0 };
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return {
    mean: round(values.reduce((sum, n) => sum + n, 0) / values.length),
    p50: at(0.5),
    p90: at(0.9),
    max: at(1),
  };
}

const HEAD = [
  'scenario',
  'level',
  'players',
  'edition',
  'temper',
  'games',
  'won',
  'seconds',
  'turns',
  'actions',
];
const MORE = ['hand-overs', 'undone', 'most', 'illegal', 'stuck'];

export function rowsTable(rows: readonly SimulationRow[]): string {
  const lines = [[...HEAD, ...MORE], ...rows.map(cellsOf)];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? [];
  const text = lines.map(line => line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  return `${text.join('\n')}\n`;
}

function cellsOf(row: SimulationRow): readonly string[] {
  const { wish, tempers } = row;
  return [
    typeof wish.scenario === 'number' ? String(wish.scenario) : wish.scenario.name,
    String(wish.level ?? '-'),
    String(wish.players),
    wish.edition ?? 'revised',
    tempers.join('+'),
    String(row.games),
    `${row.winRate.toFixed(1)} %`,
    row.seconds.mean.toFixed(1),
    row.hourglassTurns.mean.toFixed(1),
    row.actions.mean.toFixed(0),
    row.handOvers.mean.toFixed(0),
    row.undone.mean.toFixed(2),
    String(row.undone.max),
    String(row.refused),
    String(row.stuck),
  ];
}
