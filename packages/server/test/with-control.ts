/**
 * Bounds in time say something about a program; how long a busy machine lets it wait does not. So a control goes beside
 * whatever is measured, which has to wait for the same machine and for nothing else: what it was late does not count.
 */
import { quantile } from './quantile.ts';

/** One round of something, in milliseconds. */
export interface Round {
  readonly took: number;
  /** How much longer than on an idle machine the control took meanwhile. */
  readonly late: number;
}

export interface Measurement {
  /** An odd number: the middle one of so many rounds counts, so that neither a stall nor a lucky one decides. */
  readonly rounds: number;
  readonly most: number;
  readonly round: () => Promise<Round>;
}

/** After so many times on a machine that is too busy we believe what we see. */
const TRIES = 6;
/** A control that is late by less than this part of the bound is no excuse. */
const EXCUSE = 0.05;

/** Milliseconds of the middle round, without what the machine took. All is done again only where the control was late as well. */
export async function usually({ rounds, most, round }: Measurement): Promise<number> {
  for (let tries = 1; ; tries++) {
    const all: Round[] = [];
    while (!isDecided(all, rounds, most)) all.push(await round());
    const middle = quantile(all.map(net), 0.5);
    const late = quantile(
      all.map(each => each.late),
      0.5,
    );
    if (middle <= most || tries === TRIES || late < most * EXCUSE) return middle;
    process.stdout.write(
      `too busy to tell: ${middle.toFixed(0)} ms, the control ${late.toFixed(0)} ms late\n`,
    );
  }
}

const net = ({ took, late }: Round): number => took - late;

/** Whether the middle one of so many cannot change sides any more. */
function isDecided(all: readonly Round[], rounds: number, most: number): boolean {
  const good = all.filter(each => net(each) <= most).length;
  return Math.max(good, all.length - good) > rounds / 2;
}
