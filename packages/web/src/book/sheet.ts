/**
 * Arranges lines on the pages of the book: a row for each scenario, a box for each level, and custom scenarios at the end
 * (GB-1a, GB-1b, GB-2a).
 */
import type { BookLine } from '@hush/protocol';
import { compareScores, SCENARIOS } from '@hush/rules';
import { ownLevel } from '../model/table-wish.ts';

export interface SheetBox {
  readonly level: number;
  /** The line that the box shows; null if the box is empty. */
  readonly best: BookLine | null;
  /** All lines of this box, the shown one first. */
  readonly lines: readonly BookLine[];
}

export interface SheetRow {
  /** The number of the scenario; null for custom scenarios. */
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

/**
 * Compares two lines of a box: one without deviations comes first, then the better score (GB-1f), then the earlier line.
 */
const compareLines = (a: BookLine, b: BookLine): number =>
  Number(a.deviations.length > 0) - Number(b.deviations.length > 0) || compareScores(a, b) || a.line - b.line;

function boxOf(level: number, lines: readonly BookLine[]): SheetBox {
  const here = lines.filter(line => line.level === level).sort(compareLines);
  return { level, best: here[0] ?? null, lines: here };
}

/** The boxes of the printed levels, and of other levels that a crew has played (SC-Lf). */
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
