/**
 * The examples of docs/BOTS.md, PROGRAMMING.md and RESEARCH.md that no other test runs: every command line is accepted
 * by its command, and the request to a program has the form of a real one.
 */
import { readFileSync } from 'node:fs';
import { readMessage } from '@hush/protocol';
import { beginGame, evolve, prepareGame } from '@hush/rules';
import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import { moveRequest, readAnswer } from '../../src/programs/bot-request.ts';
import { fakeIo } from '../fake-io.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const BOTS = read('BOTS.md');
const LINES = [BOTS, read('PROGRAMMING.md'), read('RESEARCH.md')].flatMap(doc =>
  [...doc.matchAll(/hush ((?:bot|league|simulate) -[^`\n]*)/g)].map(([, line = '']) => line),
);

/** Splits a command line as a shell does. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll('"', '').replace('CODE', 'BCDFGHJK'),
  );

/**
 * For each command an option that the command reads after all others: if only its value is wrong, the command's error
 * names it.
 */
const LAST = { bot: '--patience', league: '--patience', simulate: '--cores' } as const;

test.each(LINES)('PR-170f PR-172c `hush %s` in a document uses only existing options', async line => {
  const [command = '', ...words] = wordsOf(line);
  const last = LAST[command as keyof typeof LAST];
  const io = fakeIo([], { 'mine.json': '{"scenario":1,"players":4}' });
  expect(await main([command, last, 'wrong', ...words], io)).toBe(2);
  expect(io.complained()).toMatch(new RegExp(`^hush ${command}: ${last} takes .*, not 'wrong'`));
});

test('PR-170f the documents contain command lines of bot, league and simulate', () => {
  expect(new Set(LINES.map(line => line.split(' ')[0]))).toEqual(new Set(['bot', 'league', 'simulate']));
});

test('PR-170a PR-170b the request in docs/BOTS.md has the fields of a real one, and `1` is a valid answer', () => {
  const [, text = ''] = /^ {4}(\{"ask".*\})$/m.exec(BOTS) ?? [];
  const shown = JSON.parse(text);
  const prepared = prepareGame({ scenario: 1, players: 2 }, 'seed');
  if (!prepared.ok) throw new Error(prepared.error);
  const game = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  const real = moveRequest(game, { game: 1, seat: 0, at: shown.at }, []);
  expect(Object.keys(shown)).toEqual(Object.keys(real));
  expect({ left: shown.left, ask: shown.ask }).toEqual({ left: real.left, ask: real.ask });
  expect(Object.keys(game)).toEqual(expect.arrayContaining(Object.keys(shown.state)));
  expect(shown.state.status).toBe(game.status);
  for (const c of shown.legal) expect(readMessage(JSON.stringify({ t: 'do', n: 1, c })).ok).toBe(true);
  expect(readAnswer('1', shown.legal)).toEqual({ ok: true, value: { type: 'explore' } });
});
