/** The leaderboard of a server: the best crews in each scenario and level, among the crews that want to be shown. */
import { compareScores, type Edition } from '@hush/rules';
import type { BookLine, Crew } from './crew.ts';

/** A row shows the crew's name, but no names of people and no code that opens the book. */
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

/**
 * Whether a game counts for the leaderboard (ruling): it follows the printed rules of its edition, was played by people
 * only, and was played at this server.
 */
const counts = ({ scenario, deviations, from }: BookLine): boolean =>
  scenario !== null && deviations.length === 0 && from === 'here';

/** Sorts the better game first; of two equal games the earlier one (GB-1f). */
const compareLines = (a: BookLine, b: BookLine): number => compareScores(a, b) || a.day - b.day;

interface Ranked {
  readonly crew: Crew;
  readonly line: BookLine;
}

/** The best games of one crew in each scenario and level, at most the number of rows that are shown. */
function bestPerBox(crew: Crew): ReadonlyMap<string, readonly Ranked[]> {
  const boxes = new Map<string, Ranked[]>();
  for (const line of crew.lines.filter(counts).toSorted(compareLines)) {
    const box = `${line.scenario} ${line.level}`;
    const known = boxes.get(box) ?? [];
    if (known.length < MOST_ROWS) boxes.set(box, [...known, { crew, line }]);
  }
  return boxes;
}

export function rankCrews(crews: readonly Crew[]): readonly BoardBox[] {
  const boxes = new Map<string, Ranked[]>();
  for (const crew of crews.filter(({ shown }) => shown)) {
    for (const [box, ranked] of bestPerBox(crew)) boxes.set(box, [...(boxes.get(box) ?? []), ...ranked]);
  }
  return [...boxes.values()].map(boxOf).sort((a, b) => a.scenario - b.scenario || a.level - b.level);
}

/**
 * Keeps one row per crew (its best game), and one row per game, even if its players entered the game for several
 * crews.
 */
function oncePerCrewAndGame(sorted: readonly Ranked[]): readonly Ranked[] {
  const crews = new Set<Crew>();
  const games = new Set<string>();
  return sorted.filter(({ crew, line }) => {
    if (crews.has(crew) || games.has(line.game)) return false;
    crews.add(crew);
    games.add(line.game);
    return true;
  });
}

function boxOf(ranked: readonly Ranked[]): BoardBox {
  const sorted = ranked.toSorted((a, b) => compareLines(a.line, b.line));
  const best = oncePerCrewAndGame(sorted).slice(0, MOST_ROWS);
  return {
    scenario: best[0]?.line.scenario ?? 0,
    level: best[0]?.line.level ?? 0,
    rows: best.map(({ crew, line: { edition, players, turned, timeLeft, day } }) => ({
      crew: crew.name,
      edition,
      players,
      turned,
      timeLeft,
      day,
    })),
  };
}
