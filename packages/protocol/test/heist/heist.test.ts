import { beginGame, evolve, type Game, HEROES, prepareGame, sha256 } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  attemptSeed,
  dateOfDay,
  dayIn,
  heistLine,
  heistResultOf,
  isLinkOf,
  linkBefore,
  linkOfDay,
  newChain,
  readHeistPost,
  roundOfDay,
} from '../../src/index.ts';

const FIRST = 20_000;
const chain = newChain({ first: FIRST, days: 30, tail: 'the secret', beacon: null });

test('PR-150a the hash of each link is the link of the day before, and the hash of the first is the anchor', () => {
  for (let day = FIRST + 1; day < FIRST + 30; day++)
    expect(linkBefore(linkOfDay(chain, day))).toBe(linkOfDay(chain, day - 1));
  expect(linkBefore(linkOfDay(chain, FIRST))).toBe(chain.anchor);
});

test('PR-150a a link of another day or chain, or of a day outside the chain, is not accepted', () => {
  const link = linkOfDay(chain, FIRST + 7);
  const other = newChain({ first: FIRST, days: 30, tail: 'another secret', beacon: null });
  expect(isLinkOf(chain, FIRST + 7, link)).toBe(true);
  expect(isLinkOf(chain, FIRST + 8, link)).toBe(false);
  expect(isLinkOf(chain, FIRST + 7, linkOfDay(other, FIRST + 7))).toBe(false);
  expect(isLinkOf(chain, FIRST - 1, chain.anchor)).toBe(false);
  expect(isLinkOf(chain, FIRST + 30, linkOfDay(chain, FIRST + 29))).toBe(false);
});

test('PR-150b the seed of a day changes with its link, its day, the beacon and the attempt', () => {
  const source = { day: FIRST, link: 'a', beacon: 'b' };
  const seeds = [
    attemptSeed(source, 0),
    attemptSeed(source, 1),
    attemptSeed({ ...source, day: FIRST + 1 }, 0),
    attemptSeed({ ...source, link: 'c' }, 0),
    attemptSeed({ ...source, beacon: '' }, 0),
  ];
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('PR-150b the beacon’s round for a day is the first round at or after the beginning of the day', () => {
  const plan = { chain: 'x', genesis: 1_000, period: 30 };
  expect(roundOfDay(plan, 1_000)).toBe(1);
  expect(roundOfDay(plan, 1_001)).toBe(2);
  expect(roundOfDay(plan, 1_030)).toBe(2);
  expect(roundOfDay(plan, 10)).toBe(1);
});

test.each(['2026-13-01', '2026-02-30', '26-1-1', '', 'today', '2026-11-17T00:00'])(
  'PR-150c the text %j is not accepted as a day',
  text => expect(dayIn(text)).toBeNull(),
);

test('PR-150c a day that is written as text and read again is the same day', () => {
  for (const day of [0, 19_999, 20_775]) expect(dayIn(dateOfDay(day))).toBe(day);
});

function endOf(seed: string, end: Partial<Game>): Game {
  const prepared = prepareGame({ scenario: 1, players: 2 }, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 }), ...end };
}

const won = (seed: string, at: number): Game => endOf(seed, { status: 'won', turned: 2, at });

test('PR-150e two deals with the same result have the same share line, byte for byte', () => {
  const [one, two] = [won('one', 130_000), won('two', 149_000)];
  expect(one.setUp.heroes).not.toEqual(two.setUp.heroes);
  const lines = [one, two].map(game => heistLine(heistResultOf(game)));
  expect(lines[0]).toBe(lines[1]);
  expect(lines[0]).toBe('Hush! 🟡🟣🟢🔴 ⏳⏳ 🟧🟧⬜⬜⬜⬜');
});

test('PR-150e the share line of a lost heist shows who escaped, and no sand', () => {
  const out = Object.fromEntries(HEROES.map(hero => [hero, hero === 'elf'])) as Game['out'];
  const lost = heistResultOf(endOf('x', { status: 'lost', out, at: 180_000 }));
  expect(heistLine(lost)).toBe('Hush! ⚪⚪🟢⚪ ⬜⬜⬜⬜⬜⬜');
});

test('PR-150e the share line shows one hourglass for each turn, and none without a turn', () => {
  const line = (turned: number): string =>
    heistLine(heistResultOf(endOf('x', { status: 'won', turned, at: 130_000 })));
  expect([0, 1].map(line)).toEqual(['Hush! 🟡🟣🟢🔴 🟧🟧⬜⬜⬜⬜', 'Hush! 🟡🟣🟢🔴 ⏳ 🟧🟧⬜⬜⬜⬜']);
});

test('PR-150e remaining sand is rounded up to sixths, so a win with one grain left shows one sixth', () => {
  const sixths = [0, 1, 149_999, 150_000, 179_999].map(at => heistResultOf(won('x', at)).sixths);
  expect(sixths).toEqual([6, 6, 2, 1, 1]);
});

const post = { record: 'x', name: 'Owls', faces: ['owl'], ghost: false, key: sha256('k') };

test.each([
  [{ name: '\u200b' }, 'name'],
  [{ faces: ['dragon'] }, 'faces'],
  [{ faces: Array(10).fill('owl') }, 'faces'],
  [{ key: 'short' }, 'key'],
  [{ record: 'x'.repeat(400_001) }, 'record'],
  [{ more: 1 }, 'more'],
] as const)('PR-150f the post of a heist result with %j is refused with a sentence', (change, field) => {
  const read = readHeistPost(JSON.stringify({ ...post, ...change }));
  expect(read.ok).toBe(false);
  expect(read.ok ? '' : read.error).toContain(field === 'name' ? 'name' : field);
});

test('PR-150f a valid post of a heist result is accepted', () => {
  expect(readHeistPost(JSON.stringify(post))).toMatchObject({ ok: true, value: post });
  expect(readHeistPost('{').ok).toBe(false);
});
