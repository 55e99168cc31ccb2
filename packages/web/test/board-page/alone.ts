/// <reference lib="dom" />
/** A page with only the board: one tile, one hero and one mark, made of board/, art/ and the rules alone. */
import { parseTiles, STANDARD_TILES } from '@hush/rules';
import { createBoard } from '../../src/board/board.ts';
import type { Scene } from '../../src/board/scene.ts';

const parsed = parseTiles(STANDARD_TILES);
const start = parsed.ok ? parsed.value.find(({ number }) => number === 1) : undefined;
const element = document.getElementById('board');
if (start === undefined || element === null) throw new Error('nothing to show');

const scene: Scene = {
  tiles: [
    {
      number: 1,
      drawing: start,
      x: 0,
      y: 0,
      turn: 0,
      joined: [false, false, false, false],
      outOfOrder: [],
      removable: false,
    },
  ],
  pawns: [{ hero: 'elf', at: { x: 1, y: 1 }, out: false }],
  marks: [
    {
      id: 'east',
      kind: 'walk',
      at: { x: 2, y: 1 },
      hero: 'elf',
      path: [{ x: 2, y: 1 }],
      label: 'One square east',
    },
  ],
  alarm: false,
  noVortex: false,
  shows: { passages: false, balls: false, cameras: false },
  drawn: null,
  chosen: 'elf',
};

const board = createBoard(
  element,
  {
    chosen: ({ id, path }) => {
      document.title = `chosen ${id}`;
      board.walk({ hero: 'elf', path, by: 'walk', author: null });
      board.show({ ...scene, pawns: [{ hero: 'elf', at: { x: 2, y: 1 }, out: false }], marks: [] });
    },
  },
  { isCalm: () => true, labels: { marks: () => 'Destinations', find: hero => `Find the ${hero}` } },
);
board.show(scene);
