/** Tests of the board as text: the picture shows what the rules compute. */
import { expect, test } from 'vitest';
import {
  type Cell,
  cellOf,
  coordinatesOf,
  DIRECTIONS,
  EMBLEMS,
  type Game,
  HEROES,
  type Hero,
  laidTiles,
  pictureOf,
  slide,
  tileNumbered,
} from '../src/index.ts';
import { started } from './kit.ts';
import { court, room } from './own-tiles.ts';
import { own } from './play.ts';
import { type Recorded, record, SMALL_MALL } from './recorded.ts';

/** The picture without the lines of text below it. */
const drawing = (game: Game): string => pictureOf(game).split('\n\n')[0] ?? '';

const block = (text: string): string => text.replace(/^\n/, '').replace(/\n *$/, '');

const AT_START = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' } as const;

test('picture: tile 1 is drawn with its heroes, its unexplored doors and its number', () => {
  expect(drawing(started({ scenario: 2 }).stand(AT_START).game)).toBe(
    block(`
+-1^-+----+-YY-+----+
| vG   .    .  | vO |
+----+----+    +    +
O .   <Y>  <P> | .  |
+    +    +    +    +
| .  |<G>  <O>   .  P
+    +    +----+----+
| vP | .    .    vY |
+----+-GG-+----+----+
`),
  );
});

test('picture: tiles are drawn turned, joined openings are open, and the hole between four tiles is marked', () => {
  const table = started({ scenario: 2 }).stand(AT_START).lay([2, '1d3'], [4, '1c1'], [5, '4d3']);
  expect(drawing(table.game)).toBe(
    block(`
     +-4^-+----+----+----+
     |####| .    vG |####|
     +----+    +    +----+-5>-+----+----+----+
     G .    e1 | .    .  |##############| e1 |
     +    +    +    +    +----+----+----+    +
     | iY | .    .  | .    .    .    .  | .  |
     +    +    +----+    +    +----+    +    +
     | .    .  |####| e1 | .  |####| .  | .  O
+-1^-+----+    +----+----+    +----+    +    +
| vG   .    .  | vO |(  )| e1   .    .  | iP |
+----+----+    +    +-2>-+----+----+----+----+
O .   <Y>  <P> | .  | .    .    .  | e1 |
+    +    +    +    +    +    +    +    +
| .  |<G>  <O>   .    .  | .  | .    .  |
+    +    +----+----+    +    +----+    +
| vP | .    .    vY | .    .  |####| .  Y
+----+-GG-+----+----+    +    +####+    +
                    | e1   .  |####| vO |
                    +----+-GG-+----+----+
`),
  );
});

/** A mall of two tiles with every kind of mark. */
const MARKED = `${court({ a1: 'iY', d1: 'hg', a4: 'xO', d4: 'cb' })}\n${room(2, { on: { a1: 'cm', d1: 'cm', d4: 'e1', a4: 'e1' } })}`;

test('picture: a hero is drawn before the feature it stands on, a marker hides the feature, and a working camera has an asterisk', () => {
  const table = started(own(['cameras'], [2], { tiles: MARKED }))
    .lay([2, '1c1'])
    .stand({ barbarian: '1a1', mage: '1d4', elf: '1d1', dwarf: '2d4' });
  table.edit({ outOfOrder: [table.game.heroes.elf ?? 0, cellOf(2, 0)] });
  expect(drawing(table.game)).toBe(
    block(`
     +-2^-+----+----+----+
     | //   .    .    cm*|
     +    +    +    +    +
     | .    .    .    .  |
     +    +    +    +    +
     | .    .    .    .  |
     +    +    +    +    +
     | e1   .    .   O@e1|
+-1^-+----+    +----+----+
|Y@iY  .    .   G@//|
+    +    +    +    +
O .    .    .    .  |
+    +    +    +    +
| .    .    .    .  P
+    +    +    +    +
| xO   .    .   P@cb|
+----+-GG-+----+----+
`),
  );
});

test('SC-Lg picture: orange walls are drawn as walls if the scenario does not have their rule', () => {
  const walls = (game: Game): string => drawing(game).replace(/[^~:]/g, '');
  const laid = (scenario: number): Game => started({ scenario }).lay([13, '1c1']).game;
  expect(walls(laid(4))).toMatch(/[~:]/);
  expect(walls(laid(3))).toBe('');
});

test('SC-11q picture: an arrow whose neighbouring tile was removed is drawn as an arrow', () => {
  const table = started(own([], [], { tiles: `${court()}\n${room(2, { east: 'Y' })}\n${room(3)}` }));
  table.lay([2, '1c1'], [3, '2d3']);
  const { 2: _, ...mall } = table.game.mall;
  const lonely = Object.entries(mall).map(([tile, laid]) => [tile, { ...laid, joined: [0, 0, 0, 0] }]);
  const rows = drawing({ ...table.game, mall: Object.fromEntries(lonely) }).split('\n');
  expect(rows[0]).toBe(`${' '.repeat(25)}+-3>-+----+----+----+`);
  expect(rows[3]).toBe(`${' '.repeat(25)}> .    .    .    .  |`);
});

test('SC-13a picture: two malls are drawn one below the other, or one of them alone', () => {
  const { game } = started({ scenario: 13 });
  const whole = pictureOf(game);
  expect(whole).toMatch(/^first mall\n\+-1\^-/);
  expect(whole).toMatch(/\+\n\nsecond mall\n\+-3\^-/);
  expect(pictureOf(game, { mall: 1 })).toMatch(/^\+-3\^-/);
  expect(pictureOf(game, { mall: 0 })).toMatch(/^\+-1\^-/);
  expect(pictureOf(game, { mall: 0 })).not.toContain('-3^-');
});

test('picture: the lines below the board list time, sand, theft, talk, stack, heroes and seats', () => {
  const table = started({ scenario: 2, stack: [5, 9, 2] }).stand(AT_START);
  table.act({ type: 'stare', seat: 0, to: 1 }, 12_400);
  expect(pictureOf(table.game).split('\n').slice(-4)).toEqual([
    '0:12.400 playing | sand 2:47.600 of 3:00 | turned 0 | before the theft | talk silent | stack 3',
    'Y barbarian 1b2 | P mage 1c2 | G elf 1b3 | O dwarf 1c3',
    'p1 north | p2 south+explore | p3 west+vortex | p4 east+escalator',
    '',
  ]);
  expect(pictureOf(table.game, { at: 60_000 })).toContain('1:00 playing | sand 2:00 of 3:00');
});

test('picture: a drawn tile, due discards and other pending facts are listed below the board', () => {
  const table = started({ scenario: 11, stack: [5, 9, 2] }).stand({ ...AT_START, elf: null, mage: '1d3' });
  const drawn = { tile: 9, places: [cellOf(1, 11), cellOf(1, 2)], own: [], ball: null };
  const out = { barbarian: false, mage: false, elf: true, dwarf: false };
  table.edit({ drawn, out, pawn: 2, discards: 1, theft: true, outOfOrder: [cellOf(1, 15)], talking: true });
  const below = pictureOf(table.game).split('\n\n')[1];
  expect(below).toContain('| after the theft | talk open |');
  expect(below).toContain('| G elf out |');
  expect(below).toContain('drawn 9 for 1d3 1c1 | to discard 1 | out of order 1d4 | pawn p3');
  table.edit({ status: 'lost', reason: 'rearrange' });
  expect(pictureOf(table.game)).toContain(' lost (rearrange) | ');
  const alone = started({ scenario: 2, players: 1 }).edit({ solo: { top: 'explore', pile: 3 } });
  expect(pictureOf(alone.game)).toContain('\np1 explore | pile 3\n');
  expect(pictureOf(started({ scenario: 8, stack: [5, 9] }).game)).toContain('| stack 2, next 5');
});

test('ID-1i picture: heroes, doors and coloured features carry the letter of their colour', () => {
  const { game } = started({ scenario: 2 }).lay([4, '1c1']);
  for (const hero of HEROES) {
    const { letter } = EMBLEMS[hero];
    expect(drawing(game)).toContain(`<${letter}>`);
    expect(drawing(game)).toContain(`v${letter}`);
    expect(pictureOf(game)).toContain(`${letter} ${hero} `);
  }
  expect(drawing(started({ scenario: 2 }).game).match(/-(YY|GG)-|^O|P$/gm)).toEqual([
    '-YY-',
    'O',
    'P',
    '-GG-',
  ]);
});

// Tests of properties that all pictures have.

const GAMES: readonly (readonly [string, Recorded])[] = [
  ...[2, 4, 7, 11, 13, 17].map((number): readonly [string, Recorded] => [
    `scenario ${number}`,
    record({ scenario: number, players: 3, ...(number > 7 ? { level: 24 } : {}) }, `law ${number}`),
  ]),
  [
    'own tiles',
    record(
      { scenario: { name: 'Own', stack: [2, 3, 4, 5, 6], rules: [] }, players: 2, tiles: SMALL_MALL },
      'law',
    ),
  ],
];

/** Where the top-left corner of a cell is in the picture of its mall. */
function postOf(game: Game, cell: Cell): readonly [column: number, row: number] {
  const [x, y, mall = 0] = coordinatesOf(game, cell);
  const laid = laidTiles(game).filter(tile => tile.mall === mall);
  return [(x - Math.min(...laid.map(tile => tile.x))) * 5, (y - Math.min(...laid.map(tile => tile.y))) * 2];
}

/** Where the middle of each of a cell's four walls is in the picture, by direction. */
const WALLS = { north: [2, 0], east: [5, 1], south: [2, 2], west: [0, 1] } as const;

const mayStep = (game: Game, hero: Hero, cell: Cell, dir: (typeof DIRECTIONS)[number]): boolean => {
  const nobody = { barbarian: null, mage: null, elf: null, dwarf: null };
  const rules = { ...game.rules, cameras: false, noGatherings: false };
  const out = { barbarian: false, mage: false, elf: false, dwarf: false };
  return slide({ ...game, rules, out, heroes: { ...nobody, [hero]: cell } }, hero, dir).length > 0;
};

test.each(GAMES)(
  'picture: heroes can step exactly where the picture has a gap in a wall (%s)',
  (_, { games }) => {
    const game = games.at(-1);
    if (game === undefined) throw new Error('a game without a position');
    const malls = ([0, 1] as const).map(mall =>
      laidTiles(game).some(tile => tile.mall === mall) ? pictureOf(game, { mall }).split('\n') : [],
    );
    for (const { tile, mall } of laidTiles(game)) {
      for (let square = 0; square < 16; square++) {
        const cell = cellOf(tile, square);
        if (tileNumbered(game, tile)?.solid[square] !== false) continue;
        const [column, row] = postOf(game, cell);
        for (const dir of DIRECTIONS) {
          const [right, down] = WALLS[dir];
          const drawn = malls[mall]?.[row + down]?.[column + right] ?? ' ';
          expect([cell, dir, drawn === ' ']).toEqual([cell, dir, mayStep(game, 'elf', cell, dir)]);
          expect([cell, dir, ' ~:'.includes(drawn)]).toEqual([cell, dir, mayStep(game, 'dwarf', cell, dir)]);
        }
      }
    }
  },
);

test.each(GAMES)('picture: every hero and every tile is drawn exactly once (%s)', (_, { games }) => {
  for (const game of games.filter((_game, i) => i % 10 === 0)) {
    const text = pictureOf(game)
      .split('\n\n')
      .slice(0, game.rules.twoMalls ? 2 : 1)
      .join('\n');
    for (const hero of HEROES) {
      const { letter } = EMBLEMS[hero];
      const found = [...text.matchAll(new RegExp(`<${letter}>|${letter}@`, 'g'))].length;
      expect([hero, found]).toEqual([hero, game.heroes[hero] === null ? 0 : 1]);
    }
    for (const { tile, turn } of laidTiles(game))
      expect(text.split(`${tile < 10 ? '-' : '+'}${tile}${'^>v<'[turn]}-`).length).toBe(2);
  }
});
