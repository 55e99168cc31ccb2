import { attemptSeed, dateOfDay, linkOfDay, newChain, wishBehind } from '@hush/protocol';
import { beginGame, type Game, type GameEvent, prepareGame } from '@hush/rules';
import { expect, test, vi } from 'vitest';
import { gameFrom } from '../../../protocol/test/crews/crew-kit.ts';

vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);
const { ghostAddress, ghostIn, heistIn } = await import('../../src/heist/plans.ts');
const { isFair } = await import('../../src/heist/fair-draw.tsx');
const { ghostsAt, runOf } = await import('../../src/heist/ghost-run.ts');
const { deviceDay } = await import('../../src/heist/letter.tsx');
const { beginTry, endTry, isKnownAnchor, storeShownLine, tryOf } = await import('../../src/heist/tries.ts');

const out = { barbarian: true, mage: true, elf: true, dwarf: true };
const won = { won: true, out, turns: 2, sixths: 1, left: 21_000 };
const lost = { ...won, won: false, sixths: 0, left: 0 };
const end = { faces: ['owl'], record: 'r' };

test('PR-150h the first try that was opened counts, and no later result replaces it', () => {
  expect(tryOf('2026-01-01')).toBeNull();
  beginTry('2026-01-01', 'TABLE1');
  beginTry('2026-01-01', 'TABLE2');
  expect(endTry('2026-01-01', { place: 'TABLE2', result: won, ...end })).toBe(false);
  expect(tryOf('2026-01-01')?.result).toBeNull();
  expect(endTry('2026-01-01', { place: 'TABLE1', result: lost, ...end })).toBe(true);
  expect(endTry('2026-01-01', { place: 'TABLE1', result: won, ...end })).toBe(false);
  expect(tryOf('2026-01-01')).toMatchObject({ result: lost, record: 'r', faces: ['owl'] });
  // the same try ends a second time, because the page was loaded again
  expect(endTry('2026-01-01', { place: 'TABLE1', result: lost, ...end })).toBe(true);
});

test('PR-150h a player who came by a link without opening the letter has a first try, too', () => {
  expect(endTry('2026-01-02', { place: 'TABLE3', result: won, ...end })).toBe(true);
  storeShownLine('2026-01-02', { no: 4, secret: 's' });
  expect(tryOf('2026-01-02')?.shown).toEqual({ no: 4, secret: 's' });
});

test('PR-150a a page stores the first anchor and reports a different one', () => {
  expect(isKnownAnchor({ first: 1, anchor: 'a' })).toBe(true);
  expect(isKnownAnchor({ first: 1, anchor: 'a' })).toBe(true);
  expect(isKnownAnchor({ first: 1, anchor: 'b' })).toBe(false);
});

test('PR-150a the page checks a proof, and refuses one with a changed link, seed or attempt', () => {
  const chain = newChain({ first: 100, days: 9, tail: 't', beacon: null });
  const link = linkOfDay(chain, 104);
  const seed = attemptSeed({ day: 104, link, beacon: '' }, 2);
  const deal = { scenario: 1, tiles: 9, par: 70, certified: false };
  const proof = { ...deal, day: dateOfDay(104), link, beacon: '', attempt: 2, seed };
  expect(isFair(chain, proof)).toBe(true);
  for (const change of [
    { link: seed },
    { seed: link },
    { attempt: 1 },
    { beacon: 'x' },
    { day: dateOfDay(105) },
  ])
    expect(isFair(chain, { ...proof, ...change })).toBe(false);
});

test('PR-150c the day of the device is a day of its own calendar', () => {
  expect(deviceDay(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09');
});

test('PR-152b a try and its ghosts are read from an address; from an invalid address nothing is read', () => {
  const query = (text: string): URLSearchParams => new URLSearchParams(text);
  expect(heistIn(query('heist=2026-01-01&try=x'))).toEqual({ day: '2026-01-01', attempt: 'x' });
  expect(ghostIn(query('heist=2026-01-01&ghost=3'))).toBe('3');
  expect(ghostIn(query('ghost=ABCDEF/12'))).toBe('ABCDEF/12');
  expect(ghostAddress({ heist: '2026-01-01', ghost: '3' })).toBe('/api/heist/2026-01-01/results/3/record');
  expect(ghostAddress({ ghost: 'ABCDEF/12' })).toBe('/crew/ABCDEF/games/12/record');
  for (const text of ['ghost=3', 'ghost=../3', 'heist=2026-01-01&ghost=x', ''])
    expect(ghostIn(query(text))).toBeNull();
});

const events = gameFrom('ghosts', { scenario: 1 });

test('PR-152a a ghost stands where its hero stood at the same moment, and is hidden while that tile is not laid', () => {
  const run = runOf(events);
  const [first] = events;
  if (first?.type !== 'gameSetUp') throw new Error('no set-up');
  const last = run.at(-1);
  expect(run.length).toBeGreaterThan(10);
  const start = runOf(events.slice(0, 1))[0]?.heroes;
  expect(run[0]?.heroes).toEqual(start);
  const game = beginOf(events);
  const seen = ghostsAt(run, game, 0);
  expect(seen).toHaveLength(4);
  // At the end of the other run the ghosts stand on tiles that this game has not laid.
  const late = ghostsAt(run, game, last?.at ?? 0);
  expect(late.length).toBeLessThan(4);
});

function beginOf([first]: readonly GameEvent[]): Game {
  if (first?.type !== 'gameSetUp') throw new Error('no set-up');
  return beginGame(first);
}

test('PR-152c the deal of a record can be repeated, unless its stack was chosen or its scenario is custom', () => {
  const wish = wishBehind(events);
  const again = prepareGame({ ...wish, scenario: 1, players: 4 }, wish?.seed ?? '');
  const game = beginOf(events);
  expect(again.ok && again.value.event.setUp.heroes).toEqual(game.setUp.heroes);
  expect(again.ok && again.value.event.setUp.commitment).toBe(game.setUp.commitment);
  expect(wishBehind(events.slice(0, -1))).toBeNull();
  expect(
    wishBehind(gameFrom('own', { scenario: { name: 'x', stack: [2, 3, 4, 5, 6, 7, 8, 9], rules: [] } })),
  ).toBeNull();
});
