/**
 * Rounds of a benchmark. All subjects take turns, so that load from other programs affects all of them; each figure is
 * divided by the baseline's figure of the same round, and rounds are added until the interval of the median is narrow
 * enough.
 */
import type { Row } from './bench-row.ts';

/** Figures of one subject in one round, by name. */
export type Figures = Readonly<Record<string, number>>;

export interface Contestant {
  readonly name: string;
  measure(): Promise<Figures>;
}

export interface RoundLimits {
  readonly least: number;
  readonly most: number;
  /** The widest interval that is accepted, as a share of the median. */
  readonly width: number;
}

const LIMITS: RoundLimits = { least: 5, most: 25, width: 0.1 };

export interface Spread {
  readonly value: number;
  readonly spread: readonly [number, number];
  readonly rounds: number;
}

/** The median, and its 95 % confidence interval (by order statistics). */
function medianOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const half = 0.98 * Math.sqrt(sorted.length);
  const at = (rank: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const value = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  return { value, spread: [at(middle - half), at(middle + half)], rounds: sorted.length };
}

const isNarrow = ({ value, spread: [low, high] }: Spread, width: number): boolean =>
  high - low <= width * value;

/** The measurements: figures of each subject, and their ratios to the baseline. */
export class Rounds {
  readonly #figures = new Map<string, Figures[]>();
  readonly #baseline: string;

  constructor(baseline: string) {
    this.#baseline = baseline;
  }

  note(name: string, figures: Figures): void {
    const noted = this.#figures.get(name);
    if (noted === undefined) this.#figures.set(name, [figures]);
    else noted.push(figures);
  }

  of(name: string, figure: string): Spread {
    return medianOf((this.#figures.get(name) ?? []).map(figures => figures[figure] ?? Number.NaN));
  }

  /** The ratio of a figure to the baseline's figure of the same round. */
  ratio(name: string, figure: string): Spread {
    const base = this.#figures.get(this.#baseline) ?? [];
    const own = this.#figures.get(name) ?? [];
    return medianOf(
      own.map((figures, i) => (figures[figure] ?? Number.NaN) / (base[i]?.[figure] ?? Number.NaN)),
    );
  }

  /** Whether the intervals of all ratios are narrow enough. */
  isEnough(width: number): boolean {
    const base = Object.keys(this.#figures.get(this.#baseline)?.[0] ?? {});
    return [...this.#figures.keys()]
      .filter(name => name !== this.#baseline)
      .every(name => base.every(figure => isNarrow(this.ratio(name, figure), width)));
  }
}

/** Measures all subjects in turns; the first is the baseline. Every second round runs in the opposite order. */
export async function takeTurns(
  subjects: readonly Contestant[],
  limits: Partial<RoundLimits> = {},
): Promise<Rounds> {
  const { least, most, width } = { ...LIMITS, ...limits };
  const rounds = new Rounds(subjects[0]?.name ?? '');
  for (let n = 0; n < most && (n < least || !rounds.isEnough(width)); n++) {
    for (const subject of n % 2 === 0 ? subjects : subjects.toReversed())
      rounds.note(subject.name, await subject.measure());
  }
  return rounds;
}

/** A row for a figure, with its median and interval. */
export const rowOf = (name: string, unit: string, { value, spread, rounds }: Spread): Row => ({
  name,
  value,
  unit,
  spread,
  rounds,
});
