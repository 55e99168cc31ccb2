/** `hush bot` at a real server whose clock does not move: a person in one seat, a program in the other. */
import { legalCommands, type PlayCommand } from '@hush/protocol';
import { isOver } from '@hush/rules';
import { expect, test } from 'vitest';
import { PYTHON, testWith } from '../../../server/test/needs.ts';
import {
  type Guest,
  openTable,
  play,
  serve,
  sit,
  type TestServer,
  until,
  whilePassing,
} from '../../../server/test/server-kit.ts';
import { main } from '../../src/main.ts';
import { type FakeIo, fakeIo } from '../fake-io.ts';
import { eachLine, FIRST_LEGAL, PYTHON_BOT, typeScriptBot } from './programs-kit.ts';

const WISH = { scenario: 1, hourglass: 60 } as const;

interface Party {
  readonly server: TestServer;
  readonly code: string;
  readonly ann: Guest;
  readonly io: FakeIo;
  readonly ended: Promise<number>;
}

/** A table at which Ann sits and allows programs. */
async function tableForPrograms(): Promise<Pick<Party, 'server' | 'code' | 'ann'>> {
  const server = await serve();
  const code = await openTable(server, WISH);
  const ann = await sit(server, code, 'Ann');
  ann.connection.manage({ type: 'programs', allowed: true });
  await until(() => ann.connection.mirror.confirmed.programsAllowed === true, 'programs allowed');
  return { server, code, ann };
}

/** Makes a table at which Ann allows programs, and seats one. */
async function party(program: readonly string[], ...options: readonly string[]): Promise<Party> {
  const { server, code, ann } = await tableForPrograms();
  const io = fakeIo();
  const table = `http://127.0.0.1:${server.port}/t/${code.toLowerCase()}`;
  const args = ['bot', '--stdio', '--table', table, '--pause', '20', ...options, '--', ...program];
  const ended = main(args, io);
  await until(() => ann.connection.mirror.confirmed.ready.includes(2), 'the program to be ready');
  return { server, code, ann, io, ended };
}

const movesOf = ({ notices }: Guest, member: number): number =>
  notices
    .filter(({ type }) => type === 'news')
    .filter(notice => 'member' in notice && notice.member === member).length;

const legalOf = ({ connection: { mirror } }: Guest, member: number): readonly PlayCommand[] => {
  const legal = legalCommands(mirror.confirmed, member);
  return typeof legal === 'string' ? [] : legal;
};

/**
 * Ann moves a hero if the deal leaves the program without a legal move; the clock advances a little, because moves
 * are limited.
 */
function moveOn({ connection }: Guest, server: TestServer, legal: readonly PlayCommand[]): void {
  const chosen = legal[Math.floor(Math.random() * legal.length)];
  if (connection.mirror.unanswered > 0 || chosen === undefined) return;
  connection.do(chosen);
  server.clock.pass(100);
}

/** Advances the server's clock, which stands still otherwise, until the game has ended. */
async function playToTheEnd({ server, ann }: Party): Promise<void> {
  const { mirror } = ann.connection;
  await until(() => {
    server.clock.pass(100);
    return mirror.confirmed.game !== null && isOver(mirror.confirmed.game);
  }, 'the end');
}

async function seen(program: readonly string[]): Promise<Party> {
  const table = await party(program, '--games', '1', '--name', 'Robot');
  const { ann } = table;
  const { mirror } = ann.connection;
  expect(mirror.people.find(({ member }) => member === 2)?.name).toBe('Robot');
  expect(mirror.confirmed.programs).toEqual([2]);
  const before = movesOf(ann, 2);
  await play(ann);
  expect(mirror.confirmed.game?.bots).toEqual([1]);
  await until(() => {
    if (legalOf(ann, 2).length === 0) moveOn(ann, table.server, legalOf(ann, 1));
    return movesOf(ann, 2) >= before + 3;
  }, 'three moves of the program');
  await playToTheEnd(table);
  expect(await table.ended).toBe(0);
  expect(table.io.said()).toMatch(/^\{"games":1,"won":[01]\}\n$/);
  await until(() => mirror.confirmed.seats.length === 1, 'the program to leave');
  return table;
}

testWith(
  PYTHON,
  'PR-75a PR-170e examples/python/mybot.py is seated beside a person, moves, and leaves after one game',
  async () => {
    const { io } = await seen(PYTHON_BOT);
    expect(io.complained()).toMatch(/^hush bot: Seated[.] To come back to this seat: --token \S+\n/);
    expect(io.complained()).toMatch(/hush bot: Game 1 is (won|lost)[.]\n$/);
  },
);

test('PR-75a PR-170e examples/typescript/mybot.ts is seated beside a person, moves, and leaves after one game', async () => {
  await seen(typeScriptBot());
});

test.each([
  ['dies', eachLine('process.exit(1)'), '600000', 'the program ended (exit code 1).'],
  ['hangs', eachLine(''), '50', 'the program did not answer within 50 ms'],
  [
    'answers rubbish',
    eachLine("console.log('?')"),
    '600000',
    '3 wrong answers in a row; the last: the answer is not JSON: ?',
  ],
  [
    'floods',
    eachLine("process.stdout.write('0'.repeat(99999))"),
    '600000',
    'the program wrote more than 65536',
  ],
])(
  'PR-170d PR-75e when a program %s its author reads why, and a bot takes over its seat while the game continues',
  async (_, program, patience, why) => {
    const { server, ann, io, ended } = await party(program, '--patience', patience);
    await play(ann);
    expect(await ended).toBe(1);
    expect(io.complained()).toContain(`hush bot: ${why}`);
    const { mirror } = ann.connection;
    await until(() => {
      server.clock.pass(100);
      return (mirror.confirmed.standIns ?? []).includes(2);
    }, 'a bot to sit in');
    expect(mirror.confirmed.game?.status).toBe('playing');
  },
);

test.each([
  ['cannot be started', ['/no/such/program'], 'the program cannot be started: spawn /no/such/program ENOENT'],
  ['ends in the lobby', [process.execPath, '-e', ''], 'the program ended (exit code 0)'],
])(
  'PR-170d when a program %s before the game, its author reads why, and it gets no seat',
  async (_, program, why) => {
    const { server, code, ann } = await tableForPrograms();
    const io = fakeIo();
    const args = ['--table', code, '--server', `http://127.0.0.1:${server.port}`, '--', ...program];
    expect(await main(['bot', '--stdio', ...args], io)).toBe(1);
    expect(io.complained()).toContain(`hush bot: ${why}.\n`);
    await until(() => ann.connection.mirror.confirmed.seats.length === 1, 'one seat');
  },
);

test('PR-75b if the host forbids programs, the author of a program reads the sentence of the refusal', async () => {
  const server = await serve();
  const code = await openTable(server, WISH);
  await sit(server, code, 'Ann');
  const io = fakeIo();
  const args = ['--table', code, '--server', `http://127.0.0.1:${server.port}`, '--', ...FIRST_LEGAL];
  expect(await main(['bot', '--stdio', ...args], io)).toBe(1);
  expect(io.complained()).toBe('hush bot: no seat: The host has not allowed programs at this table.\n');
});

test('PR-170d if no server answers, the error names its address', async () => {
  const io = fakeIo();
  const args = ['--table', 'BCDFGHJK', '--server', 'http://127.0.0.1:9', '--', ...FIRST_LEGAL];
  expect(await main(['bot', '--stdio', ...args], io)).toBe(1);
  expect(io.complained()).toBe('hush bot: no server answers at the address.\n');
});

test('PR-170e a program that joins an empty table becomes host, and passes the role to the first person', async () => {
  const server = await serve();
  const code = await openTable(server, WISH);
  const io = fakeIo();
  const args = ['--table', code, '--server', `http://127.0.0.1:${server.port}`, '--', ...FIRST_LEGAL];
  const ended = main(['bot', '--stdio', ...args], io);
  await until(() => io.complained().includes('Seated'), 'the program to sit down');
  const ann = await sit(server, code, 'Ann');
  await until(() => ann.connection.mirror.confirmed.host === 2, 'Ann to be host');
  ann.connection.manage({ type: 'kick', member: 1 });
  expect(await whilePassing(server.clock, ended)).toBe(1);
  expect(io.complained()).toContain('hush bot: the server ended the connection');
});

test.each([
  [['bot'], '--stdio is missing'],
  [['bot', '--stdio'], '--table is missing'],
  [['bot', '--stdio', '--table', 'BCDFGHJK'], 'the program is missing; it comes after --'],
  [
    ['bot', '--stdio', '--table', 'nowhere', '--', 'x'],
    "'nowhere' is neither the code of a table nor its address",
  ],
  [
    ['bot', '--stdio', '--table', 'BCDFGHJK', '--server', 'ftp://x', '--', 'x'],
    "'ftp://x' is not the address of a server",
  ],
  [['bot', '--stdio', '--table', 'BCDFGHJK', '--pause', '-1', '--', 'x'], "'--pause' argument is ambiguous"],
  [
    ['bot', '--stdio', '--table', 'BCDFGHJK', '--games', '0', '--', 'x'],
    '--games takes a whole number from 1',
  ],
  [['bot', '--stdio', '--table', 'BCDFGHJK', '--name', ' ', '--', 'x'], '--name: '],
  [
    ['bot', '--stdio', '--table', 'BCDFGHJK', 'python3', 'mybot.py'],
    "'python3 mybot.py' is not expected here; the program comes after --.",
  ],
  [['bot', '--fast'], "Unknown option '--fast'"],
  [['league'], '--bot is missing: nobody would play'],
  [['league', '--bot', 'clever'], '--bot takes NAME=PROGRAM or one of calm, brisk, lightning, random'],
  [['league', '--bot', 'calm', '--bot', 'calm'], "two bots are called 'calm'"],
  [['league', '--bot', 'calm', '--players', '1'], '--players takes 2 or more'],
  [['league', '--bot', 'calm', '--scenario', '99'], 'scenario'],
  [['league', '--bot', 'calm', '--deals', 'many'], '--deals takes a whole number'],
])('PR-170f hush %j ends with 2 and a sentence: %s', async (args, sentence) => {
  const io = fakeIo();
  expect(await main(args, io)).toBe(2);
  expect(io.complained()).toContain(sentence);
});
