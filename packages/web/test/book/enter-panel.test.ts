/** Tests of the crew's panel after a game: which books can still be chosen, and how often they are read. */
import type { BookLine } from '@hush/protocol';
import { beginGame, type Game, prepareGame } from '@hush/rules';
import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../src/table/session.ts';
import { speak } from '../table/play-kit.ts';
import { place, stubDocument, type TinyNode } from '../tiny-dom.ts';
import { LINE } from './book-kit.ts';

stubDocument();
vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/', hash: '' });
vi.stubGlobal('addEventListener', () => undefined);

const { signal } = await import('@preact/signals');
const { EnterPanel } = await import('../../src/book/enter-panel.tsx');
const { keepCrew } = await import('../../src/book/known-crews.ts');
const { keepSeat } = await import('../../src/device/storage.ts');
const { requestWords } = await import('../../src/i18n/catalogs.ts');

const TABLE = 'BCDFGHJK';
const [OWLS, BATS] = ['OWLS', 'BATS'].map(id => ({ id, name: id, secret: 'good' }));

const book = (...lines: readonly BookLine[]): object => ({ skipped: [], lines });

/** The answers of the server by path, and the paths that were requested. */
const library = new Map<string, object>();
let asked: string[] = [];

beforeEach(async () => {
  await speak('en');
  await requestWords('more', 'book');
  if (OWLS === undefined || BATS === undefined) throw new Error('two crews');
  keepCrew(BATS);
  keepCrew(OWLS);
  keepSeat(TABLE, 'the secret of a seat');
  library.clear();
  asked = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const found = library.get(path);
    return Promise.resolve(Response.json(found ?? { error: 'unknown' }, { status: found ? 200 : 404 }));
  });
});

function wonGame(): Game {
  const prepared = prepareGame({ scenario: 1, players: 1 }, 'seed');
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...beginGame(prepared.value.event), status: 'won' };
}

/** The panel of a game, which can be rendered again with another game. */
function panel() {
  const session = { code: TABLE, table: signal({ games: 1 }) } as unknown as Session;
  const { root, draw } = place();
  return {
    root,
    draw: (game: Game) => draw(h(EnterPanel, { session, game, players: [] })),
    close: () => draw(null),
    async choose(id: string): Promise<void> {
      const [select] = root.all('select') as [TinyNode];
      select.value = id;
      await select.fire('change');
    },
  };
}

test('PR-84c a game that is in the book of one crew can still be entered into that of another', async () => {
  const game = wonGame();
  library.set('/api/crews/OWLS', book({ ...LINE, game: game.setUp.commitment }));
  library.set('/api/crews/BATS', book());
  library.set('/api/crews/BATS/games', { line: { ...LINE, line: 7 }, best: false });
  const { root, draw, choose, close } = panel();
  const press = (crew: string): TinyNode | undefined =>
    root.all('button').find(one => one.textContent === `Add to ${crew}’s book`);
  const status = (): string =>
    root.all('div').find(one => one.getAttribute('role') === 'status')?.textContent ?? '';
  await draw(game);
  await expect.poll(status).toBe('Added to OWLS’s book as entry 1.');
  expect(press('OWLS')).toBeUndefined();
  await choose('BATS');
  await expect.poll(() => press('BATS')).toBeDefined();
  expect(status()).toBe('');
  await press('BATS')?.fire('click');
  await expect.poll(status).toBe('Added to BATS’s book as entry 7.');
  expect(press('BATS')).toBeUndefined();
  await choose('OWLS');
  await expect.poll(status).toBe('Added to OWLS’s book as entry 1.');
  expect(press('OWLS')).toBeUndefined();
  await close();
});

test('PR-84b a new welcome with the same game does not load the book again, and one with another game loads it', async () => {
  const game = wonGame();
  library.set('/api/crews/OWLS', book());
  const { draw, close } = panel();
  await draw(game);
  expect(asked).toEqual(['/api/crews/OWLS']);
  await draw({ ...game, setUp: { ...game.setUp } });
  expect(asked).toHaveLength(1);
  await draw({ ...game, setUp: { ...game.setUp, commitment: 'another' } });
  expect(asked).toHaveLength(2);
  await close();
});
