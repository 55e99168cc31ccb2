/** Tests of how connections end when a server stops. */
import { expect, test } from 'vitest';
import { hello, openTable, rawSocket, serve, until, whilePassing } from '../server-kit.ts';

test('PR-15a a stopping server tells its clients different times to retry, from its random source', async () => {
  const place = await serve({ chance: () => 0.25 });
  const raw = await rawSocket(place);
  raw.socket.send(hello(await openTable(place)));
  await until(() => raw.heard.some(({ t }) => t === 'welcome'));
  await whilePassing(place.clock, place.server.stop());
  await until(() => raw.heard.some(({ t }) => t === 'bye'));
  expect(raw.heard.at(-1)).toMatchObject({ t: 'bye', code: 1012, retryAfter: 500 });
});
