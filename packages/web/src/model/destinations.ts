/**
 * Everything that a player may choose on the board now: a mark and the command it stands for. Hero, action and distance
 * follow from the destination. If two heroes can go to a cell, the hero that the player touched last comes first.
 */
import type { PlayCommand } from '@hush/protocol';
import {
  type Cell,
  type Command,
  type CommandOf,
  cellOf,
  doorAt,
  explorations,
  type Game,
  type Hero,
  reach,
  slide,
} from '@hush/rules';
import type { ChoiceMark } from '../board/scene.ts';
import { say } from '../i18n/catalogs.ts';
import { escalatorEnd } from './cells.ts';
import { directionName, heroName, thingAt } from './game-words.ts';
import { planePoint } from './scene-of.ts';

export interface Destination {
  readonly mark: ChoiceMark;
  readonly command: PlayCommand;
}

export function destinationsOf(
  game: Game,
  seat: number,
  touched: Hero | null = null,
): readonly Destination[] {
  const all = reach(game, seat).flatMap(command => destinations(game, command));
  return touched === null ? all : [...all.filter(by(touched)), ...all.filter(one => !by(touched)(one))];
}

const by =
  (hero: Hero) =>
  ({ mark }: Destination): boolean =>
    mark.hero === hero;

function destinations(game: Game, command: Command): readonly Destination[] {
  switch (command.type) {
    case 'move':
      return walk(game, command);
    case 'vortex':
    case 'place':
      return [jump(game, command)];
    case 'escalator':
      return ride(game, command.hero);
    case 'explore':
      return exploring(game);
    case 'lay':
      return [laying(game, command.door)];
    case 'discard':
      return [discarding(game, command.tile)];
    default:
      return [];
  }
}

/** A move to a cell. `go` names the cell, so the command is still right if the hero moves before the table judges it. */
function walk(game: Game, { hero, dir, steps }: CommandOf<'move'>): readonly Destination[] {
  const cells = slide(game, hero, dir).slice(0, steps);
  const [from, to] = [game.heroes[hero], cells.at(-1)];
  if (to === undefined || from === null) return [];
  const path = cells.map(cell => planePoint(game, cell));
  const values = { hero: heroName(hero), direction: directionName(dir), steps };
  const label = withThing(game, to, say('play.mark.walk', values));
  return [
    {
      mark: { id: `walk:${hero}:${to}`, kind: 'walk', at: planePoint(game, to), hero, path, label },
      command: { type: 'go', hero, to, from },
    },
  ];
}

const withThing = (game: Game, cell: Cell, label: string): string => {
  const thing = thingAt(game, cell);
  return thing === null ? label : say('play.mark.with', { label, thing });
};

const still = (game: Game, cell: Cell): Pick<ChoiceMark, 'at' | 'path'> => ({
  at: planePoint(game, cell),
  path: [],
});

function jump(game: Game, { type, hero, to }: CommandOf<'vortex' | 'place'>): Destination {
  const tile = to >> 4;
  const label = say(`play.mark.${type}`, { hero: heroName(hero), tile });
  return {
    mark: { id: `${type}:${hero}:${to}`, kind: type, hero, label, ...still(game, to) },
    command: { type, hero, to },
  };
}

function ride(game: Game, hero: Hero): readonly Destination[] {
  const end = escalatorEnd(game, game.heroes[hero] ?? -1);
  if (end === null) return [];
  const label = withThing(game, end, say('play.mark.escalator', { hero: heroName(hero) }));
  return [
    {
      mark: { id: `escalator:${hero}`, kind: 'escalator', hero, label, ...still(game, end) },
      command: { type: 'escalator', hero },
    },
  ];
}

/** Marks at each door where its own hero stands, and one on the crystal ball, which can open all other doors (SC-5e). */
function exploring(game: Game): readonly Destination[] {
  const { own, ball } = explorations(game);
  const at = (cell: Cell, hero: Hero, label: string): Destination => ({
    mark: { id: `explore:${cell}`, kind: 'explore', hero, label, ...still(game, cell) },
    command: { type: 'explore' },
  });
  const doors = own.flatMap(cell => {
    const hero = doorAt(game, cell);
    return hero === null ? [] : [at(cell, hero, say('play.mark.explore', { hero: heroName(hero) }))];
  });
  return ball === null ? doors : [...doors, at(ball, 'mage', say('play.mark.ball'))];
}

function laying(game: Game, door: Cell): Destination {
  const hero = doorAt(game, door);
  const label = say('play.mark.lay', { hero: hero === null ? '' : heroName(hero), tile: door >> 4 });
  return {
    mark: { id: `lay:${door}`, kind: 'lay', hero, label, ...still(game, door) },
    command: { type: 'lay', door },
  };
}

/** A tile to discard; its mark is in the middle of the tile, between cells. */
function discarding(game: Game, tile: number): Destination {
  const [a, b] = [planePoint(game, cellOf(tile, 0)), planePoint(game, cellOf(tile, 15))];
  const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return {
    mark: {
      id: `discard:${tile}`,
      kind: 'discard',
      at,
      hero: null,
      path: [],
      label: say('play.mark.discard', { tile }),
    },
    command: { type: 'discard', tile },
  };
}
