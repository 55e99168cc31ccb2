/** Tests of the referee for programs: legal commands, saves, and several games in one process. */
import { expect, test } from 'vitest';
import { createReferee } from '../src/referee.ts';
import type { Json } from './cases.ts';

const SET_UP = { scenario: 7, players: ['Ann', 'Bo', 'Cy', 'Di'], seed: 3 };

/** A referee to whom objects are sent instead of lines. */
function partner(): (line: unknown) => Json {
  const referee = createReferee();
  let number = 0;
  return line => JSON.parse(referee.answer(JSON.stringify(line), ++number).line) as Json;
}

function dice(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

type Legal = Readonly<Record<string, readonly Json[]>>;

/** Plays random legal commands, one each second of sand; calls `each` before every command. */
function playRandomly(
  ask: (line: unknown) => Json,
  steps: number,
  each: (n: number) => void = () => {},
): void {
  const below = dice(5);
  for (let n = 0; n < steps; n++) {
    each(n);
    const { legal } = ask({ at: n * 1000, legal: true }) as { legal: Legal };
    const all = Object.values(legal).flat();
    if (all.length === 0) return;
    const command = all[below(all.length)];
    expect({ command, answer: ask(command) }).toMatchObject({ answer: { ok: true } });
  }
}

test('AC-1d every command that `legal` lists is accepted unchanged, until the game is over', () => {
  const ask = partner();
  ask({ setup: SET_UP });
  playRandomly(ask, 400);
  expect(['playing', 'won', 'lost']).toContain(ask({ show: true })['status']);
});

test('AC-1d `legal` of one player lists the same as `legal` of everybody', () => {
  const ask = partner();
  ask({ setup: SET_UP });
  const { legal } = ask({ legal: true }) as { legal: Legal };
  expect(Object.keys(legal)).toEqual(SET_UP.players);
  for (const name of SET_UP.players) expect(ask({ legal: name })).toEqual({ ok: true, legal: legal[name] });
});

test('AC-1d `legal` has start, swaps and places before the start of a game, and no command after its end', () => {
  const ask = partner();
  ask({ setup: { ...SET_UP, scenario: 13, start: false } });
  const { legal } = ask({ legal: 'Ann' }) as { legal: readonly Json[] };
  expect(new Set(legal.map(line => line['do']))).toEqual(new Set(['start', 'swap', 'place']));
  expect(ask({ do: 'start' })).toMatchObject({ ok: true });
  ask({ at: 10_000_000, do: 'wait' });
  expect(ask({ legal: 'Ann' })).toEqual({ ok: true, legal: [] });
});

test('EX-3f `legal` is the same for two different orders of face-down tiles', () => {
  const [one, other] = [partner(), partner()];
  one({ setup: { ...SET_UP, stack: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] } });
  other({ setup: { ...SET_UP, stack: [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2] } });
  expect(one({ legal: true })).toEqual(other({ legal: true }));
});

test('GB-3b a game that was saved and loaded continues exactly as the original', () => {
  const ask = partner();
  ask({ setup: SET_UP });
  const seen: { readonly n: number; readonly shown: Json; readonly lines: unknown }[] = [];
  playRandomly(ask, 120, n => {
    if (n % 30 !== 0) return;
    ask({ save: `at ${n}` });
    seen.push({ n, shown: ask({ show: true }), lines: ask({ save: true })['saved'] });
  });
  const end = ask({ show: true });
  for (const { n, shown, lines } of seen) {
    expect(ask({ game: 'by name', load: `at ${n}` })).toEqual({ game: 'by name', ok: true });
    expect(ask({ game: 'by name', show: true })).toEqual({ game: 'by name', ...shown });
    expect(partner()({ load: lines })).toEqual({ ok: true });
    const elsewhere = partner();
    elsewhere({ load: lines });
    expect(elsewhere({ show: true })).toEqual(shown);
  }
  expect(ask({ show: true })).toEqual(end);
});

test('AC-4a a saved game with an impossible line is refused, and the current game continues', () => {
  const ask = partner();
  ask({ setup: SET_UP });
  const before = ask({ show: true });
  const lines = [{ setup: SET_UP }, { at: 5, by: 'Ann', do: 'steal' }];
  expect(ask({ load: lines })).toEqual({
    ok: false,
    refused: 'bad-setup',
    why: expect.stringMatching(/^Line 2 of the saved game is refused: ./),
  });
  expect(ask({ load: 'nothing' })).toMatchObject({ ok: false, refused: 'bad-setup' });
  expect(ask({ show: true })).toEqual(before);
});

test('AC-4a `reset` begins another game under the same name, and an invalid `reset` changes nothing', () => {
  const ask = partner();
  ask({ setup: SET_UP });
  ask({ at: 900_000, do: 'wait' });
  expect(ask({ show: true })['status']).toBe('lost');
  expect(ask({ reset: { ...SET_UP, players: [] } })).toMatchObject({ ok: false, refused: 'bad-setup' });
  expect(ask({ show: true })['status']).toBe('lost');
  expect(ask({ reset: SET_UP })).toEqual({ ok: true });
  expect(ask({ show: true })).toMatchObject({ status: 'playing', remaining: 180_000 });
});

test('the field `game` of a line chooses one of several games, and each answer carries the name of its game', () => {
  const ask = partner();
  expect(ask({ game: 'a', setup: SET_UP })).toEqual({ game: 'a', ok: true });
  expect(ask({ game: 'b', setup: { ...SET_UP, scenario: 1 } })).toEqual({ game: 'b', ok: true });
  ask({ game: 'a', at: 60_000, do: 'wait' });
  expect(ask({ game: 'a', show: true })).toMatchObject({ game: 'a', remaining: 120_000 });
  expect(ask({ game: 'b', show: true })).toMatchObject({ game: 'b', remaining: 180_000 });
  expect(ask({ game: 'c', show: true })).toMatchObject({ game: 'c', refused: 'bad-setup' });
  expect(ask({ game: '', show: true })).toMatchObject({ refused: 'malformed' });
});

test.each([
  [{ legal: 'Zoe' }, 'unknown-player'],
  [{ legal: 7 }, 'malformed'],
  [{ legal: 'Ann', show: true }, 'malformed'],
  [{ save: '' }, 'malformed'],
  [{ save: 'x', by: 'Ann' }, 'malformed'],
  [{ reset: SET_UP, load: 'x' }, 'bad-setup'],
  [{ reset: SET_UP, at: 5 }, 'bad-setup'],
])('AC-4a %j is refused with %s and changes nothing', (line, code) => {
  const ask = partner();
  ask({ setup: SET_UP });
  const before = ask({ show: true });
  expect(ask(line)).toMatchObject({ ok: false, refused: code });
  expect(ask({ show: true })).toEqual(before);
});
