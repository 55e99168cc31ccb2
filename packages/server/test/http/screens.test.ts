/** Tests of the server's replies to the addresses of screens, which are listed in `protocol/screens.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directory, openTable, serve } from '../server-kit.ts';

const get = ({ port }: { port: number }, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`);

/** A folder with a built page. */
function gamePage(): string {
  const folder = directory();
  writeFileSync(join(folder, 'index.html'), '<html><head><title>Hush</title></head><body>game</body></html>');
  return folder;
}

test.each([
  ['/t/ZZZZZZZZ', 404],
  ['/t/mistyped', 404],
  ['/practise', 404],
  ['/some/where/else', 404],
  ['/practice', 200],
  ['/practice/', 200],
  ['/introduction', 200],
  ['/replay/BCDFGHJKBCDF/3', 200],
  ['/replay/BCDFGHJKBCDF/three', 404],
])('PR-53f %s answers with the page and status %i', async (path, status) => {
  const server = await serve({ webDir: gamePage() });
  const answer = await get(server, path);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain('game');
});

test('PR-53f a table code in capitals or small letters, with dashes or a trailing slash, shows the preview of that table', async () => {
  const server = await serve({ webDir: gamePage() });
  const code = await openTable(server);
  const dashed = `${code.slice(0, 4)}-${code.slice(4)}`;
  for (const path of [`/t/${dashed}`, `/t/${dashed.toLowerCase()}/`, `/t/${code}/`]) {
    const answer = await get(server, path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>Hush: scenario 1, First visit</title>');
  }
  expect((await get(server, `/t/${dashed}/record`)).status).toBe(409); // the table has no finished game
});
