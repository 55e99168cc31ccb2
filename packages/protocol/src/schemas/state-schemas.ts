/** JSON Schemas of the state of a game and of the table around it, as the `snapshot` of a `welcome` contains it. */
import {
  ACTIONS,
  EVENT_CHECKS,
  type Game,
  HEROES,
  type JsonSchema,
  LOSS_REASONS,
  RULE_SWITCHES,
  STATUSES,
} from '@hush/rules';
import { LARGEST_CELL } from '../commands/play-command.ts';
import { MOST_SEATS } from '../commands/seats.ts';
import { TEMPERS } from '../commands/tempers.ts';
import type { Bot } from '../state/bot-seats.ts';
import { MOST_KICKED, type TableState } from '../state/table-state.ts';
import { nullOr, objectSchema, refTo } from './json-schema.ts';

/** A schema for every field of a type; the compiler reports a missing one. */
type Fields<T> = { readonly [K in keyof T]-?: JsonSchema };

const whole = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const said = (description: string, schema: JsonSchema): JsonSchema => ({ description, ...schema });
const byHero = (schema: JsonSchema): JsonSchema =>
  objectSchema(Object.fromEntries(HEROES.map(hero => [hero, schema])));

const CELL = whole(0, LARGEST_CELL);
const SEAT = whole(0, MOST_SEATS - 1);
const TILE = whole(1, 99);
const MILLIS = whole(0);
const ACTION: JsonSchema = { enum: ACTIONS };
const YES_OR_NO: JsonSchema = { type: 'boolean' };

const MALL: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: '^[1-9][0-9]?$' },
  additionalProperties: objectSchema({
    tile: TILE,
    x: whole(-9_999, 9_999),
    y: whole(-9_999, 9_999),
    turn: said('Quarter turns clockwise.', whole(0, 3)),
    mall: whole(0, 1),
    joined: said('By the sides of its own drawing (north, east, south, west): the tile joined there, or 0.', {
      ...list(whole(0, 99)),
      minItems: 4,
      maxItems: 4,
    }),
  }),
};

const DRAWN = objectSchema({
  tile: TILE,
  places: said('The doors at which it may be laid.', list(CELL)),
  own: list(CELL),
  ball: nullOr(CELL),
});

const GAME: Fields<Game> = {
  setUp: refTo('setUp'),
  mall: said('The laid tiles by number.', MALL),
  rules: objectSchema(Object.fromEntries(RULE_SWITCHES.map(name => [name, YES_OR_NO]))),
  status: { enum: STATUSES },
  reason: said('Why a game was lost.', nullOr({ enum: LOSS_REASONS })),
  at: said('The moment of the last event.', MILLIS),
  hourglass: said(
    'The sand in the upper bulb was `left` at the moment `since`.',
    objectSchema({ capacity: MILLIS, left: MILLIS, since: MILLIS }),
  ),
  turned: said('How often the hourglass was turned.', whole(0)),
  heroes: said('The cell of each hero; null where it has left the mall.', byHero(nullOr(CELL))),
  out: said('Who has escaped.', byHero(YES_OR_NO)),
  theft: YES_OR_NO,
  talking: said('Whether people may talk until the next action.', YES_OR_NO),
  stack: objectSchema({ left: whole(0), under: list(TILE), next: nullOr(TILE) }),
  drawn: said('The tile in the hand of the explorer.', nullOr(DRAWN)),
  outOfOrder: said('Cells that are used up.', list(CELL)),
  halfUsedBall: nullOr(CELL),
  discards: said('How many tiles must leave the mall before anything else.', whole(0)),
  actionTiles: said('The actions of each seat.', list(list(ACTION))),
  solo: said(
    'For a player alone: the pile of actions.',
    nullOr(objectSchema({ top: nullOr(ACTION), pile: whole(0) })),
  ),
  pawn: nullOr(SEAT),
  nudgedAt: list(nullOr(MILLIS)),
  staredAt: list(nullOr(MILLIS)),
  bots: said('Seats that a bot has played.', list(SEAT)),
};

export const gameStateSchema = (): JsonSchema => objectSchema(GAME);

export function setUpSchema(): JsonSchema {
  const { setUp } = EVENT_CHECKS.gameSetUp;
  if (setUp === undefined) throw new Error('the set-up has no check');
  return setUp.schema;
}

const MEMBER = whole(1);
const SEATS = list(nullOr(MEMBER));
const BOT: Fields<Bot> = { member: MEMBER, temper: { enum: TEMPERS }, no: whole(1) };

const TABLE: Fields<TableState> = {
  wish: refTo('wish'),
  seats: said('Members by seat; null where somebody left in the middle of a game.', SEATS),
  played: said('Who sat there when the last game ended.', SEATS),
  left: said('Who left a seat in the middle of the last game.', SEATS),
  host: nullOr(MEMBER),
  locked: YES_OR_NO,
  ready: list(MEMBER),
  muted: list(MEMBER),
  kicked: { ...list(MEMBER), maxItems: MOST_KICKED },
  nextMember: MEMBER,
  game: nullOr(refTo('gameState')),
  games: said('How many games have begun here.', whole(0)),
  playedOn: said('The last game was played on from a moment of an earlier one.', YES_OR_NO),
  bots: list(objectSchema(BOT)),
  standIns: said('Members for whom a bot plays.', list(MEMBER)),
  botsSitIn: YES_OR_NO,
  programs: said('Members that are programs of somebody.', list(MEMBER)),
  programsAllowed: YES_OR_NO,
  consents: said('Members who agree that games are collected for research.', list(MEMBER)),
  unwatched: said('Only those who sit here are let in.', YES_OR_NO),
  spectatorDelay: said('How many seconds later spectators see a game.', whole(0)),
  lost: said('How many entries the journal has lost since the last game began.', whole(0)),
};

/** Fields of a table that are missing until something sets them. */
const LATER: readonly (keyof TableState)[] = [
  'played',
  'left',
  'muted',
  'kicked',
  'bots',
  'standIns',
  'botsSitIn',
  'programs',
  'programsAllowed',
  'consents',
  'playedOn',
  'unwatched',
  'spectatorDelay',
  'lost',
];

export const tableStateSchema = (): JsonSchema => objectSchema(TABLE, LATER);
