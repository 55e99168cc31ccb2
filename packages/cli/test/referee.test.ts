/** The referee against its conformance cases: through the pure core, through the command, through a real process. */
import { refereeScript } from '@hush/protocol';
import { EDITIONS, SCENARIOS } from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refereeCommand } from '../src/referee-command.ts';
import { answersTo, CASES, CODES, lonelyFiles, SENTENCE } from './cases.ts';
import { fakeIo } from './fake-io.ts';
import { hush } from './process.ts';

const TITLED = CASES.map(one => [`${one.about} (${one.name})`, one] as const);

test.each(TITLED)('%s', (_, { lines, expected }) => {
  const answers = answersTo(lines);
  const asked = answers.map((answer, i) => ({ asked: lines[i], answer }));
  const wanted = expected.map((answer, i) => ({ asked: lines[i], answer }));
  expect(asked).toMatchObject(wanted);
});

test('every refusal in the conformance cases has one sentence and a known code', () => {
  const refused = CASES.flatMap(({ lines }) => answersTo(lines)).filter(({ ok }) => ok === false);
  expect(refused.length).toBeGreaterThan(150);
  for (const { why } of refused) expect(why).toMatch(SENTENCE);
  expect(refused.map(({ refused }) => refused).filter(code => !CODES.includes(String(code)))).toEqual([]);
});

test('every refusal code is provoked by a case', () => {
  const expected = new Set(CASES.flatMap(({ expected }) => expected.map(({ refused }) => refused)));
  expect(CODES.filter(code => !expected.has(code))).toEqual([]);
});

test('every scenario and every edition has a case', () => {
  const setUps = CASES.map(({ lines: [first = '{}'] }) => JSON.parse(first)?.setup ?? {});
  const scenarios = new Set(setUps.map(({ scenario }) => scenario));
  const editions = new Set(setUps.map(({ edition }) => edition));
  expect(SCENARIOS.filter(({ number }) => !scenarios.has(number))).toEqual([]);
  expect(EDITIONS.filter(edition => !editions.has(edition))).toEqual([]);
  expect(CASES.length).toBeGreaterThanOrEqual(40);
  expect(lonelyFiles()).toEqual([]);
});

test('the answers do not depend on how the input is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CASES),
      fc.infiniteStream(fc.integer({ min: 1, max: 400 })),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      async ({ lines }, sizes, end) => {
        const whole = fakeIo([`${lines.join(end)}${end}`]);
        const pieces = fakeIo(cut(`\uFEFF${lines.join(end)}`, sizes));
        const exits = [await refereeCommand([], whole), await refereeCommand(['-'], pieces)];
        expect(exits[0]).toBe(exits[1]);
        expect(pieces.said()).toBe(whole.said());
        expect(whole.said()).toBe(
          answersTo(lines)
            .map(answer => `${JSON.stringify(answer)}\n`)
            .join(''),
        );
      },
    ),
    { numRuns: 30, seed: 7 },
  );
});

function* cut(text: string, sizes: Iterator<number>): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const size = sizes.next().value ?? 1;
    yield text.slice(from, from + size);
    from += size;
  }
}

const NAMES = ['hourglass-early', 'scenario-13', 'theft-called', 'malformed'];

test.each(CASES.filter(({ name }) => NAMES.includes(name)))(
  '`hush referee` as a command gives the same answers as the referee alone: $name',
  ({ file, lines }) => {
    const expected = answersTo(lines).map(answer => `${JSON.stringify(answer)}\n`);
    const wanted = { said: expected.join(''), complained: '', exit: 0 };
    expect(hush(['referee', file])).toEqual(wanted);
    expect(hush(['referee'], lines.join('\n'))).toEqual(wanted);
  },
);

test('a comment line gets no answer and does not change the other answers', async () => {
  const sheet = {
    wish: { scenario: { name: 'Ours', stack: [2, 3, 4], rules: [] } },
    text: 'Stay together.',
    players: 2,
    parent: 'BCDFGHJK',
  };
  const play = async (script: string) => {
    const io = fakeIo([script]);
    return { exit: await refereeCommand([], io), said: io.said() };
  };
  const script = refereeScript(sheet);
  expect(script).toContain('\n# ');
  const { exit, said } = await play(script);
  expect(exit).toBe(0);
  expect(said.trimEnd().split('\n').length).toBe(2);
  expect(said).toBe((await play(refereeScript({ ...sheet, text: '', parent: null }))).said);
});
