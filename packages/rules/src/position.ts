/**
 * A position as text, for tests, bug reports and links: the set-up, then what has changed since. Reading the text
 * returns exactly the same game; an impossible position is refused with its line.
 */
import { LOSS_REASONS } from './events.ts';
import { beginGame } from './evolve.ts';
import { type Game, STATUSES } from './game.ts';
import { joinTile, laidTiles, type Mall } from './mall.ts';
import {
  ACTION,
  ACTION_TILE,
  CELL_WORD,
  cellName,
  SEAT,
  SHORT_TIME,
  TILE_WORD,
  TILES,
  TIME,
} from './names.ts';
import { clause, type Filled, type KeySheet, list, readKeySheet, sheetLines, slot } from './phrase.ts';
import { mallFlaw, positionFlaw, type Spot } from './position-check.ts';
import { err, ok, type Result } from './result.ts';
import { placeFlaw, readSetUp, setUpLines } from './set-up-text.ts';
import { type ByHero, byHero, type Cell, HEROES } from './vocabulary.ts';
import {
  COUNT,
  linesAfterTitle,
  linesOf,
  listWord,
  type NotationWord,
  type TextProblem,
  wordOf,
  wordOrNull,
  YES_NO,
} from './words.ts';

const VERSION = 'hush position 1';

/** A game as a flat object with one field for each line of the text. */
interface Fields
  extends Pick<Game, 'at' | 'status' | 'reason' | 'turned' | 'theft' | 'talking' | 'outOfOrder'>,
    Pick<Game, 'halfUsedBall' | 'discards' | 'actionTiles' | 'pawn' | 'nudgedAt' | 'staredAt' | 'bots'>,
    ByHero<Standing> {
  readonly left: Game['hourglass']['left'];
  readonly since: Game['hourglass']['since'];
  readonly mall: readonly Spot[];
  readonly stack: Game['stack']['left'];
  readonly under: Game['stack']['under'];
  readonly next: Game['stack']['next'];
  readonly drawn: number | null;
  readonly places: readonly Cell[];
  readonly own: readonly Cell[];
  readonly ball: Cell | null;
  readonly pile: number;
  readonly top: NonNullable<Game['solo']>['top'];
}

/** Where a hero is, and whether it has escaped. */
interface Standing {
  readonly cell: Cell | null;
  readonly out: boolean;
}

/**
 * How a hero's place is written: `5b3`; `5b3!` for a hero who has escaped and remains there (SC-10d, SC-17c); `out`.
 */
const STANDING: NotationWord<Standing> = {
  what: 'a cell such as 5b3, or out',
  write: ({ cell, out }) =>
    cell === null ? (out ? 'out' : 'nowhere') : `${cellName(cell)}${out ? '!' : ''}`,
  read: text => {
    if (text === 'out' || text === 'nowhere') return { cell: null, out: text === 'out' };
    const out = text.endsWith('!');
    const cell = CELL_WORD.read(out ? text.slice(0, -1) : text);
    return cell === undefined ? undefined : { cell, out };
  },
};

/**
 * How a laid tile is written: `5@1,-4/90` is tile 5, its top-left cell at [1,-4], turned by a quarter; `3@0,0,1` lies
 * in the second mall.
 */
const SPOT: NotationWord<Spot> = {
  what: 'a tile and its place such as 5@1,-4/90',
  write: ({ tile, x, y, turn, mall }) =>
    `${tile}@${x},${y}${mall === 1 ? ',1' : ''}${turn === 0 ? '' : `/${turn * 90}`}`,
  read: text => {
    const [, tile, x, y, mall, turn = '0'] =
      /^([1-9]\d?)@(-?\d{1,3}),(-?\d{1,3})(,1)?(?:\/(90|180|270))?$/.exec(text) ?? [];
    if (tile === undefined || x === undefined || y === undefined) return undefined;
    const number = mall === undefined ? 0 : 1;
    // Adding 0 turns -0 into 0; a game with -0 would not equal the original.
    return { tile: Number(tile), x: Number(x) + 0, y: Number(y) + 0, turn: Number(turn) / 90, mall: number };
  },
};

const MAYBE_TIME = wordOrNull(TIME, '-');

const SHEET: KeySheet<Fields> = [
  {
    key: 'now',
    phrase: [
      slot('at', TIME),
      slot('status', wordOf('a status', STATUSES)),
      clause('by', 'reason', wordOf('a reason', LOSS_REASONS)),
    ],
  },
  { key: 'sand', phrase: [slot('left', SHORT_TIME), 'since', slot('since', SHORT_TIME)] },
  { key: 'turned', phrase: [slot('turned', COUNT)] },
  { key: 'mall', phrase: [list('mall', SPOT)] },
  { key: 'heroes', phrase: HEROES.flatMap(hero => [hero, slot(hero, STANDING)]) },
  { key: 'marked', phrase: [list('outOfOrder', CELL_WORD)] },
  { key: 'theft', phrase: [slot('theft', YES_NO)] },
  { key: 'talking', phrase: [slot('talking', YES_NO)] },
  {
    key: 'stack',
    phrase: [slot('stack', COUNT), 'under', slot('under', TILES), clause('next', 'next', TILE_WORD)],
  },
  {
    key: 'drawn',
    phrase: [
      slot('drawn', wordOrNull(TILE_WORD, 'nothing')),
      'for',
      slot('places', listWord(CELL_WORD)),
      'own',
      slot('own', listWord(CELL_WORD)),
      clause('ball', 'ball', CELL_WORD),
    ],
  },
  { key: 'half-used', phrase: [slot('halfUsedBall', wordOrNull(CELL_WORD, 'no'))] },
  { key: 'discards', phrase: [slot('discards', COUNT)] },
  { key: 'actions', phrase: [list('actionTiles', ACTION_TILE)] },
  { key: 'pile', phrase: [slot('pile', COUNT), clause('top', 'top', ACTION)] },
  { key: 'pawn', phrase: [slot('pawn', wordOrNull(SEAT, 'nobody'))] },
  { key: 'nudged', phrase: [list('nudgedAt', MAYBE_TIME)] },
  { key: 'stared', phrase: [list('staredAt', MAYBE_TIME)] },
  { key: 'bots', phrase: [list('bots', SEAT)] },
];

export function positionText(game: Game): string {
  const setUp = { type: 'gameSetUp', at: 0, setUp: game.setUp } as const;
  const { at: _, status: __, reason: ___, ...usual } = fieldsOf(beginGame(setUp));
  const lines = sheetLines(SHEET, fieldsOf(game), usual);
  return [VERSION, ...setUpLines(setUp, 'brief'), '', ...lines, ''].join('\n');
}

function fieldsOf(game: Game): Fields {
  const { rules: _, setUp: __, hourglass, heroes, out, mall: ___, stack, drawn, solo, ...same } = game;
  return {
    ...same,
    ...byHero(hero => ({ cell: heroes[hero], out: out[hero] })),
    left: hourglass.left,
    since: hourglass.since,
    mall: laidTiles(game),
    stack: stack.left,
    under: stack.under,
    next: stack.next,
    drawn: drawn?.tile ?? null,
    places: drawn?.places ?? [],
    own: drawn?.own ?? [],
    ball: drawn?.ball ?? null,
    pile: solo?.pile ?? 0,
    top: solo?.top ?? null,
  };
}

export function parsePosition(text: string): Result<Game, TextProblem> {
  const lines = linesAfterTitle(linesOf(text), VERSION);
  if (!lines.ok) return lines;
  const now = lines.value.findIndex(line => line.words[0]?.text === 'now');
  const last = lines.value.at(-1);
  if (now < 0) return err({ line: last?.number ?? 1, column: 1, why: 'the line "now" is missing' });
  const setUp = readSetUp(lines.value.slice(0, now), lines.value[now]);
  if (!setUp.ok) return setUp;
  const filled = readKeySheet(SHEET, lines.value.slice(now));
  if (!filled.ok) return filled;
  return checked(beginGame(setUp.value), filled.value);
}

/** The game, or the reason why it is impossible. */
function checked(begun: Game, filled: Filled<Fields>): Result<Game, TextProblem> {
  const fields = { ...fieldsOf(begun), ...filled.values };
  const misplaced = mallFlaw(begun, fields.mall);
  if (misplaced !== undefined) return err(placeFlaw(filled, misplaced, filled.lines['now']));
  const game = gameOf(begun, fields);
  const flaw = positionFlaw(game);
  return flaw === undefined ? ok(game) : err(placeFlaw(filled, flaw, filled.lines['now']));
}

function gameOf(begun: Game, fields: Fields): Game {
  const { left, since, mall, barbarian, mage, elf, dwarf, ...others } = fields;
  const { stack, under, next, drawn, places, own, ball, pile, top, ...same } = others;
  const standing = { barbarian, mage, elf, dwarf };
  return {
    ...begun,
    ...same,
    hourglass: { capacity: begun.hourglass.capacity, left, since },
    mall: mallOf(begun, mall),
    heroes: byHero(hero => standing[hero].cell),
    out: byHero(hero => standing[hero].out),
    stack: { left: stack, under, next },
    drawn: drawn === null ? null : { tile: drawn, places, own, ball },
    solo: begun.solo && { top, pile },
  };
}

/** The mall made of laid tiles: which openings are joined follows from their places (BD-4d). */
const mallOf = ({ setUp }: Game, spots: readonly Spot[]): Mall =>
  spots.reduce<Mall>((mall, spot) => joinTile({ setUp, mall }, { ...spot, joined: [0, 0, 0, 0] }), {});
