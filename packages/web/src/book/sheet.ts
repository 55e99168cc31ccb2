/** How lines lie on the pages of the book: a line per scenario, a box per level, own scenarios behind them (GB-1a, GB-1b, GB-2a). */
import type { BookLine } from '@hush/protocol';
import { compareScores, SCENARIOS } from '@hush/rules';
import { ownLevel } from '../model/table-wish.ts';

export interface SheetBox {
  readonly level: number;
  /** What stands in the box; null while it is blank. */
  readonly best: BookLine | null;
  /** Everything that was ever won here, what stands in the box first. */
  readonly lines: readonly BookLine[];
}

export interface SheetRow {
  /** Null for own scenarios. */
  readonly scenario: number | null;
  readonly name: string;
  readonly boxes: readonly SheetBox[];
}

export interface BookSheet {
  readonly introduction: readonly SheetRow[];
  readonly challenges: readonly SheetRow[];
  readonly own: readonly SheetRow[];
  /** How many boxes of the book are filled, and how many there are. */
  readonly won: number;
  readonly boxes: number;
}

const LAST_INTRODUCTION = 7;

/** A box has room for one of its lines: one that was played as printed, then the best (GB-1f), then the earlier. */
const compareLines = (a: BookLine, b: BookLine): number =>
  Number(a.deviations.length > 0) - Number(b.deviations.length > 0) || compareScores(a, b) || a.line - b.line;

function boxOf(level: number, lines: readonly BookLine[]): SheetBox {
  const here = lines.filter(line => line.level === level).sort(compareLines);
  return { level, best: here[0] ?? null, lines: here };
}

/** Levels that the book knows, and others that some house has played all the same (SC-Lf). */
function boxesOf(printed: readonly number[], lines: readonly BookLine[]): readonly SheetBox[] {
  const levels = new Set([...printed, ...lines.map(({ level }) => level)]);
  return [...levels].sort((a, b) => a - b).map(level => boxOf(level, lines));
}

export function bookSheetOf(lines: readonly BookLine[]): BookSheet {
  const rows = SCENARIOS.map(
    (scenario): SheetRow => ({
      scenario: scenario.number,
      name: scenario.name,
      boxes: boxesOf(
        scenario.levels.length > 0 ? scenario.levels : [ownLevel(scenario)],
        lines.filter(line => line.scenario === scenario.number),
      ),
    }),
  );
  const own = lines.filter(({ scenario }) => scenario === null);
  const names = [...new Set(own.map(({ name }) => name))].sort((a, b) => a.localeCompare(b));
  const boxes = rows.flatMap(row => row.boxes);
  return {
    introduction: rows.filter(({ scenario }) => (scenario ?? 0) <= LAST_INTRODUCTION),
    challenges: rows.filter(({ scenario }) => (scenario ?? 0) > LAST_INTRODUCTION),
    own: names.map(name => ({
      scenario: null,
      name,
      boxes: boxesOf(
        [],
        own.filter(line => line.name === name),
      ),
    })),
    won: boxes.filter(({ best }) => best !== null).length,
    boxes: boxes.length,
  };
}
