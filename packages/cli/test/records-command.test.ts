/** `hush records`: only games whose players all agreed, from the data directory of a running server. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTable, play, serve, sit, until } from '../../server/test/server-kit.ts';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

async function records(dataDir: string): Promise<readonly string[]> {
  vi.stubEnv('HUSH_DATA', dataDir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const io = fakeIo();
  expect([await main(['records'], io), io.complained()]).toEqual([0, '']);
  return io
    .said()
    .split('\n')
    .filter(line => line !== '');
}

test('PR-76d `hush records` prints only games to which all players consented; the output is proven and has no names or codes', async () => {
  const server = await serve();
  const code = await openTable(server, { scenario: 1, hourglass: 20 });
  const [ann, bo] = [await sit(server, code, 'Annemarie'), await sit(server, code, 'Bonifaz')];
  const { mirror } = ann.connection;
  const end = async (games: number): Promise<void> => {
    await play(ann);
    await until(() => {
      server.clock.pass(100);
      return mirror.confirmed.games === games && mirror.confirmed.game?.status === 'lost';
    }, 'the end');
  };
  ann.connection.manage({ type: 'consent', given: true });
  await end(1);
  expect(await records(server.dataDir)).toEqual([]);
  bo.connection.manage({ type: 'consent', given: true });
  await until(() => mirror.confirmed.consents?.length === 2, 'both to agree');
  await end(2);
  const [line = '', ...more] = await records(server.dataDir);
  expect(more).toEqual([]);
  expect(line).not.toMatch(new RegExp(`Annemarie|Bonifaz|${code}`));
  const game = JSON.parse(line);
  expect(game).toMatchObject({ scenario: 1, players: 2, status: 'lost', bots: [] });
  expect(await main(['verify', '-'], fakeIo([game.record]))).toBe(0);
  bo.connection.manage({ type: 'consent', given: false });
  await until(() => mirror.confirmed.consents?.length === 1, 'Bo to take it back');
  expect(await records(server.dataDir)).toEqual([]);
});

test('PR-76d docs/RESEARCH.md says how games of people are collected', () => {
  const doc = readFileSync(new URL('../../../docs/RESEARCH.md', import.meta.url), 'utf8');
  expect(doc).toContain('npx hush records');
});
