/**
 * Tests of the nicknames of tables in the log: they are made with a key in the data directory, and the command of
 * docs/OPERATING.md computes them.
 */
import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directory, openTable, serve } from '../server-kit.ts';

test('PR-61e a table’s nickname is the HMAC of its code with the stored key, and stays the same after a restart', async () => {
  const dataDir = directory();
  const first = await serve({ dataDir });
  const code = await openTable(first);
  await first.server.stop();
  const key = readFileSync(join(dataDir, 'nickname.key'), 'utf8').trim();
  const nickname = createHmac('sha256', key).update(code).digest('hex').slice(0, 6);
  expect(first.log()).toContain(`"table":"${nickname}"`);
  expect(statSync(join(dataDir, 'nickname.key')).mode & 0o777).toBe(0o600);
  const second = await serve({ dataDir });
  await fetch(`http://127.0.0.1:${second.port}/t/${code}`);
  expect(readFileSync(join(dataDir, 'nickname.key'), 'utf8').trim()).toBe(key);
});
