/** A program as a child process: its requests, its answers, and how it is ended when it fails. */

import { legalMoves } from '@hush/protocol';
import { beginGame, evolve, prepareGame } from '@hush/rules';
import { expect, onTestFinished, test } from 'vitest';
import { moveRequest, readAnswer } from '../../src/programs/bot-request.ts';
import { ProgramProcess } from '../../src/programs/program-process.ts';
import { eachLine, FIRST_LEGAL } from './programs-kit.ts';

const LONG = 600_000; // a time limit that only a program that hangs reaches

function later(after: number, then: () => void): () => void {
  const timer = setTimeout(then, after);
  return () => clearTimeout(timer);
}

interface Started {
  readonly program: ProgramProcess;
  /** The lines that the program wrote to its standard error. */
  readonly told: string[];
  readonly warned: string[];
}

function start(command: readonly string[], patience = LONG): Started {
  const told: string[] = [];
  const warned: string[] = [];
  const program = new ProgramProcess({
    command,
    patience,
    later,
    tell: line => told.push(line),
    warn: sentence => warned.push(sentence),
  });
  onTestFinished(() => program.close());
  return { program, told, warned };
}

function request() {
  const prepared = prepareGame({ scenario: 1, players: 2 }, 'seed');
  if (!prepared.ok) throw new Error(prepared.error);
  const game = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  const seat = [0, 1].find(each => legalMoves(game, each).length > 1) ?? 0;
  return moveRequest(game, { game: 1, seat, at: 2_000 }, legalMoves(game, seat));
}

const REQUEST = request();
const [FIRST] = REQUEST.legal;

test('PR-170a the request has the sand that is left, the state and the legal commands', async () => {
  expect(REQUEST).toMatchObject({ ask: 'move', game: 1, at: 2_000, left: 178_000 });
  expect(REQUEST.state.status).toBe('playing');
  const { program } = start(eachLine('if (request.left === 178000) console.log(request.legal.length - 1)'));
  expect(await program.ask(REQUEST)).toEqual({ ok: true, value: REQUEST.legal.at(-1) });
});

test.each([
  ['0', FIRST],
  ['null', null],
  [JSON.stringify(FIRST), FIRST],
  [JSON.stringify(Object.fromEntries(Object.entries(FIRST ?? {}).reverse())), FIRST],
])('PR-170b the answer %s of a program is accepted', (line, command) => {
  expect(readAnswer(line, REQUEST.legal)).toEqual({ ok: true, value: command });
});

test.each(['', 'move', '-1', '1.5', '999', '"0"', '{}', '[0]', 'true', '{"type":"start"}'])(
  'PR-170b the answer %j of a program is refused with a sentence',
  line => {
    const read = readAnswer(line, REQUEST.legal);
    expect(read.ok ? '' : read.error).toMatch(
      /^the answer is (?:not JSON|neither null, nor a number from 0 to \d+)/,
    );
  },
);

test('PR-170d a wrong answer counts as waiting and is explained; after the third in a row the program is ended', async () => {
  const { program, warned } = start(eachLine("console.log('north please')"));
  expect(await program.ask(REQUEST)).toEqual({ ok: true, value: null });
  expect(await program.ask(REQUEST)).toEqual({ ok: true, value: null });
  const why = '3 wrong answers in a row; the last: the answer is not JSON: north please';
  expect(await program.ask(REQUEST)).toEqual({ ok: false, error: why });
  expect(warned).toEqual([
    'wrong answer 1 of 3: the answer is not JSON: north please',
    'wrong answer 2 of 3: the answer is not JSON: north please',
  ]);
  expect(await program.ask(REQUEST)).toEqual({ ok: false, error: why });
});

test('PR-170d a program that gives two wrong answers and then a right one is not ended', async () => {
  const { program } = start(
    eachLine("globalThis.n = (globalThis.n ?? 0) + 1; console.log(n % 3 === 0 ? '0' : 'what?')"),
  );
  for (let i = 0; i < 7; i++) expect((await program.ask(REQUEST)).ok).toBe(true);
});

test.each([
  ['hangs', eachLine(''), 30, /^the program did not answer within 30 ms/],
  ['ends with 3', eachLine('process.exit(3)'), LONG, /^the program ended \(exit code 3\)$/],
  ['is killed', eachLine("process.kill(process.pid, 'SIGKILL')"), LONG, /^the program ended \(SIGKILL\)$/],
  [
    'writes without end',
    eachLine("process.stdout.write('x'.repeat(70000))"),
    LONG,
    /more than 65536 characters/,
  ],
  ['does not exist', ['/no/such/program'], LONG, /^the program cannot be started: .*ENOENT/],
])(
  'PR-170d a program that %s is ended, and every later request gets the reason',
  async (_, command, patience, why) => {
    const { program } = start(command, patience);
    const answer = await program.ask(REQUEST);
    expect(answer.ok ? '' : answer.error).toMatch(why);
    expect(program.failure).toMatch(why);
  },
);

test('PR-170d a program that writes lines without requests is ended after 21 of them', async () => {
  const { program } = start(eachLine("for (let i = 0; i < 500; i++) console.log('0')"));
  expect(await program.ask(REQUEST)).toEqual({ ok: true, value: FIRST });
  await expect.poll(() => program.failure).toMatch(/^the program wrote 21 lines that nobody asked for/);
});

test('PR-170c a program is told the end of a game, and its standard error is passed on line by line', async () => {
  const { program, told } = start(
    eachLine(
      "const { writeSync } = require('node:fs'); writeSync(2, 'I '); writeSync(2, request.over); writeSync(2, '\\nbye'); process.exit()",
    ),
  );
  program.tell({ over: 'won', game: 1 });
  await expect.poll(() => told).toEqual(['I won', 'bye']);
});

test('PR-170b a program answers a thousand requests in a row', async () => {
  const { program } = start(FIRST_LEGAL);
  for (let i = 0; i < 1_000; i++) expect(await program.ask(REQUEST)).toEqual({ ok: true, value: FIRST });
});
