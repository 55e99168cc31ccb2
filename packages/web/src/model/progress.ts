/**
 * Progress in the campaign (RULES 10): which scenarios were won or skipped. It is stored on this device; the progress
 * of a crew can be merged into it.
 */
import { deviations, type Game, type Millis, SCENARIOS, type Scenario, sandSaved } from '@hush/rules';
import { computed, signal } from '@preact/signals';
import { onOtherTab, storage } from '../device/storage.ts';
import { ownLevel } from './table-wish.ts';

export interface CampaignWin {
  readonly turned: number;
  readonly left: Millis;
  /** Whether the game deviated from the rules of the box. */
  readonly differs: boolean;
}

export interface CampaignProgress {
  /** The best win by scenario and level, such as `4/14`. */
  readonly won: Readonly<Record<string, CampaignWin>>;
  readonly skipped: readonly number[];
}

export const NO_PROGRESS: CampaignProgress = { won: {}, skipped: [] };

const LAST_OF_PATH = 7;
export const PATH: readonly Scenario[] = SCENARIOS.slice(0, LAST_OF_PATH);
export const CHALLENGES: readonly Scenario[] = SCENARIOS.slice(LAST_OF_PATH);

const keyOf = (scenario: number, level: number): string => `${scenario}/${level}`;

export const winAt = ({ won }: CampaignProgress, scenario: number, level: number): CampaignWin | undefined =>
  won[keyOf(scenario, level)];

/** The win of a scenario of the path, at the scenario's own level or a higher one. */
export function winOf(progress: CampaignProgress, scenario: Scenario): CampaignWin | undefined {
  const levels = [ownLevel(scenario), ...Array.from({ length: 24 }, (_, i) => i + 1)];
  const fitting = levels.filter(level => level >= ownLevel(scenario));
  return fitting.map(level => winAt(progress, scenario.number ?? 0, level)).find(win => win !== undefined);
}

/** Compares two wins: one without deviations is better, then fewer turns, then more sand (GB-1e). */
function isBetter(one: CampaignWin, than: CampaignWin | undefined): boolean {
  if (than === undefined) return true;
  if (one.differs !== than.differs) return than.differs;
  return one.turned === than.turned ? one.left > than.left : one.turned < than.turned;
}

/** The progress after a game: only a won game of a numbered scenario changes it. */
export function afterGame(progress: CampaignProgress, game: Game): CampaignProgress {
  const { scenario, stack } = game.setUp;
  if (game.status !== 'won' || scenario === null) return progress;
  const key = keyOf(scenario, Math.max(0, ...stack));
  const win = {
    turned: game.turned,
    left: Math.round(sandSaved(game)),
    differs: deviations(game.setUp, game.bots).length > 0,
  };
  return isBetter(win, progress.won[key]) ? { ...progress, won: { ...progress.won, [key]: win } } : progress;
}

export const withSkip = (
  progress: CampaignProgress,
  scenario: number,
  skipped: boolean,
): CampaignProgress => ({
  ...progress,
  skipped: [...progress.skipped.filter(one => one !== scenario), ...(skipped ? [scenario] : [])],
});

/** Merges two progresses; of two wins of the same scenario and level the better one counts. */
export function mergedProgress(own: CampaignProgress, crew: CampaignProgress): CampaignProgress {
  const won = { ...own.won };
  for (const [key, win] of Object.entries(crew.won)) if (isBetter(win, won[key])) won[key] = win;
  return { won, skipped: [...new Set([...own.skipped, ...crew.skipped])] };
}

export const PATH_STATES = ['isWon', 'isSkipped', 'isNext', 'isOpen'] as const;
export type PathState = (typeof PATH_STATES)[number];

/** Returns the first scenario of the path that is neither won nor skipped; null if there is none. */
export const nextOnPath = (progress: CampaignProgress): Scenario | null =>
  PATH.find(
    scenario => winOf(progress, scenario) === undefined && !progress.skipped.includes(scenario.number ?? 0),
  ) ?? null;

export function pathStateOf(progress: CampaignProgress, scenario: Scenario): PathState {
  if (winOf(progress, scenario) !== undefined) return 'isWon';
  if (progress.skipped.includes(scenario.number ?? 0)) return 'isSkipped';
  return nextOnPath(progress)?.number === scenario.number ? 'isNext' : 'isOpen';
}

/** Parses stored progress and drops invalid parts. */
export function readProgress(text: string | null): CampaignProgress {
  try {
    const { won, skipped } = JSON.parse(text ?? '{}') as { won?: unknown; skipped?: unknown };
    const wins = Object.entries((won ?? {}) as Readonly<Record<string, Partial<CampaignWin>>>).filter(
      ([key, win]) =>
        /^\d{1,2}\/\d{1,2}$/.test(key) && Number.isFinite(win?.turned) && Number.isFinite(win?.left),
    );
    const numbers = Array.isArray(skipped) ? skipped.filter(one => Number.isInteger(one)) : [];
    return {
      won: Object.fromEntries(
        wins.map(([key, win]) => [key, { ...win, differs: win.differs === true } as CampaignWin]),
      ),
      skipped: numbers as readonly number[],
    };
  } catch {
    return NO_PROGRESS;
  }
}

const KEPT = 'progress';
let seen = storage.get(KEPT);
const own = signal(readProgress(seen));

/**
 * Takes over what another tab has stored meanwhile: all wins are kept, and the other tab's list of skipped scenarios
 * replaces the list of this tab.
 */
function takeUp(text: string | null): void {
  if (text === seen) return;
  seen = text;
  const theirs = readProgress(text);
  own.value = { won: mergedProgress(theirs, own.peek()).won, skipped: theirs.skipped };
}
onOtherTab(KEPT, takeUp);

/** The progress of the player's crew; null if there is no crew or it is not loaded. The folder `book/` sets it. */
export const crewProgress = signal<CampaignProgress | null>(null);

/**
 * The progress of this device merged with that of the crew. With a crew, only the crew's list of skipped scenarios
 * counts; otherwise a scenario that another member no longer skips would stay skipped here.
 */
export const progress = computed(() => {
  const crew = crewProgress.value;
  return crew === null ? own.value : { ...mergedProgress(own.value, crew), skipped: crew.skipped };
});

function change(step: (before: CampaignProgress) => CampaignProgress): void {
  takeUp(storage.get(KEPT));
  const next = step(own.peek());
  if (next === own.peek()) return;
  own.value = next;
  storage.put(KEPT, JSON.stringify(next));
  seen = storage.get(KEPT);
}

/** Records a finished game of this device's player. */
export const recordFinishedGame = (game: Game): void => change(before => afterGame(before, game));

export const skip = (scenario: number, skipped: boolean): void =>
  change(before => withSkip(before, scenario, skipped));
