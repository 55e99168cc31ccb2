/** The cross-play table of a league: for each pair of bots how often their mixed teams won, with standard deviations. */
import type { LeagueResult } from './league-game.ts';

export interface MeanAndDeviation {
  readonly mean: number;
  /** The standard deviation of a sample; 0 for a single game. */
  readonly deviation: number;
}

export interface Pairing {
  readonly pair: readonly [string, string];
  readonly games: number;
  /** The share of won games in per cent. */
  readonly won: MeanAndDeviation;
  readonly explored: MeanAndDeviation;
}

export function pairingOf(pair: readonly [string, string], results: readonly LeagueResult[]): Pairing {
  return {
    pair,
    games: results.length,
    won: deviationOf(results.map(({ won }) => (won ? 100 : 0))),
    explored: deviationOf(results.map(({ explored }) => explored)),
  };
}

export function deviationOf(values: readonly number[]): MeanAndDeviation {
  const mean = values.reduce((sum, n) => sum + n, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, n) => sum + (n - mean) ** 2, 0);
  const deviation = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { mean: round(mean), deviation: round(deviation) };
}

const round = (n: number): number => Math.round(n * 10) / 10;

const FIGURES = { won: 'games won, per cent', explored: 'tiles explored' } as const;

export function leagueTable(names: readonly string[], pairings: readonly Pairing[]): string {
  return (Object.keys(FIGURES) as readonly (keyof typeof FIGURES)[])
    .map(figure => matrix(FIGURES[figure], names, (a, b) => find(pairings, a, b)?.[figure]))
    .join('\n');
}

const find = (pairings: readonly Pairing[], a: string, b: string): Pairing | undefined =>
  pairings.find(({ pair: [one, other] }) => (one === a && other === b) || (one === b && other === a));

type Figure = (a: string, b: string) => MeanAndDeviation | undefined;

/** A table of all pairs; the last column is the mean over all other partners. */
function matrix(title: string, names: readonly string[], figure: Figure): string {
  const rows = names.map(name => {
    const partners = names.filter(other => other !== name).map(other => figure(name, other)?.mean ?? 0);
    const others = partners.length === 0 ? '-' : deviationOf(partners).mean.toFixed(1);
    return [name, ...names.map(other => spreadText(figure(name, other))), others];
  });
  const lines = [[title, ...names, 'with others'], ...rows];
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map(line => line[i]?.length ?? 0)));
  return `${lines.map(line => line.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  ')).join('\n')}\n`;
}

const spreadText = (spread: MeanAndDeviation | undefined): string =>
  spread === undefined ? '-' : `${spread.mean.toFixed(1)} ± ${spread.deviation.toFixed(1)}`;
