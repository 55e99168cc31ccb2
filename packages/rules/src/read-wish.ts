/**
 * Reads a wish from outside: a referee file, a message, a shared scenario. It is strict: unknown fields, wrong types and
 * absurd sizes are refused with one sentence. Whether the wish can be granted is decided in prepare.ts.
 */
import {
  type Check,
  type CheckProblem,
  checkIf,
  either,
  integer,
  isRecord,
  type JsonSchema,
  listOf,
  number,
  oneOf,
  record,
  sentence,
  text,
  yesOrNo,
} from './check.ts';
import type { OwnScenario, Wish } from './prepare.ts';
import { problem } from './problem.ts';
import { err, ok, type Result } from './result.ts';
import { RULE_SWITCHES } from './scenario.ts';
import { HOUSE_RULES } from './set-up.ts';
import { ACTIONS, type Action, HEROES, SIDES } from './vocabulary.ts';

const MOST_TILES = 98;
const LONGEST_NAME = 80;
const COORDINATE_LIMIT = 10_000;

/** Whether a value is [x, y], or [x, y, 1] in the second mall. */
export const isCoordinates = (
  value: unknown,
): value is readonly [number, number] | readonly [number, number, 1] =>
  Array.isArray(value) &&
  (value.length === 2 || (value.length === 3 && value[2] === 1)) &&
  value.every(part => Number.isSafeInteger(part) && Math.abs(part) <= COORDINATE_LIMIT);

const coordinates: Check = checkIf(isCoordinates, { code: 'want-place', schema: coordinatesSchema() });

function coordinatesSchema(): JsonSchema {
  const part = { type: 'integer', minimum: -COORDINATE_LIMIT, maximum: COORDINATE_LIMIT };
  return { type: 'array', prefixItems: [part, part, { const: 1 }], items: false, minItems: 2, maxItems: 3 };
}

const action: Check = oneOf(ACTIONS);
const tileList: Check = listOf(integer, MOST_TILES);
const perHero = (check: Check): Check => record(Object.fromEntries(HEROES.map(hero => [hero, check])));

const OWN_SCENARIO: Readonly<Record<keyof OwnScenario, Check>> = {
  name: text(LONGEST_NAME),
  stack: tileList,
  top: tileList,
  side: oneOf(SIDES),
  rules: listOf(oneOf(RULE_SWITCHES), RULE_SWITCHES.length),
};

const OWN: Check = record(OWN_SCENARIO, ['name', 'stack', 'rules']);

/**
 * Checks action tiles. For a solo player the list may contain the seven actions themselves, or each of them as a
 * tile.
 */
const actionTiles: Check = listOf(
  either(entry => typeof entry === 'string', action, listOf(action, 7)),
  9,
);

/** The fields of a wish, each with its check. */
export const WISH_CHECKS: Readonly<Record<Exclude<keyof Wish, 'pile' | 'tileSet'>, Check>> = {
  edition: text(20),
  scenario: either(isRecord, OWN, integer),
  players: integer,
  side: oneOf(SIDES),
  level: integer,
  stack: tileList,
  hourglass: number,
  heroes: perHero(coordinates),
  actionTiles,
  tiles: text(200_000),
  house: record(Object.fromEntries(HOUSE_RULES.map(name => [name, yesOrNo]))),
};

export function readWish(value: unknown): Result<Wish, string> {
  const read = checkWish(value);
  return read.ok ? read : err(sentence('The set-up', read.error));
}

/** `readWish` with a problem as data: its code and its field. */
export function checkWish(value: unknown): Result<Wish, CheckProblem> {
  const found = record(WISH_CHECKS, ['scenario', 'players'])(value);
  if (found !== null) return err(found);
  return withPile(value as Wish & { readonly actionTiles?: readonly (Action | readonly Action[])[] });
}

/** For a player alone the pile is given in place of the action tiles (SO-1b). */
function withPile(
  wish: Wish & { readonly actionTiles?: readonly (Action | readonly Action[])[] },
): Result<Wish, CheckProblem> {
  const { actionTiles: given, ...rest } = wish;
  if (given === undefined) return ok(rest);
  if (wish.players === 1) return ok({ ...rest, pile: given.flat() });
  const tiles = given.filter(tile => typeof tile !== 'string');
  return tiles.length === given.length
    ? ok({ ...rest, actionTiles: tiles })
    : err({ problem: problem('want-lists'), path: ['actionTiles'] });
}
