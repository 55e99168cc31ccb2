/** What the hourglass page stores on this device. Invalid values fall back to the defaults, so the page always starts. */
import { isCode } from '@hush/protocol';
import {
  type Companion,
  EDITIONS,
  type Edition,
  LEVELS,
  type Millis,
  readyCompanion,
  SCENARIOS,
} from '@hush/rules';
import type { PressedHourglass } from './shared.ts';

/** The physical game that the players have. */
export interface OwnBox {
  readonly scenario: number;
  readonly players: number;
  /** The highest tile number; undefined for the scenario's own level. */
  readonly level?: number;
  /** The edition of the physical game; undefined until somebody has chosen one. */
  readonly edition?: Edition;
}

export interface BestEscape {
  readonly turned: number;
  readonly left: Millis;
}

export interface StoredHourglass {
  readonly pressed: PressedHourglass;
  /** The code of the hourglass that is shared with others, or null. */
  readonly code: string | null;
  /** Whether this phone has shown that hourglass: only then may it send the hourglass to a server that has lost it. */
  readonly known: boolean;
  readonly box: OwnBox;
  /** The best escape for each scenario and level. */
  readonly best: Readonly<Record<string, BestEscape>>;
  readonly sound: boolean;
}

export const DEFAULT_STORED: StoredHourglass = {
  pressed: { companion: readyCompanion(), n: 1, by: 'none', attempt: 0, doubt: 0 },
  code: null,
  known: false,
  box: { scenario: 1, players: 4 },
  best: {},
  sound: true,
};

/** Whether one result is better: fewer turns are better, then more sand left (GB-1e). */
export const isBetter = (one: BestEscape, than: BestEscape | undefined): boolean =>
  than === undefined || one.turned < than.turned || (one.turned === than.turned && one.left > than.left);

export const boxKey = ({ scenario, level }: OwnBox): string =>
  level === undefined ? String(scenario) : `${scenario}/${level}`;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const whole = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const LONGEST: Millis = 3_600_000;

function companionIn(value: unknown, now: Millis): Companion | null {
  const { type, capacity, glass, turned } = fieldsOf(value);
  if (type === 'ready') return whole(capacity, 1000, LONGEST) ? readyCompanion(capacity) : null;
  const { capacity: holds, left, since } = fieldsOf(glass);
  if ((type !== 'running' && type !== 'paused') || !whole(holds, 1000, LONGEST) || !whole(turned, 0, 9999))
    return null;
  if (!isTime(left) || left < 0 || left > holds || !isTime(since)) return null;
  // If the clock was set back while the page was closed, no sand is added.
  return { type, glass: { capacity: holds, left, since: Math.min(since, now) }, turned };
}

function pressedIn(value: unknown, now: Millis): PressedHourglass | null {
  const { companion, n, by, attempt } = fieldsOf(value);
  const read = companionIn(companion, now);
  if (read === null || !whole(n, 1, 1e9) || typeof by !== 'string' || !/^[\w-]{4,16}$/.test(by)) return null;
  return { companion: read, n, by, attempt: whole(attempt, 0, 9) ? attempt : 0, doubt: 0 };
}

function boxIn(value: unknown): OwnBox {
  const { scenario, players, level, edition } = fieldsOf(value);
  if (!whole(scenario, 1, SCENARIOS.length) || !whole(players, 1, 9)) return DEFAULT_STORED.box;
  const [height, box] = [LEVELS.find(one => one === level), EDITIONS.find(one => one === edition)];
  return {
    scenario,
    players,
    ...(height === undefined ? {} : { level: height }),
    ...(box === undefined ? {} : { edition: box }),
  };
}

function bestIn(value: unknown): StoredHourglass['best'] {
  const found = Object.entries(fieldsOf(value)).flatMap(([key, entry]) => {
    const { turned, left } = fieldsOf(entry);
    const fits = /^\d{1,2}(?:\/\d{1,2})?$/.test(key) && whole(turned, 0, 9999) && isTime(left);
    return fits ? [[key, { turned, left }] as const] : [];
  });
  return Object.fromEntries(found);
}

export function readKept(text: string | null, now: Millis): StoredHourglass {
  const { pressed, code, known, box, best, sound } = fieldsOf(parsed(text));
  const shared = typeof code === 'string' && isCode('hourglass', code) ? code : null;
  return {
    pressed: pressedIn(pressed, now) ?? DEFAULT_STORED.pressed,
    code: shared,
    known: shared !== null && known !== false, // an older page stored only the code, and had shown the hourglass
    box: boxIn(box),
    best: bestIn(best),
    sound: sound !== false,
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
