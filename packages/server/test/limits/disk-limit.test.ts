/** Tests of HUSH_MAX_DISK: a journal at its limit accepts nothing new, and existing tables continue (PR-54g). */
import { expect, test } from 'vitest';
import { openSqliteJournal } from '../../src/index.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { directory, openTable, play, serve, sit, type TestServer } from '../server-kit.ts';

const post = ({ port }: TestServer, path: string, body: object): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A data directory with a table and with a journal of more than a megabyte. */
async function crowded(): Promise<{ readonly dataDir: string; readonly table: string }> {
  const dataDir = directory();
  const first = await serve({ dataDir });
  const table = await openTable(first);
  await first.server.stop();
  const opened = await openSqliteJournal(dataDir, { clock: systemClock });
  if (!opened.ok) throw new Error(opened.error.why);
  for (let i = 0; i < 12; i++) await opened.journal.append('filler/of-a-megabyte', i, ['x'.repeat(100_000)]);
  await opened.journal.close();
  return { dataDir, table };
}

test.each([
  ['/api/tables', { wish: { scenario: 1 } }],
  ['/api/crews', { name: 'Owls' }],
])(
  'PR-54g above HUSH_MAX_DISK POST %s is refused with disk-full, and the log names the setting',
  async (path, body) => {
    const { dataDir } = await crowded();
    const server = await serve({ dataDir, env: { HUSH_MAX_DISK: '1' } });
    const refused = await post(server, path, body);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      error: 'disk-full',
      say: expect.stringContaining('HUSH_MAX_DISK'),
    });
    expect(server.log()).toContain('raise HUSH_MAX_DISK');
  },
);

test('PR-54g above HUSH_MAX_DISK existing tables continue, and a higher limit allows new tables', async () => {
  const { dataDir, table } = await crowded();
  const server = await serve({ dataDir, env: { HUSH_MAX_DISK: '1' } });
  await play(await sit(server, table, 'Ann'));
  await server.server.stop();
  const roomy = await serve({ dataDir, env: { HUSH_MAX_DISK: '1000' } });
  expect((await post(roomy, '/api/tables', { wish: { scenario: 1 } })).status).toBe(201);
});
