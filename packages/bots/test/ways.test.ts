/** Distances: the planner's tables agree with the rules' moves, tried one by one. */
import {
  beginGame,
  type Cell,
  decide,
  evolve,
  type Game,
  HEROES,
  type Hero,
  layTile,
  prepareGame,
  reach,
  unexploredDoors,
} from '@hush/rules';
import { expect, test } from 'vitest';
import { mallGraphOf } from '../src/mall-graph.ts';
import { outlookOf, walkGraphOf } from '../src/outlook.ts';
import { distances, UNREACHABLE } from '../src/walk.ts';
import { dice } from './dice.ts';

const ALL = ['north', 'east', 'south', 'west', 'explore', 'vortex', 'escalator'] as const;

function someMall(seed: string, tiles: number, theft: boolean): Game {
  const prepared = prepareGame({ scenario: 7, players: 2, level: 24 }, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  let game = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  const below = dice(seed.length * 77 + tiles);
  for (const tile of game.setUp.stack.slice(0, tiles)) {
    const doors = unexploredDoors(game);
    const door = doors[below(doors.length)];
    if (door !== undefined) game = { ...game, mall: layTile(game, tile, door) };
  }
  const cells = [...mallGraphOf(game).cells];
  const heroes = { ...game.heroes };
  for (const hero of HEROES) heroes[hero] = cells.splice(below(cells.length), 1)[0] ?? 0;
  return { ...game, heroes, theft, actionTiles: [ALL, ALL] };
}

/** Every cell a hero can reach, with the number of actions, by asking the referee for all legal moves. */
function byTheRules(game: Game, hero: Hero): ReadonlyMap<Cell, number> {
  const { traps } = outlookOf(game, { at: 0, pace: 0, searchOn: false });
  const start = game.heroes[hero] ?? 0;
  const seen = new Map<Cell, number>([[start, 0]]);
  for (const [cell, d] of seen) {
    const stops = traps[cell] === 0 || cell === start;
    for (const to of stops ? endsFrom(game, hero, cell) : []) if (!seen.has(to)) seen.set(to, d + 1);
  }
  return seen;
}

function endsFrom(game: Game, hero: Hero, cell: Cell): readonly Cell[] {
  const there = { ...game, heroes: { ...game.heroes, [hero]: cell } };
  const commands = reach(there, 0).filter(command => 'hero' in command && command.hero === hero);
  return commands.flatMap(command => {
    const verdict = decide(there, command, { at: 0, secret: { seed: 's', stack: null, pile: null } });
    const moved = verdict.ok ? verdict.value[0] : undefined;
    return moved?.type === 'heroMoved' ? [moved.to] : [];
  });
}

test.each([
  ['a', 8, false],
  ['bb', 14, false],
  ['ccc', 23, false],
  ['dddd', 23, true],
  ['eeeee', 17, true],
])(
  "MV-1b VX-1d ES-1b in the mall %s of %i tiles the bots' distances equal those of the referee",
  (seed, tiles, theft) => {
    const game = someMall(seed, tiles, theft);
    const outlook = outlookOf(game, { at: 0, pace: 0, searchOn: false });
    for (const hero of HEROES) {
      const ground = walkGraphOf(outlook, hero, HEROES);
      const walked = byTheRules(game, hero);
      const here = game.heroes[hero] ?? 0;
      for (const goal of mallGraphOf(game).cells) {
        if (HEROES.some(other => game.heroes[other] === goal)) continue;
        const dist = distances(ground, [goal])[here] ?? UNREACHABLE;
        expect({ hero, goal, dist: dist >= UNREACHABLE ? null : dist }).toEqual({
          hero,
          goal,
          dist: walked.get(goal) ?? null,
        });
      }
    }
  },
);
