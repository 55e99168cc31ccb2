/**
 * The helpers of the tests: set up a game, place heroes and tiles, give commands, and check the result. Cells are
 * written as in the notation: tile number, column a-d, row 1-4 of the tile's own drawing, e.g. '5b3'.
 */
import { expect } from 'vitest';
import {
  beginGame,
  type Cell,
  type Command,
  cellOf,
  decide,
  due,
  type EventOf,
  type EventType,
  evolve,
  type Game,
  type GameEvent,
  type Hero,
  layTile,
  type Millis,
  prepareGame,
  type Refusal,
  type Secret,
  type TileNumber,
  type Wish,
} from '../src/index.ts';

/** The cell that a text names: '5b3' is column b, row 3 of tile 5's own drawing. */
export function cell(name: string): Cell {
  const [, tile, column, row] = /^(\d+)([a-d])([1-4])$/.exec(name) ?? [];
  if (tile === undefined || column === undefined || row === undefined) throw new Error(`no cell: ${name}`);
  return cellOf(Number(tile), (Number(row) - 1) * 4 + 'abcd'.indexOf(column));
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * The default table: scenario 2, four players; the seats own 0 north, 1 south+explore, 2 west+vortex, 3
 * east+escalator.
 */
const FOUR_TILES = [['north'], ['south', 'explore'], ['west', 'vortex'], ['east', 'escalator']] as const;

export interface TestTable {
  game: Game;
  readonly secret: Secret;
  readonly log: GameEvent[];
  at: Millis;
  /** Gives a command that must be accepted; returns the events that it caused. */
  act(command: Command, at?: Millis): readonly GameEvent[];
  /** Gives a command and expects exactly this refusal, and that nothing changed (AC-4). */
  refused(command: Command, why: Refusal, at?: Millis): void;
  /** Lets time pass; returns the events that time alone caused. */
  wait(at: Millis): readonly GameEvent[];
  /** Puts heroes on cells by hand, without asking the rules. */
  stand(heroes: Partial<Record<Hero, string | null>>): TestTable;
  /** Lays tiles by hand at doors: [tile, door]. */
  lay(...tiles: readonly (readonly [tile: TileNumber, door: string])[]): TestTable;
  /** Changes any other part of the game by hand. */
  edit(change: Partial<Game>): TestTable;
}

export function setUp(wish: Partial<Wish> = {}, seed = 'test'): TestTable {
  const players = wish.players ?? 4;
  const dealt = players === 4 && wish.scenario !== 9 ? { actionTiles: FOUR_TILES } : {};
  const prepared = prepareGame({ scenario: 2, players, ...dealt, ...wish }, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  return tableOf(beginGame(prepared.value.event), prepared.value.secret, [prepared.value.event]);
}

/** A table as `setUp` makes it, with the hourglass started. */
export function started(wish: Partial<Wish> = {}, seed = 'test'): TestTable {
  const table = setUp(wish, seed);
  table.act({ type: 'start' }, 0);
  return table;
}

function tableOf(first: Game, secret: Secret, log: GameEvent[]): TestTable {
  const table: TestTable = {
    game: deepFreeze(first),
    secret,
    log,
    at: 0,
    act(command, at = table.at) {
      take(due(table.game, { at, secret }));
      table.at = at;
      const verdict = decide(table.game, command, { at, secret });
      if (!verdict.ok) throw new Error(`refused: ${verdict.error} (${JSON.stringify(command)})`);
      take(verdict.value);
      return verdict.value;
    },
    refused(command, why, at = table.at) {
      take(due(table.game, { at, secret }));
      table.at = at;
      const before = JSON.stringify(table.game);
      expect(decide(table.game, command, { at, secret })).toEqual({ ok: false, error: why });
      expect(JSON.stringify(table.game)).toBe(before);
    },
    wait(at) {
      const events = due(table.game, { at, secret });
      table.at = at;
      take(events);
      return events;
    },
    stand(heroes) {
      const cells = Object.entries(heroes).map(([hero, name]) => [hero, name === null ? null : cell(name)]);
      return table.edit({ heroes: { ...table.game.heroes, ...Object.fromEntries(cells) } });
    },
    lay(...tiles) {
      for (const [tile, door] of tiles) table.edit({ mall: layTile(table.game, tile, cell(door)) });
      return table;
    },
    edit(change) {
      table.game = deepFreeze({ ...table.game, ...change });
      return table;
    },
  };
  const take = (events: readonly GameEvent[]): void => {
    for (const event of events) {
      table.game = deepFreeze(evolve(table.game, event));
      log.push(event);
    }
  };
  return table;
}

/** The event of this type in the list; there must be exactly one. */
export function the<T extends EventType>(events: readonly GameEvent[], type: T): EventOf<T> {
  const found = events.filter((event): event is EventOf<T> => event.type === type);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} x ${type}`);
  return found[0];
}

export const types = (events: readonly GameEvent[]): readonly EventType[] => events.map(event => event.type);
