/** Tests of GB-1..GB-3: a crew and its book are folded from its log, and malformed data is refused. */
import { readFileSync } from 'node:fs';
import { atOnce, auditLog, type Edition, type GameEvent, parseRecord, recordText } from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bestLines,
  type Crew,
  type CrewEvent,
  crewKey,
  decodeCrewEvent,
  type Entered,
  encodeCrewEvent,
  encodeEntry,
  enteringProblem,
  evolveCrew,
  gameOfTable,
  keepingBook,
  memoryJournal,
  proofOf,
  rankCrews,
  readCrewChange,
  readEntering,
  readFounding,
  readingGame,
  seatKeyOf,
} from '../../src/index.ts';
import { enteredFrom, gameFrom, seatOfMember, tableLog } from './crew-kit.ts';

const KEY = crewKey('a-secret-of-some-length');
const FOUNDED: CrewEvent = { type: 'crewFounded', name: 'The Owls', key: KEY, day: 20_000 };
const GAME = enteredFrom('crew');

const fold = (...events: readonly CrewEvent[]): Crew | null =>
  events.reduce<Crew | null>((crew, event) => evolveCrew(crew, event), null);

function folded(...events: readonly CrewEvent[]): Crew {
  const crew = fold(FOUNDED, ...events);
  if (crew === null) throw new Error('impossible events');
  return crew;
}

const entered = (more: Partial<Entered> = {}, score: Partial<Entered['score']> = {}): CrewEvent => ({
  type: 'gameEntered',
  ...GAME,
  ...more,
  score: { ...GAME.score, ...score },
});

test('GB-1c GB-1f lines have the scores that their records prove and keep their order and numbers', () => {
  const crew = folded(
    entered(),
    entered({ game: 'b'.repeat(64), names: ['Cy'] }),
    { type: 'lineStruck', line: 2 },
    entered({ game: 'c'.repeat(64) }),
    { type: 'crewRenamed', name: 'The Bats' },
    { type: 'boardShown', shown: true },
  );
  expect(crew).toMatchObject({ name: 'The Bats', key: KEY, shown: true, entered: 3, founded: 20_000 });
  expect(crew.lines.map(({ line }) => line)).toEqual([1, 3]);
  expect(crew.lines[0]).toEqual({
    line: 1,
    names: ['Ann', 'Bo'],
    day: 20_000,
    from: 'here',
    game: GAME.game,
    record: GAME.record,
    size: GAME.size,
    ...GAME.score,
  });
});

test('PR-27c a `bookKept` event replaces all earlier events, also in a crew that has already read them', () => {
  const crew = folded(
    entered(),
    entered(
      { game: 'b'.repeat(64), from: 'elsewhere' },
      { deviations: ['side'], scenario: null, name: 'Ours' },
    ),
    { type: 'lineStruck', line: 1 },
    { type: 'boardShown', shown: true },
    { type: 'scenarioSkipped', scenario: 3, skipped: true },
  );
  const kept = decodeCrewEvent(encodeCrewEvent(keepingBook(crew)));
  if (!kept.ok) throw new Error(kept.error);
  expect(fold(kept.value)).toEqual(crew);
  expect(folded(entered(), kept.value)).toEqual(crew);
  expect(fold(kept.value, entered({ game: 'c'.repeat(64) }))?.lines.map(({ line }) => line)).toEqual([2, 3]);
  expect(decodeCrewEvent(JSON.stringify({ ...kept.value, lines: [[1, 2]] })).ok).toBe(false);
});

test('PR-27a a crew’s log that is founded twice, or does not begin with the founding, is refused', () => {
  expect(fold(FOUNDED, FOUNDED)).toBeNull();
  expect(fold(entered())).toBeNull();
});

test('PR-27a a game can be entered once, and again after its line was removed', () => {
  const crew = folded(entered());
  expect(enteringProblem(crew, GAME)).toBe('known');
  expect(enteringProblem(folded(entered(), { type: 'lineStruck', line: 1 }), GAME)).toBeNull();
  expect(enteringProblem(crew, { ...GAME, game: 'b'.repeat(64) })).toBeNull();
});

test('PR-27b a book is full at 1,000 lines or at its limit of characters, and a single record has a limit, too', () => {
  const other = { ...GAME, game: 'b'.repeat(64) };
  const crew = folded(entered());
  expect(enteringProblem({ ...crew, entered: 999 }, other)).toBeNull();
  expect(enteringProblem({ ...crew, entered: 1000 }, other)).toBe('full');
  expect(enteringProblem(crew, { ...other, size: 250_000 })).toBeNull();
  expect(enteringProblem(crew, { ...other, size: 250_001 })).toBe('long');
  const thick = folded(...Array.from({ length: 80 }, (_, i) => entered({ game: `${i}`, size: 249_999 })));
  expect(enteringProblem(thick, { ...other, size: 80 })).toBeNull();
  expect(enteringProblem(thick, { ...other, size: 81 })).toBe('full');
});

test('PR-27a GB-1a the book names the best line of each scenario and level', () => {
  const crew = folded(
    entered({}, { turned: 3 }),
    entered({}, { turned: 1, level: 12 }),
    entered({}, { turned: 2 }),
    entered({}, { scenario: null, name: 'Own', turned: 0 }),
    entered({}, { scenario: 8, level: 24 }),
  );
  expect(bestLines(crew.lines).map(({ line }) => line)).toEqual([3, 2, 5, 4]);
});

// Tests of encoding and decoding events.

const EVENTS: readonly CrewEvent[] = [
  FOUNDED,
  { type: 'crewRenamed', name: 'Les Hiboux' },
  entered(),
  entered({ names: [], from: 'elsewhere' }, { scenario: null, deviations: ['bots', 'hourglass'] }),
  { type: 'lineStruck', line: 7 },
  { type: 'boardShown', shown: false },
  { type: 'scenarioSkipped', scenario: 3, skipped: true },
];

test.each(EVENTS)('PR-27a an event of a crew is unchanged after encoding and decoding: %j', event => {
  expect(decodeCrewEvent(encodeCrewEvent(event))).toEqual({ ok: true, value: event });
});

test.each<readonly [string, object | string]>([
  ['The entry has no known "type".', 'no json'],
  ['The entry has no known "type".', { type: 'toString' }],
  ['"name" is missing.', { type: 'crewRenamed' }],
  ['The entry has no field "more".', { type: 'boardShown', shown: true, more: 1 }],
  ['"line" must be at least 1.', { type: 'lineStruck', line: 0 }],
  ['"key" must be 64 hexadecimal digits.', { ...FOUNDED, key: 'x' }],
  ['"names" must have at most 9 entries.', entered({ names: Array.from({ length: 10 }, () => 'Ann') })],
  ['A name has at most 24 characters.', entered({ names: ['Ann'.repeat(9)] })],
  ['"score.edition" must be one of', entered({}, { edition: 'other' as Edition })],
  ['"score.turned" must be a whole number.', entered({}, { turned: 1.5 })],
])('PR-27a an impossible event of a crew is refused: %s', (problem, event) => {
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  expect(decodeCrewEvent(text)).toEqual({ ok: false, error: expect.stringContaining(problem) });
});

test('PR-27a any text is decoded as an event of a crew or refused, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      const sentence = expect.stringMatching(/^\S.*\.$/s);
      const event = decodeCrewEvent(text);
      if (!event.ok) expect(event.error).toEqual(sentence);
      for (const read of [readFounding, readEntering, readCrewChange]) {
        const asked = read(text);
        if (!asked.ok) expect(asked.error).toMatchObject({ code: expect.any(String), why: sentence });
      }
    }),
  );
});

test('PR-26b requests to a crew are read strictly, and names are cleaned', () => {
  expect(readFounding('{"name": "  The \\u202eOwls "}')).toEqual({ ok: true, value: { name: 'The Owls' } });
  expect(readFounding('{"name": "x", "key": "y"}')).toMatchObject({ ok: false });
  expect(readCrewChange('{}')).toEqual({ ok: true, value: {} });
  expect(readCrewChange('{"shown": 1}')).toMatchObject({
    ok: false,
    error: { code: 'want-yesno', values: { field: 'shown' }, why: '"shown" must be true or false.' },
  });
  const asked = { table: 'bcdfghjk', seat: 's'.repeat(20), names: ['Ann'] };
  expect(readEntering(JSON.stringify(asked))).toEqual({
    ok: true,
    value: { ...asked, table: 'BCDFGHJK' },
  });
  expect(readEntering(JSON.stringify({ ...asked, score: 1 }))).toMatchObject({ ok: false });
  expect(readEntering(JSON.stringify({ ...asked, game: 0 }))).toMatchObject({ ok: false });
});

test('PR-25b a crew name that is too long or invisible is refused with its own code', () => {
  const codeOf = (name: string) => readFounding(JSON.stringify({ name }));
  expect(codeOf('Ann'.repeat(9))).toMatchObject({
    ok: false,
    error: { code: 'long-name', values: { field: 'name' } },
  });
  expect(codeOf('Ann'.repeat(99))).toMatchObject({ ok: false, error: { code: 'long-name' } });
  expect(codeOf('\u200b')).toMatchObject({
    ok: false,
    error: { code: 'unseen-name', values: { field: 'name' } },
  });
});

test('PR-27a docs/PROTOCOL.md lists exactly the crew events of the code', () => {
  const doc = readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');
  const [, table = ''] = doc.split('| event of a crew | fields |');
  const rows = [...table.matchAll(/^\| (\w+) \| ([\w, ]+) \|$/gm)].map(([, type, fields]) => [type, fields]);
  const events = new Map(EVENTS.map(({ type, ...fields }) => [type, Object.keys(fields).sort().join(', ')]));
  expect(rows.map(([type, fields = '']) => [type, fields.split(', ').sort().join(', ')])).toEqual([
    ...events,
  ]);
});

// Tests of proving records.

test('GB-3a GB-3b a won record proves its score; a lost record, a changed record and a record of an edition without a book prove none', () => {
  const events = gameFrom('proof');
  const proof = proofOf(recordText(events));
  expect(proof).toMatchObject({ ok: true, value: { score: { scenario: 1, players: 2, level: 9 } } });
  expect(proofOf(recordText(gameFrom('slow', {}, [30_000, 40_000])))).toMatchObject({
    ok: false,
    error: { code: 'record-lost', why: 'Only a won game goes into the book.' },
  });
  expect(proofOf(recordText(gameFrom('pocket', { edition: 'pocket-nl' })))).toMatchObject({
    ok: false,
    error: { code: 'record-bookless', why: 'Edition pocket-nl has no book.' },
  });
  const sooner = events.map((event): GameEvent => ({ ...event, at: Math.floor(event.at / 2) }));
  // This record is accepted although its times were changed: the game is possible, and a record does not say who played
  // it.
  expect(proofOf(recordText(sooner))).toMatchObject({ ok: true });
  const text = recordText(events).replace(/draws (\d+)/, (_, tile) => `draws ${tile === '9' ? 8 : 9}`);
  expect(proofOf(text)).toMatchObject({
    ok: false,
    error: { code: 'record-text', values: { line: expect.any(Number) } },
  });
});

test('PR-26c comments are removed from a record before it is stored', () => {
  const text = recordText(gameFrom('proof'));
  const proof = proofOf(text.replace('\n', '   # look at us\n'));
  expect(proof).toMatchObject({ ok: true, value: { text } });
  const events = parseRecord(text);
  expect(events.ok && auditLog(events.value).ok).toBe(true);
});

// Tests of who may enter a game.

test('PR-26a only members who had a seat during a game may enter it', async () => {
  const journal = memoryJournal();
  const [one, two] = [gameFrom('one'), gameFrom('two')];
  const at = (member: number) => ({ member, seat: 0, key: seatKeyOf(seatOfMember(member)) });
  await journal.append('table/BCDFGHJK', 0, [
    ...tableLog(one),
    encodeEntry({ events: [{ type: 'memberLeft', member: 1, kicked: false }], cause: null }),
    encodeEntry({ events: [{ type: 'memberJoined', ...at(3) }], cause: null }),
    encodeEntry({ events: two.slice(0, 5), cause: null }),
    encodeEntry({ events: [{ type: 'memberJoined', ...at(4), key: '', bot: 'calm' }], cause: null }),
    encodeEntry({ events: [{ type: 'memberJoined', ...at(5) }], cause: null }),
    encodeEntry({ events: two.slice(5), cause: null }),
    encodeEntry({ events: [{ type: 'memberJoined', ...at(6) }], cause: null }),
  ]);
  const keys = async (game: number): Promise<readonly number[]> => {
    const found = await gameOfTable('BCDFGHJK', journal, game);
    if (!found.ok) throw new Error('no game');
    expect(atOnce(readingGame(found.value))).toEqual({ ok: true, value: game === 1 ? one : two });
    const has = (member: number): boolean => found.value.keys.has(seatKeyOf(seatOfMember(member)));
    return [1, 2, 3, 4, 5, 6].filter(has);
  };
  expect(await keys(1)).toEqual([1, 2]);
  expect(await keys(2)).toEqual([2, 3, 5]);
  await journal.close();
});

test('PR-26c entering a game reads its own entries strictly and ignores damage in other games of the table', async () => {
  const journal = memoryJournal();
  const [one, two] = [gameFrom('one'), gameFrom('two')];
  const opening = tableLog(one);
  const strange = '{"e":[["strange"]]}';
  const lines = two.map(event => encodeEntry({ events: [event], cause: null }));
  await journal.append('table/BCDFGHJK', 0, [...opening, strange, ...lines, ...lines.slice(0, 3), strange]);
  const versions = async (game: number | 'finished'): Promise<unknown> => {
    const found = await gameOfTable('BCDFGHJK', journal, game);
    if (!found.ok) return found.error;
    const events = atOnce(readingGame(found.value));
    return [found.value.from, events.ok ? events.value.length : `no ${events.error}`];
  };
  const second = opening.length + 2;
  const third = second + lines.length;
  expect(await versions('finished')).toEqual([second, two.length]);
  expect(await versions(2)).toEqual([second, two.length]);
  expect(await versions(1)).toEqual([expect.any(Number), `no ${second - 1}`]);
  expect(await versions(3)).toEqual([third, `no ${third + 3}`]);
  expect(await versions(4)).toBe('no-game');
  await journal.close();
});

// Tests of the leaderboard.

const SHOWN: CrewEvent = { type: 'boardShown', shown: true };

test('PR-29 the leaderboard shows the best game of each crew that opted in, without house rules and played here', () => {
  const crew = (name: string, ...games: readonly CrewEvent[]): Crew => ({
    ...folded(...games.map((game, i) => ({ ...game, game: `${name} ${i}` }) as CrewEvent), SHOWN),
    name,
  });
  const box = { level: 9, scenario: 1 };
  const boxes = rankCrews([
    crew(
      'Owls',
      entered({}, { ...box, turned: 2, timeLeft: 5 }),
      entered({}, { ...box, turned: 1, timeLeft: 5 }),
    ),
    crew('Bats', entered({}, { ...box, turned: 1, timeLeft: 9 })),
    crew('Late', entered({ day: 20_001 }, { ...box, turned: 1, timeLeft: 5 })),
    crew('Machines', entered({}, { ...box, turned: 0, deviations: ['bots'] })),
    crew('Strangers', entered({ from: 'elsewhere' }, { ...box, turned: 0 })),
    crew('Own', entered({}, { scenario: null, name: 'Own', turned: 0 })),
    { ...crew('Hidden', entered({}, { ...box, turned: 0 })), shown: false },
    crew(
      'Moles',
      entered({}, { scenario: 8, level: 24, turned: 4 }),
      entered({}, { scenario: 8, level: 12 }),
    ),
  ]);
  expect(boxes.map(({ scenario, level, rows }) => [scenario, level, rows.map(row => row.crew)])).toEqual([
    [1, 9, ['Bats', 'Owls', 'Late']],
    [8, 12, ['Moles']],
    [8, 24, ['Moles']],
  ]);
  expect(Object.keys(boxes[0]?.rows[0] ?? {}).sort()).toEqual(
    ['crew', 'day', 'edition', 'players', 'timeLeft', 'turned'].sort(),
  );
});

test('PR-29 the leaderboard shows at most five crews for each scenario and level', () => {
  const crews = Array.from({ length: 9 }, (_, i) => ({
    ...folded(entered({ game: `${i}` }, { turned: i }), SHOWN),
    name: `Crew ${i}`,
  }));
  expect(rankCrews(crews)[0]?.rows.map(({ turned }) => turned)).toEqual([0, 1, 2, 3, 4]);
});

test('PR-29 a game that several crews entered is shown once, and the other crews show their next best game', () => {
  const shared = entered({ game: 'shared' }, { turned: 0 });
  const crew = (name: string, ...games: readonly CrewEvent[]): Crew => ({ ...folded(...games, SHOWN), name });
  const copies = Array.from({ length: 6 }, (_, i) => crew(`Copy ${i}`, shared));
  const other = crew('Other', shared, entered({ game: 'own' }, { turned: 2 }));
  const last = crew('Last', entered({ game: 'last' }, { turned: 3 }));
  const [box] = rankCrews([...copies, other, last]);
  expect(box?.rows.map(row => [row.crew, row.turned])).toEqual([
    ['Copy 0', 0],
    ['Other', 2],
    ['Last', 3],
  ]);
});
