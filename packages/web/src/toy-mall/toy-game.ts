/**
 * The toy mall as a game: tiles 1 (side A) and 2 of the standard set, four heroes, the deal of the lobby. Moves follow
 * the real rules; nothing else can happen in it.
 */
import type { LobbyMessage, PlayCommand } from '@hush/protocol';
import {
  actionsOf,
  beginGame,
  type Cell,
  type Command,
  cellOf,
  decide,
  type EventOf,
  evolve,
  type Game,
  HEROES,
  prepareGame,
  tileNumbered,
  tileOf,
} from '@hush/rules';
import { straightTo } from '../model/cells.ts';

const SECOND_TILE = 2;
/** The door in the east of tile 1. */
const DOOR = cellOf(1, 11);
const SECRET = { seed: 'toy mall', stack: null, pile: null } as const;

function mallOfTwo(): Game {
  const wish = { scenario: { name: '', stack: [SECOND_TILE], rules: [] }, players: 2 };
  const prepared = prepareGame(wish, SECRET.seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const started = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  const laid = evolve(started, {
    type: 'tileLaid',
    at: 0,
    seat: 0,
    tile: SECOND_TILE,
    door: DOOR,
    by: 'elf',
  });
  return { ...laid, stack: { left: 0, under: [], next: null } };
}

const EMPTY = mallOfTwo();

/** Whether a hero of the toy mall can stand on a cell; clients may send any number. */
function isFloor(cell: Cell): boolean {
  if (EMPTY.mall[tileOf(cell)] === undefined) return false;
  return tileNumbered(EMPTY, tileOf(cell))?.solid[cell & 15] === false;
}

/** The toy mall before any hero was moved, with these action tiles. */
export const toyMall = (deal: LobbyMessage['deal']): Game => ({
  ...EMPTY,
  setUp: { ...EMPTY.setUp, players: deal.length },
  actionTiles: deal,
});

/** The toy mall with the heroes at these places. A place that is not floor, or is taken, is ignored. */
export function toyGame(mall: Game, toys: LobbyMessage['toys']): Game {
  const heroes = { ...EMPTY.heroes };
  for (const hero of HEROES) {
    const to = toys[hero];
    const taken = HEROES.some(other => other !== hero && (toys[other] ?? EMPTY.heroes[other]) === to);
    if (to !== undefined && isFloor(to) && !taken) heroes[hero] = to;
  }
  return { ...mall, heroes };
}

const asCommand = (game: Game, seat: number, command: PlayCommand): Command | null => {
  if (command.type !== 'go') return { ...command, seat } as Command;
  const way = straightTo(game, command.hero, command.to);
  return way !== null && actionsOf(game, seat).includes(way.dir)
    ? { type: 'move', seat, hero: command.hero, ...way }
    : null;
};

/** Returns the move that a command makes in the toy mall; null if it moves no hero. */
export function toyMove(game: Game, seat: number, command: PlayCommand): EventOf<'heroMoved'> | null {
  const full = asCommand(game, seat, command);
  const verdict = full && decide(game, full, { at: 0, secret: SECRET });
  if (!verdict?.ok) return null;
  return verdict.value.find(event => event.type === 'heroMoved') ?? null;
}
