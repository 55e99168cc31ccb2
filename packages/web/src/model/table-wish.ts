/**
 * The wish: the game that people choose. It is stored on this device, checked, and sent to the server to create a
 * table.
 */
import { MOST_SEATS, type TableWish } from '@hush/protocol';
import {
  EDITION_RULES,
  type Edition,
  editionNamed,
  LEVELS,
  ok,
  playersAllowed,
  type Result,
  readWish,
  SCENARIOS,
  type Scenario,
} from '@hush/rules';
import { type RequestError, request } from '../device/http.ts';
import { storage } from '../device/storage.ts';
import { sayOne } from '../i18n/say.ts';

export const PLAIN_WISH: TableWish = { scenario: 1 };

/** The last wish of this device. The number of players is dropped, because it depends on who is connected. */
export function storedWish(): TableWish {
  try {
    const kept = JSON.parse(storage.get('wish') ?? 'null') as Record<string, unknown> | null;
    const read = readWish({ ...kept, players: 1 });
    if (!read.ok || typeof read.value.scenario !== 'number') return PLAIN_WISH;
    const { players: _, heroes: __, actionTiles: ___, pile: ____, ...wish } = read.value;
    return wish;
  } catch {
    return PLAIN_WISH;
  }
}

/** Stores a wish without its fixed deal, because the next table must not get the same deal. */
export const storeWish = ({ heist: _, ghost: __, seed: ___, ...wish }: TableWish): void =>
  storage.put('wish', JSON.stringify(wish));

export const scenarioOf = ({ scenario }: TableWish): Scenario | null =>
  typeof scenario === 'number' ? (SCENARIOS.find(({ number }) => number === scenario) ?? null) : null;

export const editionOfWish = ({ edition }: TableWish): Edition => editionNamed(edition ?? '') ?? 'revised';

/** The usual size of the mall: the highest tile number in the scenario's stack (SC-La). */
export const ownLevel = ({ stack, top }: Scenario): number => Math.max(...stack, ...top);

/**
 * The levels to choose from. A scenario of the introduction may be played at its own level and at every level of `LEVELS`
 * (SC-Lf).
 */
export const levelsOf = (scenario: Scenario): readonly number[] =>
  scenario.levels.length > 0
    ? scenario.levels
    : [...new Set([ownLevel(scenario), ...LEVELS])].sort((a, b) => a - b);

/** The wish for another scenario, without the fields that belong to the previous scenario. */
export function withScenario(wish: TableWish, number: number): TableWish {
  const { level: _, side: __, stack: ___, about: ____, ...rest } = wish;
  return { ...rest, scenario: number };
}

/** The wish for the next scenario: on the path at its printed level, among the challenges at the level of the last game. */
export function wishForNextScenario(wish: TableWish, number: number): TableWish {
  const next = withScenario(wish, number);
  const [from, to] = [scenarioOf(wish), scenarioOf(next)];
  const { level } = wish;
  const stays = level !== undefined && from !== null && from.number !== null && from.number > 7;
  return stays && to?.levels.includes(level) && level !== ownLevel(to) ? { ...next, level } : next;
}

export type WhyNot = { readonly why: 'few' | 'many' | 'solo' | 'edition'; readonly n: number };

/** Returns why this number of people cannot play the wish; null if they can. */
export function whyNot(wish: TableWish, players: number): WhyNot | null {
  const rules = EDITION_RULES[editionOfWish(wish)];
  const scenario = scenarioOf(wish);
  const switches =
    scenario?.rules ?? (typeof wish.scenario === 'object' ? wish.scenario.rules : ([] as const));
  const { least, most } = playersAllowed(switches);
  if ((scenario?.number ?? 0) > rules.scenarios) return { why: 'edition', n: rules.scenarios };
  if (players < least) return { why: 'few', n: least };
  if (players > most) return { why: 'many', n: most };
  return players === 1 && !rules.solo ? { why: 'solo', n: 2 } : null;
}

/** Returns why no number of players can play the wish; null if some number can. */
export function whyNever(wish: TableWish): WhyNot | null {
  const { players = MOST_SEATS } = wish;
  const whys = Array.from({ length: players }, (_, i) => whyNot(wish, i + 1));
  return whys.includes(null) ? null : (whys.at(-1) ?? null);
}

/** Creates a table on the server and returns its code. */
export async function requestTable(wish: TableWish): Promise<Result<string, RequestError>> {
  const made = await request<{ readonly code: string }>('/api/tables', {
    method: 'POST',
    body: JSON.stringify({ wish }),
  });
  return made.ok ? ok(made.value.code) : made;
}

/** Why the server created no table, in a sentence for the home screen. */
export const noTableText = ({ code }: Pick<RequestError, 'code'>): string =>
  sayOne('home.noTable', code, 'home.noTable.refused');
