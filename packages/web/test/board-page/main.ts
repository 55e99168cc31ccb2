/// <reference lib="dom" />
/**
 * A page with a board whose mall a test chooses, for measurements and pictures. `alone.ts` is the page with nothing but
 * the board.
 */
import {
  actionsOf,
  cellOf,
  type Game,
  type Hero,
  laidTiles,
  tileNumbered,
  unexploredDoors,
} from '@hush/rules';
import { createBoard } from '../../src/board/board.ts';
import type { BoardEvents, ChoiceMark } from '../../src/board/scene.ts';
import { loadWords } from '../../src/i18n/catalogs.ts';
import { destinationsOf } from '../../src/model/destinations.ts';
import { planePoint, sceneOf } from '../../src/model/scene-of.ts';
import { boardOptions } from '../../src/ui/page-board.ts';
import { grown, newGame, upTo } from '../board/board-malls.ts';

await loadWords('en');
const element = document.getElementById('board') as HTMLElement;
const wished: string[] = [];
const hands = { steered: 0 };
const events: BoardEvents = {
  chosen: mark => wished.push(mark.id),
  undecided: marks => wished.push(`undecided ${marks.map(({ id }) => id).join(' ')}`),
  heroTapped: hero => wished.push(`hero ${hero}`),
  steered: () => {
    hands.steered++;
  },
};
const board = createBoard(element, events, boardOptions);

const marksOf = (game: Game, seat = 0): readonly ChoiceMark[] =>
  destinationsOf(game, seat).map(({ mark }) => mark);

let current: Game = newGame();

function show(game: Game, { seat = 0, chosen = 'elf' }: { seat?: number; chosen?: Hero | null } = {}): void {
  current = game;
  board.show(sceneOf(game, { seat, marks: marksOf(game, seat), chosen }));
}

/** Shows a drawn tile that may be laid at any door; returns how many doors there are. */
function draw(tile: number): number {
  const places = unexploredDoors(current);
  const seat = [0, 1].find(one => actionsOf(current, one).includes('explore')) ?? 0;
  show({ ...current, drawn: { tile, places, own: places, ball: null } }, { seat });
  return places.length;
}

const choose = (hero: Hero): void => show(current, { chosen: hero });

/** Moves the camera for a while; returns the frames per second, and the duration of the slowest frame of twenty. */
function measure(ms: number): Promise<{ readonly fps: number; readonly p95: number }> {
  return new Promise(resolve => {
    const frames: number[] = [];
    const start = performance.now();
    let last = start;
    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      const t = (now - start) / 1000;
      board.panBy(Math.cos(t * 2.2) * 9, Math.sin(t * 1.7) * 7);
      if (now - start < ms) {
        requestAnimationFrame(step);
        return;
      }
      const sorted = frames.slice(1).sort((a, b) => a - b);
      const sum = sorted.reduce((a, b) => a + b, 0);
      const fps = sum === 0 ? 0 : (sorted.length * 1000) / sum; // on a very busy machine there may be only one frame
      resolve({ fps, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 });
    };
    requestAnimationFrame(step);
  });
}

/** Moves the hero as far as it can go, as another player's move. */
function go(hero: Hero): void {
  const game = current;
  const mark = marksOf(game)
    .filter(one => one.hero === hero && one.kind === 'walk')
    .at(-1);
  if (mark === undefined) throw new Error('nowhere to go');
  const cell = Number(mark.id.split(':')[2]);
  board.walk({ hero, path: mark.path, by: 'walk', author: { name: 'Mina', avatar: 'owl' } });
  show({ ...game, heroes: { ...game.heroes, [hero]: cell } });
}

/** Where features of a kind are on the board, by hero; marks count as features, too. */
function placesOf(
  kind: 'item' | 'exit' | 'vortex',
): readonly { readonly hero: Hero; readonly x: number; readonly y: number }[] {
  return laidTiles(current).flatMap(({ tile }) =>
    (tileNumbered(current, tile)?.features ?? []).flatMap((feature, square) =>
      feature?.type === kind ? [{ hero: feature.hero, ...planePoint(current, cellOf(tile, square)) }] : [],
    ),
  );
}

const showMarks = (game: Game, marks: readonly ChoiceMark[]): void =>
  board.show(sceneOf(game, { seat: 0, marks, chosen: null }));

const hush = {
  board,
  hands,
  show,
  choose,
  draw,
  measure,
  wished,
  newGame,
  grown,
  upTo,
  cellOf,
  marksOf,
  go,
  showMarks,
  placesOf,
};
/** The functions that a test may call in this page. */
export type BoardPage = typeof hush;
Object.assign(globalThis, { hush });
