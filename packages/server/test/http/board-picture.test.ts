/** Tests of the picture in the preview of a table's link (PR-153). */
import type { IncomingMessage } from 'node:http';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ownOrigin } from '../../src/http/request.ts';
import { openTable, play, serve, sit, type TestServer, until } from '../server-kit.ts';

const get = ({ port }: TestServer, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`);

const pictureOfTable = async (server: TestServer, code: string): Promise<Buffer> => {
  const answer = await get(server, `/t/${code}/board.png`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  return Buffer.from(await answer.arrayBuffer());
};

/** The colour of one pixel of a PNG that has a palette. */
function colourAt(png: Buffer, x: number, y: number): string {
  const width = png.readUInt32BE(16);
  const [palette, data] = ['PLTE', 'IDAT'].map(type => {
    const at = png.indexOf(type, 0, 'latin1');
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  });
  const index = inflateSync(data ?? Buffer.alloc(0))[y * (width + 1) + 1 + x] ?? 0;
  return `#${palette?.subarray(index * 3, index * 3 + 3).toString('hex')}`;
}

/** Plays a game of two seconds that two people lose. */
async function loseAt(server: TestServer, code: string): Promise<Awaited<ReturnType<typeof sit>>> {
  const [ann, bo] = [await sit(server, code, 'Annabel'), await sit(server, code, 'Bo')];
  await play(ann, bo);
  await until(() => {
    server.clock.pass(1000);
    return ann.connection.mirror.confirmed.game?.status === 'lost';
  });
  return ann;
}

test('PR-153a PR-153b the preview of a table’s link shows the board after a game, but not before, and never at a table without spectators', async () => {
  const server = await serve();
  const code = await openTable(server, { scenario: 1, hourglass: 2 });
  const page = async (): Promise<string> => (await get(server, `/t/${code}`)).text();
  expect(await page()).not.toContain('og:image');
  expect((await get(server, `/t/${code}/board.png`)).status).toBe(404);
  const ann = await loseAt(server, code);
  const told = await page();
  expect(told).toContain(
    `<meta property="og:image" content="http://127.0.0.1:${server.port}/t/${code}/board.png?game=1">`,
  );
  expect(told).toContain('content="summary_large_image"');
  expect(told).not.toContain('Annabel');
  const png = await pictureOfTable(server, code);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(60_000);
  // Tile 1 is in the middle of the picture, so there is floor or a symbol; the corner is background.
  expect(colourAt(png, 2, 2)).toBe('#0d0b22');
  expect(['#0d0b22', '#1d1947']).not.toContain(colourAt(png, 600, 310));
  expect(await pictureOfTable(server, code)).toEqual(png);
  ann.connection.manage({ type: 'spectators', allowed: false });
  await until(() => ann.connection.mirror.confirmed.unwatched === true);
  expect((await get(server, `/t/${code}/board.png`)).status).toBe(404);
  expect(await page()).not.toContain('og:image');
});

test('PR-153c two tables of a heist have the same picture, a sealed letter, even if a host then wishes for another scenario; the next day the picture is the board', async () => {
  const server = await serve();
  const pictures: Buffer[] = [];
  for (const _ of [1, 2]) {
    const { today } = (await (await get(server, '/api/heist')).json()) as { readonly today: string };
    const opened = await fetch(`http://127.0.0.1:${server.port}/api/heist/${today}/tables`, {
      method: 'POST',
    });
    const { code } = (await opened.json()) as { readonly code: string };
    const host = await loseAt(server, code);
    pictures.push(await pictureOfTable(server, code));
    host.connection.manage({ type: 'wish', wish: { scenario: 2 } });
    await until(() => host.connection.mirror.confirmed.wish.heist === undefined);
    expect(await pictureOfTable(server, code)).toEqual(pictures[0]);
    server.clock.passDays(1);
    expect(await pictureOfTable(server, code)).not.toEqual(pictures[0]); // the deal of a past day is published
  }
  expect(pictures[0]).toEqual(pictures[1]);
  const code = await openTable(server, { scenario: 1, hourglass: 2 });
  await loseAt(server, code);
  expect(await pictureOfTable(server, code)).not.toEqual(pictures[0]);
});

test('PR-153d a request for a picture with a wrong code counts as a guess, and of many at once those above twenty are refused with 429', async () => {
  const server = await serve();
  const code = await openTable(server);
  const [first] = await Promise.all([get(server, '/t/ZZZZZZZZ/board.png')]);
  expect(first?.status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(server, `/t/${code}/board.png`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
});

test('PR-153a the picture’s address has https behind a trusted proxy, and no host if the host header is invalid', async () => {
  const server = await serve({ env: { HUSH_TRUST_PROXY: '1' } });
  const code = await openTable(server, { scenario: 1, hourglass: 2 });
  await loseAt(server, code);
  const answer = await fetch(`http://127.0.0.1:${server.port}/t/${code}`, {
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
  });
  expect(await answer.text()).toContain(
    `content="https://127.0.0.1:${server.port}/t/${code}/board.png?game=1"`,
  );
  const origin = (host: string): string =>
    ownOrigin({ headers: { host } } as IncomingMessage, { origins: [], trustedProxies: 0 });
  expect(['hush.example', 'hush.example"><script>', ''].map(origin)).toEqual(['http://hush.example', '', '']);
});
