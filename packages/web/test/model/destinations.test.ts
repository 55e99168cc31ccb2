/** Tests of the marks on the board: every legal choice has one with its command, in all positions of the rules' tests. */
import { decide, type Game, HEROES, type Hero, reach, slide } from '@hush/rules';
import { beforeAll, expect, test } from 'vitest';
import type { TestTable } from '../../../rules/test/kit.ts';
import * as given from '../../../rules/test/positions.ts';
import * as walls from '../../../rules/test/positions-walls.ts';
import { runLength } from '../../src/model/cells.ts';
import { destinationsOf } from '../../src/model/destinations.ts';
import { refusalOf } from '../../src/model/possible.ts';
import { planePoint } from '../../src/model/scene-of.ts';
import { speak } from '../table/play-kit.ts';

beforeAll(() => speak('en'));

const POSITIONS = Object.entries({ ...given, ...walls }).flatMap(([name, make]) =>
  typeof make === 'function' && make.length === 0 ? [[name, make as () => TestTable] as const] : [],
);
const seatsOf = (game: Game): readonly number[] => [...Array(game.setUp.players).keys()];
const MARKED = ['move', 'vortex', 'escalator', 'explore', 'lay', 'discard', 'place'];

test('the recorded games contain positions of each kind that these tests need', () =>
  expect(POSITIONS.length).toBeGreaterThan(30));

test.each(POSITIONS)(
  'AC-1d in %s every mark is a legal command, and every legal command has a mark',
  (_, make) => {
    const { game } = make();
    for (const seat of seatsOf(game)) {
      const all = destinationsOf(game, seat);
      for (const { command } of all) expect(refusalOf(game, seat, command, game.at)).toBeNull();
      const wanted = reach(game, seat).filter(({ type }) => MARKED.includes(type));
      const explores = all.filter(({ mark }) => mark.kind === 'explore').length;
      const others = wanted.filter(({ type }) => type !== 'explore').length;
      expect(all.length - explores).toBe(others);
      expect(explores > 0).toBe(wanted.some(({ type }) => type === 'explore'));
      expect(new Set(all.map(({ mark }) => mark.id)).size).toBe(all.length);
      expect(all.every(({ mark }) => mark.label.length > 3 && !mark.label.includes('play.'))).toBe(true);
    }
  },
);

test('MV-1b the mark of a move has the cells of the move, and its command names where the hero was', () => {
  const { game } = given.start();
  const walks = seatsOf(game)
    .flatMap(seat => destinationsOf(game, seat))
    .filter(({ mark }) => mark.kind === 'walk');
  expect(walks.length).toBeGreaterThanOrEqual(4);
  for (const { mark, command } of walks) {
    if (command.type !== 'go') throw new Error('a walk is a destination');
    expect(mark.path.at(-1)).toEqual(mark.at);
    expect(mark.at).toEqual(planePoint(game, command.to));
    expect(command.from).toBe(game.heroes[command.hero]);
  }
});

test('SC-5d the crystal ball has a mark of its own, where the mage stands', () => {
  const { game } = given.wholeBall();
  const marks = seatsOf(game)
    .flatMap(seat => destinationsOf(game, seat))
    .map(({ mark }) => mark);
  const ball = marks.find(({ kind, hero }) => kind === 'explore' && hero === 'mage');
  expect(ball?.at).toEqual(planePoint(game, game.heroes.mage ?? 0));
});

test('SC-11a the mark of a tile to discard is in the middle of that tile', () => {
  const { game } = walls.twoTilesToGo();
  const [one] = destinationsOf(game, 0).filter(({ mark }) => mark.kind === 'discard');
  expect(one?.mark.hero).toBeNull();
  expect((one?.mark.at.x ?? 0) % 1).toBe(0.5);
});

test('if two heroes can go to one cell, the one that the player touched last comes first', () => {
  const found = POSITIONS.flatMap(([, make]) => {
    const { game } = make();
    return seatsOf(game).flatMap(seat => {
      const all = destinationsOf(game, seat);
      const twice = all.find(({ mark }) =>
        all.some(
          other =>
            other.mark.hero !== mark.hero && other.mark.at.x === mark.at.x && other.mark.at.y === mark.at.y,
        ),
      );
      return twice === undefined ? [] : [{ game, seat, at: twice.mark.at }];
    });
  });
  expect(found.length).toBeGreaterThan(0);
  for (const { game, seat, at } of found) {
    const heroesAt = (touched: Hero | null): readonly (Hero | null)[] =>
      destinationsOf(game, seat, touched)
        .filter(({ mark }) => mark.at.x === at.x && mark.at.y === at.y)
        .map(({ mark }) => mark.hero);
    for (const hero of heroesAt(null)) if (hero !== null) expect(heroesAt(hero)[0]).toBe(hero);
  }
});

test.each(POSITIONS)('in %s a run is legal and ends at the first symbol, junction or wall', (_, make) => {
  const { game } = make();
  for (const hero of HEROES) {
    for (const dir of ['north', 'east', 'south', 'west'] as const) {
      const [run, most] = [runLength(game, hero, dir), slide(game, hero, dir).length];
      expect(run).toBeLessThanOrEqual(most);
      expect(run > 0).toBe(most > 0);
    }
  }
});

test.each(POSITIONS)(
  'AC-4a in %s every command that the page refuses is refused by the referee for the same reason',
  (_, make) => {
    const { game } = make();
    const secret = { seed: '', stack: null, pile: null };
    for (const seat of seatsOf(game)) {
      for (const hero of HEROES) {
        for (const dir of ['north', 'west'] as const) {
          const verdict = decide(game, { type: 'move', seat, hero, dir, steps: 1 }, { at: game.at, secret });
          const here = refusalOf(game, seat, { type: 'move', hero, dir, steps: 1 }, game.at);
          expect(here).toBe(verdict.ok ? null : verdict.error);
        }
      }
    }
  },
);
