/**
 * Tests that docs/example-client.ts is as short as it says, starts with the command of PROTOCOL.md, and plays a game.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOver } from '@hush/rules';
import { expect, onTestFinished, test } from 'vitest';
import { openTable, play, serve, sit, until } from './server-kit.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCE = 'docs/example-client.ts';
const BUNDLE = 'packages/server/.tsbuild/children/example-client.mjs'; // inside the clone, so that Node finds ws

/** Bundles the example with the command of PROTOCOL.md, except for the path of the bundle. */
function bundleAsTold(): void {
  const told =
    /^ {4}npx rolldown (.+)$/m.exec(readFileSync(join(ROOT, 'docs/PROTOCOL.md'), 'utf8'))?.[1] ?? '';
  const args = told.replace('example-client.mjs', BUNDLE).split(' ');
  const program = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: ROOT, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
}

test('PR-9a docs/example-client.ts takes a seat, plays a game to its end with another player, and leaves', async () => {
  expect(readFileSync(join(ROOT, SOURCE), 'utf8').split('\n').length).toBeLessThan(100);
  bundleAsTold();
  const server = await serve();
  const code = await openTable(server, { scenario: 1, hourglass: 20 });
  const ann = await sit(server, code, 'Ann');
  const child = spawn(process.execPath, [
    join(ROOT, BUNDLE),
    `http://127.0.0.1:${server.port}`,
    code.toLowerCase(),
  ]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', data => {
    said.out += data;
  });
  child.stderr.on('data', data => {
    said.err += data;
  });
  const ended = new Promise<number | null>(resolve => child.on('close', resolve));
  const { mirror } = ann.connection;
  await until(() => mirror.people.some(({ name }) => name === 'Random'), 'the example to sit down');
  await play(ann);
  const moves = (): number =>
    ann.notices.filter(notice => notice.type === 'news' && notice.member === 2 && notice.events.length > 0)
      .length;
  await until(() => moves() >= 5, 'five moves');
  await until(() => {
    server.clock.pass(100);
    return mirror.confirmed.game !== null && isOver(mirror.confirmed.game);
  }, 'the end');
  expect([await ended, said.err]).toEqual([0, '']);
  expect(said.out).toMatch(/^Seated; .*Asked for .*The game is (won|lost)[.]\n$/s);
});
