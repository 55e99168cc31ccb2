/**
 * Laws that hold in every game, for all commands. Games are random but repeatable (random-games.ts); the seeds are
 * fixed, HUSH_RUNS multiplies the number of games.
 */
import { expect, test } from 'vitest';
import {
  type Command,
  decide,
  due,
  evolve,
  type Game,
  type GameEvent,
  HEROES,
  isOver,
  laidTiles,
  replay,
  sandLeft,
  type TileNumber,
} from '../src/index.ts';
import { naiveReach, standOnItems } from './naive.ts';
import { edgeOf, planeOf, spotOf } from './naive-plane.ts';
import { expectAgreement, expectDoors, spell } from './perft.ts';
import { chanceFrom } from './player.ts';
import {
  check,
  isBoardCommand,
  isOffered,
  law,
  type Moment,
  must,
  nonsense,
  type Plan,
  planOf,
  playOut,
  prepared,
  smallArb,
  withRules,
} from './random-games.ts';

test('AC-4a a refused command changes nothing, and decide never changes a game', () => {
  let refused = 0;
  law(25, 1, plan => {
    playOut(plan, ({ before, verdict, after, events }) => {
      if (verdict.ok || events.length > 0) return;
      refused++;
      must(after === before, 'the same game');
    });
  });
  expect(refused).toBeGreaterThan(100);
});

test('BD-1a BD-1c no two heroes share a cell, and every hero is on a corridor cell of a laid tile or off the board', () => {
  law(20, 2, plan => {
    playOut(plan, ({ after, events }) => {
      if (events.length === 0) return;
      const plane = planeOf(after);
      const standing = HEROES.map(hero => after.heroes[hero]).filter(cell => cell !== null);
      must(new Set(standing).size === standing.length, 'one hero on a cell');
      must(
        standing.every(cell => spotOf(plane, cell) !== undefined),
        'heroes stand on corridor',
      );
      must(
        HEROES.every(hero => after.heroes[hero] !== null || after.out[hero]),
        'only who is out is off the board',
      );
    });
  });
});

test('HG-1b HG-2b no sand is made or lost: turning exchanges the two bulbs, and nothing else changes them', () => {
  let turned = 0;
  law(30, 3, plan => {
    playOut({ ...plan, aim: 'hourglass', opening: 100 }, ({ before, events }) => {
      let game = before;
      for (const event of events) {
        const left = sandLeft(game, event.at);
        const next = evolve(game, event);
        const now = sandLeft(next, event.at);
        const turns = event.type === 'hourglassTurned';
        if (turns) turned++;
        must(now === (turns ? game.hourglass.capacity - left : left), `${left} before, ${now} after`);
        game = next;
      }
    });
  });
  expect(turned).toBeGreaterThan(20);
});

test('SU-2a the same seed and the same commands give the same events', () => {
  law(12, 4, plan => {
    expect(playOut(plan)).toEqual(playOut(plan));
  });
});

test('AC-1d AC-4a `decide` accepts exactly what `reach` offers', () => {
  const seen = { accepted: 0, refused: 0 };
  const ask = ({ after, at, secret }: Moment, command: Command): void => {
    if (due(after, { at, secret }).length > 0) return; // an hourglass that is turned while full is empty at once (HG-5)
    const verdict = decide(after, command, { at, secret });
    seen[verdict.ok ? 'accepted' : 'refused']++;
    const says = verdict.ok ? 'accepted' : verdict.error;
    if (verdict.ok !== isOffered(after, command)) throw new Error(`${says}: ${spell(command)}`);
  };
  law(20, 5, plan => {
    const chance = chanceFrom(plan.whim + 1);
    playOut(plan, moment => {
      const commands = Array.from({ length: 4 }, () => nonsense(moment.after, chance));
      for (const command of commands.filter(isBoardCommand)) ask(moment, command);
    });
  });
  expect(seen.accepted).toBeGreaterThan(300);
  expect(seen.refused).toBeGreaterThan(1000);
});

test('AC-1d MV-2c `reach` offers exactly what the naive move generator finds, in malls of any size', () => {
  law(25, 6, plan => {
    let step = 0;
    playOut(plan, ({ before, after, events }) => {
      if (step++ % 12 === 0 || after.discards > 0) expectAgreement(after);
      if (events[0]?.type === 'tileDrawn') expectDoors(before, events);
    });
  });
});

test('TH-4b HG-5a every game ends, and no command is accepted after the end', () => {
  const ends: Record<string, number> = {};
  law(25, 7, plan => {
    // There are at most four hourglass spaces, each works once, so the sand always runs out.
    const endless = { ...plan, length: 20_000, pace: 8000 };
    const log = playOut(endless);
    const game = replay(log);
    expect(isOver(game)).toBe(true);
    ends[game.reason ?? 'won'] = (ends[game.reason ?? 'won'] ?? 0) + 1;
    const { secret } = prepared(plan);
    const chance = chanceFrom(plan.whim);
    for (let i = 0; i < 40; i++) {
      const command = nonsense(game, chance);
      const at = game.at + chance(400_000);
      const verdict = decide(game, command, { at, secret });
      // talk is free again after the end (CM-4), and it causes no event
      const isTalk = command.type === 'say' || command.type === 'gesture';
      must(!verdict.ok || (isTalk && verdict.value.length === 0), `nothing may follow: ${spell(command)}`);
      must(due(game, { at, secret }).length === 0, 'nothing is owed');
    }
  });
  expect(Object.keys(ends).length).toBeGreaterThan(1);
});

test('GB-3b replaying the events gives exactly the game that was played, as plain JSON', () => {
  law(20, 8, plan => {
    let live: Game | undefined;
    let step = 0;
    const log = playOut(plan, ({ after }) => {
      live = after;
      if (step++ % 20 === 0) expect(JSON.parse(JSON.stringify(after))).toStrictEqual(after);
    });
    expect(JSON.parse(JSON.stringify(log))).toStrictEqual(log);
    expect(replay(JSON.parse(JSON.stringify(log)) as GameEvent[])).toStrictEqual(live);
  });
});

test('CO-2b there are never more than twelve markers, and never two on a cell', () => {
  let most = 0;
  law(25, 9, plan => {
    playOut(plan, ({ after }) => {
      most = Math.max(most, after.outOfOrder.length);
      must(new Set(after.outOfOrder).size === after.outOfOrder.length, 'one marker on a cell');
    });
  });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(12);
});

// Laws about the mall.

/** By direction in the plane, where the tile beyond that side lies (BD-2). */
const LATTICE = [
  [1, -4],
  [4, 1],
  [-1, 4],
  [-4, -1],
] as const;

/** The tile that lies in the neighbouring place, if any. */
function neighbourOf(game: Game, tile: TileNumber, direction: number): TileNumber {
  const { x, y, mall } = game.mall[tile] ?? { x: 0, y: 0, mall: 0 };
  const [dx, dy] = LATTICE[direction % 4] ?? [0, 0];
  const found = laidTiles(game).find(laid => laid.mall === mall && laid.x === x + dx && laid.y === y + dy);
  return found?.tile ?? 0;
}

test('BD-2a BD-4d BD-5a joined neighbours know each other, lie side by side, and no opening is forgotten', () => {
  law(20, 10, plan => {
    playOut(plan, ({ after, events }) => {
      if (!events.some(({ type }) => type === 'tileLaid' || type === 'tileDiscarded')) return;
      for (const { tile, turn, joined } of laidTiles(after)) {
        joined.forEach((other, side) => {
          if (other === 0) return;
          const direction = side + turn;
          must(other === neighbourOf(after, tile, direction), `${other} lies beside ${tile}`);
          const back = after.mall[other];
          must(back?.joined[(direction + 6 - back.turn) % 4] === tile, `${other} knows ${tile}`);
        });
      }
      const joins = laidTiles(after).flatMap(({ joined }) => joined.filter(other => other > 0));
      must(joins.length === openRims(after), 'what faces each other is joined');
    });
  });
});

/** Counts the openings of neighbouring tiles that face each other in the naive plane, from each of the two sides. */
const openRims = (game: Game): number =>
  2 *
  [...planeOf(game).edges.values()].filter(
    texts =>
      texts.length === 2 && texts.every(text => text !== 'wall' && text !== 'open' && text !== 'orange'),
  ).length;

test('EX-2b a tile is laid so that its arrow continues from the door', () => {
  let laid = 0;
  law(14, 11, plan => {
    playOut({ ...plan, aim: 'win', opening: 120 }, ({ after, events }) => {
      for (const event of events) {
        if (event.type !== 'tileLaid') continue;
        laid++;
        const plane = planeOf(after);
        const door = spotOf(plane, event.door);
        const rims = (['north', 'east', 'south', 'west'] as const).map(way =>
          door === undefined ? [] : edgeOf(plane, door, way),
        );
        must(
          rims.some(texts => texts.length === 2 && texts.includes('arrow')),
          'an arrow at the door',
        );
        must(after.mall[event.tile]?.joined[2] === Math.floor(event.door / 16), 'by the south side');
      }
    });
  });
  expect(laid).toBeGreaterThan(100);
});

test('TH-1d in automatic editions four heroes never stand on their items without a theft', () => {
  const automatic = smallArb.filter(({ edition = '' }) => edition.startsWith('2017'));
  let thefts = 0;
  check(12, 12, planOf(automatic), plan => {
    playOut({ ...plan, aim: 'win', opening: 150, length: 150, pace: 500 }, ({ after, events }) => {
      if (events.some(({ type }) => type === 'theftHappened')) thefts++;
      if (after.status === 'playing') must(after.theft || !standOnItems(after), 'the theft has happened');
    });
  });
  expect(thefts).toBeGreaterThan(3);
});

// Laws about the consequences of turning the hourglass.

/** Calls `see` with the game after each turn of the hourglass, and with the events of the same command. */
function eachTurn(plan: Plan, see: (before: Game, turned: Game, rest: readonly GameEvent[]) => void): void {
  playOut({ ...plan, aim: 'hourglass', opening: 150 }, ({ before, events }) => {
    let game = before;
    for (const [i, event] of events.entries()) {
      const next = evolve(game, event);
      if (event.type === 'hourglassTurned') see(game, next, events.slice(i + 1));
      game = next;
    }
  });
}

test('SC-3d SC-9g with the rule for passing, every turn of the hourglass hands each action tile to the next seat', () => {
  let passed = 0;
  check(30, 16, planOf(withRules()), plan => {
    eachTurn(plan, (before, turned) => {
      const seats = before.actionTiles.length;
      const by = before.rules.passTiles ? 1 : 0;
      passed += by;
      const expected = before.actionTiles.map((_, seat) => before.actionTiles[(seat - by + seats) % seats]);
      expect(turned.actionTiles).toEqual(expected);
    });
  });
  expect(passed).toBeGreaterThan(3);
});

test('SC-11h moving walls lose the game exactly if the naive move generator finds no tile that can be discarded first', () => {
  const seen = { lost: 0, moved: 0 };
  check(40, 17, planOf(withRules('movingWalls')), plan => {
    eachTurn(plan, (_, turned, rest) => {
      if (turned.discards === 0) return;
      const lost = rest.some(event => event.type === 'gameLost' && event.reason === 'rearrange');
      seen[lost ? 'lost' : 'moved']++;
      const discards = naiveReach(turned)
        .flat()
        .filter(({ type }) => type === 'discard');
      expect(discards.length === 0).toBe(lost);
    });
  });
  expect(Math.min(seen.lost, seen.moved)).toBeGreaterThan(2);
});
