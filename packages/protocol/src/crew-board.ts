/** The board of a server that wants one: the best crews of each scenario and level, of those who want to be seen. */
import { compareScores, type Edition } from '@hush/rules';
import type { BookLine, Crew } from './crew.ts';

/** Nobody's names and no way to the book: only what the crew is called. */
export interface BoardRow {
  readonly crew: string;
  readonly edition: Edition;
  readonly players: number;
  readonly turned: number;
  readonly timeLeft: number;
  readonly day: number;
}

export interface BoardBox {
  readonly scenario: number;
  readonly level: number;
  readonly rows: readonly BoardRow[];
}

const MOST_ROWS = 5;

/** Ruling: only games as the edition prints them, played by people, refereed here. */
const counts = ({ scenario, deviations, from }: BookLine): boolean =>
  scenario !== null && deviations.length === 0 && from === 'here';

/** Better first; equal in both, the earlier stays (GB-1). */
const compareLines = (a: BookLine, b: BookLine): number => compareScores(a, b) || a.day - b.day;

interface Ranked {
  readonly crew: string;
  readonly line: BookLine;
}

/** A crew stands once in a box, with its best. */
function bestPerBox({ name, lines }: Crew): ReadonlyMap<string, Ranked> {
  const best = new Map<string, Ranked>();
  for (const line of lines.filter(counts)) {
    const box = `${line.scenario} ${line.level}`;
    const known = best.get(box);
    if (known === undefined || compareLines(line, known.line) < 0) best.set(box, { crew: name, line });
  }
  return best;
}

export function rankCrews(crews: readonly Crew[]): readonly BoardBox[] {
  const boxes = new Map<string, Ranked[]>();
  for (const crew of crews.filter(({ shown }) => shown)) {
    for (const [box, ranked] of bestPerBox(crew)) boxes.set(box, [...(boxes.get(box) ?? []), ranked]);
  }
  return [...boxes.values()].map(boxOf).sort((a, b) => a.scenario - b.scenario || a.level - b.level);
}

function boxOf(ranked: readonly Ranked[]): BoardBox {
  const best = ranked.toSorted((a, b) => compareLines(a.line, b.line)).slice(0, MOST_ROWS);
  return {
    scenario: best[0]?.line.scenario ?? 0,
    level: best[0]?.line.level ?? 0,
    rows: best.map(({ crew, line: { edition, players, turned, timeLeft, day } }) => ({
      crew,
      edition,
      players,
      turned,
      timeLeft,
      day,
    })),
  };
}
