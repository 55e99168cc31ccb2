/**
 * Tests of requests that a page of another site can make a browser send, and of requests whose end two servers could
 * see at different places.
 */
import { connect } from 'node:net';
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { serve } from '../server-kit.ts';

const CREW = 'BCDFGHJKLMNP';

/**
 * The requests that change something. They are refused before a route is searched, so a request that is missing in
 * this list is refused as well.
 */
const CHANGES: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/tables'],
  ['DELETE', '/api/tables/BCDFGHJK/seat'],
  ['PUT', '/api/hourglass/BCDFGH'],
  ['POST', '/api/hourglass'],
  ['POST', '/api/crews'],
  ['PATCH', `/api/crews/${CREW}`],
  ['DELETE', `/api/crews/${CREW}`],
  ['POST', `/api/crews/${CREW}/games`],
  ['DELETE', `/api/crews/${CREW}/games/1`],
  ['POST', `/api/crews/${CREW}/games/1/tables`],
  ['POST', `/api/crews/${CREW}/book`],
  ['POST', '/api/scenarios'],
  ['POST', '/api/heist/2026-01-01/tables'],
  ['POST', '/api/heist/2026-01-01/results'],
  ['DELETE', '/api/heist/2026-01-01/results/1'],
];

test('PR-53c PR-53h no request of another site’s page, of a frame without an origin or of a form changes anything, whatever its path', async () => {
  const journal = memoryJournal();
  const written: string[] = [];
  const append = journal.append.bind(journal);
  journal.append = (log, expected, entries) => {
    written.push(log);
    return append(log, expected, entries);
  };
  const server = await serve({ journal });
  const body = JSON.stringify({ wish: { scenario: 1 }, name: 'Owls' });
  const statuses = new Map<string, number>();
  for (const [method, path] of CHANGES)
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      const headers = { origin, 'content-type': 'application/json' };
      const asked = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body });
      statuses.set(`${method} ${path} ${origin}`, asked.status);
      expect(await asked.json()).toMatchObject({ error: 'origin' });
    }
  expect([...statuses].filter(([, status]) => status !== 403)).toEqual([]);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type };
    const form = await fetch(`http://127.0.0.1:${server.port}/api/tables`, { method: 'POST', headers, body });
    expect(form.status).toBe(415);
  }
  const asking = { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' };
  const preflight = await fetch(`http://127.0.0.1:${server.port}/api/crews`, {
    method: 'OPTIONS',
    headers: asking,
  });
  expect([
    preflight.status,
    [...preflight.headers.keys()].filter(name => name.startsWith('access-control')),
  ]).toEqual([403, []]);
  expect(written).toEqual([]);
});

/**
 * A second request inside the body of the first one: a server would answer it only if it saw the end of the first one
 * too early.
 */
const HIDDEN = 'GET /version HTTP/1.1\r\nHost: a\r\n\r\n';
const HEAD = 'POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

test.each([
  ['a length and chunks', `${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${HIDDEN}`],
  ['a length with a sign', `${HEAD}Content-Length: +2\r\n\r\n{}${HIDDEN}`],
  ['a list of lengths', `${HEAD}Content-Length: 2, 2\r\n\r\n{}${HIDDEN}`],
  ['an unknown encoding', `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks that are not last', `${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a space before the colon', `${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a folded header', `${HEAD}X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['lines that end with LF', `POST /api/tables HTTP/1.1\nHost: a\nContent-Length: 0\n\n${HIDDEN}`],
  ['a chunk with a wrong length', `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
])(
  'PR-61f a request with %s is answered with 400, the connection is closed, and later bytes are not read',
  async (_, text) => {
    const server = await serve({ journal: memoryJournal() });
    const heard = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
      let all = '';
      socket.on('data', data => {
        all += data.toString();
      });
      socket.on('close', () => resolve(all));
      socket.on('error', reject);
    });
    expect(heard.match(/HTTP\/1[.]1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(heard).not.toContain('"protocol"');
  },
);
