/** examples/python/client.py at a real server beside a person: its commands are legal, and the game continues. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { legalCommands } from '@hush/protocol';
import { expect, onTestFinished } from 'vitest';
import { PYTHON, testWith } from '../../../server/test/needs.ts';
import { type Guest, openTable, play, serve, sit, until } from '../../../server/test/server-kit.ts';

const CLIENT = join(fileURLToPath(new URL('../../../..', import.meta.url)), 'examples/python/client.py');

/**
 * Refusals that are allowed, because another player was faster; any other means that the client has misunderstood the
 * protocol.
 */
const RACES = /^(?:Refused: (?:moved-on|blocked|occupied|nothing-to-explore|too-fast)\n)*$/;
/**
 * How many virtual milliseconds pass per look. Virtual time is not faster than real time, so nobody counts as silent.
 */
const STEP = 2;

const movesOf = ({ notices }: Guest, member: number): number =>
  notices.filter(notice => notice.type === 'news' && notice.member === member && notice.events.length > 0)
    .length;

/** Moves one of Ann's heroes now and then, because a deal may leave the program without a legal move. */
function wander({ connection }: Guest): void {
  const { mirror } = connection;
  const legal = mirror.member === null ? [] : legalCommands(mirror.confirmed, mirror.member);
  const moves = typeof legal === 'string' ? [] : legal;
  const chosen = moves[Math.floor(Math.random() * moves.length)];
  if (mirror.unanswered === 0 && chosen !== undefined) connection.do(chosen);
}

testWith(
  PYTHON,
  'PR-73a PR-74d examples/python/client.py sits down, is ready, and every command it sends is legal',
  async () => {
    const server = await serve();
    const code = await openTable(server, { scenario: 1, hourglass: 900 });
    const ann = await sit(server, code, 'Ann');
    ann.connection.manage({ type: 'programs', allowed: true });
    await until(() => ann.connection.mirror.confirmed.programsAllowed === true, 'programs allowed');
    const child = spawn('python3', [CLIENT, `http://127.0.0.1:${server.port}`, code]);
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let complained = '';
    child.stderr.on('data', data => {
      complained += data;
    });
    let ended = false;
    child.on('close', () => {
      ended = true;
    });
    await until(() => ended || ann.connection.mirror.confirmed.ready.includes(2), 'the client to be ready');
    await play(ann);
    const before = movesOf(ann, 2);
    let looks = 0;
    await until(() => {
      server.clock.pass(STEP);
      if (looks++ % 200 === 100) wander(ann);
      return ended || movesOf(ann, 2) >= before + 4;
    }, 'four moves of the client');
    expect(complained).toMatch(RACES);
    expect(ended).toBe(false);
  },
);
