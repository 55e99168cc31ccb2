/** The board alone in a page, with malls of our choice: for measuring, and for looking at it. */
import { AVATARS } from '@hush/protocol';
import { cellOf, type Game, HEROES } from '@hush/rules';
import { render } from 'preact';
import { GLYPHS, type IconName } from '../../src/art/glyphs.ts';
import { HeroPicture } from '../../src/art/hero-picture.tsx';
import { HourglassPicture } from '../../src/art/hourglass-picture.tsx';
import { Avatar, Icon } from '../../src/art/icon.tsx';
import { createBoard } from '../../src/board/board.ts';
import type { Mark } from '../../src/board/scene.ts';
import { destinationsOf } from '../../src/play/destinations.ts';
import { sceneOf } from '../../src/scene-of.ts';
import { loadWords } from '../../src/words/words.ts';
import { grown, newGame, upTo, withHeroes } from '../board-malls.ts';

await loadWords('en');
const element = document.getElementById('board') as HTMLElement;
const wished: string[] = [];
const board = createBoard(element, {
  chosen: mark => wished.push(mark.id),
  undecided: marks => wished.push(`undecided ${marks.map(({ id }) => id).join(' ')}`),
  heroTapped: hero => wished.push(`hero ${hero}`),
});

const marksOf = (game: Game, seat = 0): readonly Mark[] => destinationsOf(game, seat).map(({ mark }) => mark);

function show(
  game: Game,
  {
    seat = 0,
    chosen = 'elf',
  }: {
    seat?: number;
    chosen?: Game extends never ? never : 'elf' | 'mage' | 'barbarian' | 'dwarf' | null;
  } = {},
): void {
  board.show(sceneOf(game, { seat, marks: marksOf(game, seat), chosen }));
}

function sheet(): void {
  element.hidden = true;
  const host = document.getElementById('sheet') as HTMLElement;
  host.classList.add('sheet');
  const row = { display: 'flex', flexWrap: 'wrap', gap: '10px', padding: '16px', alignItems: 'end' } as const;
  const cell = {
    width: '74px',
    fontSize: '11px',
    textAlign: 'center',
    display: 'grid',
    placeItems: 'center',
    gap: '4px',
  } as const;
  const disc = { background: '#f3e6c9', color: '#5d4a86', borderRadius: '50%', padding: '7px' } as const;
  render(
    <div>
      <div style={row}>
        {Object.keys(GLYPHS).map(name => (
          <span key={name} style={cell}>
            <Icon name={name as IconName} size={32} />
            {name}
          </span>
        ))}
      </div>
      <div style={row}>
        {AVATARS.map(name => (
          <span key={name} style={cell}>
            <span style={disc}>
              <Avatar avatar={name} size={44} />
            </span>
            {name}
          </span>
        ))}
      </div>
      <div style={row}>
        {HEROES.map(hero => (
          <HeroPicture key={hero} hero={hero} size={80} />
        ))}
        {[1, 0.85, 0.58, 0.3, 0.08, 0].map(left => (
          <HourglassPicture key={left} left={left} capacity={1} size={110} />
        ))}
        <HourglassPicture left={0.3} capacity={1} size={110} alarm />
      </div>
    </div>,
    host,
  );
}

/** Scrolls the camera about for a while; how many frames came a second, and how long the slowest of twenty took. */
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
      resolve({ fps: (sorted.length * 1000) / sum, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 });
    };
    requestAnimationFrame(step);
  });
}

Object.assign(globalThis, {
  hush: { board, show, sheet, measure, wished, newGame, grown, upTo, withHeroes, cellOf, sceneOf, marksOf },
});
