/** Tests of downloading a game of a table as a file that anybody can verify (GB-3). */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../../cli/src/main.ts';
import { directory, openTable, play, serve, sit, type TestServer, until } from '../server-kit.ts';

const record = ({ port }: TestServer, code: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/t/${code}/record`);

/** The output of a `hush` command about a file. */
async function hush(command: string, text: string): Promise<readonly [number, string]> {
  const file = join(directory(), 'game.txt');
  writeFileSync(file, text);
  let said = '';
  const take = (more: string): void => {
    said += more;
  };
  const read = (path: string): Promise<string> => readFile(path, 'utf8');
  const none = (async function* (): AsyncGenerator<string> {})();
  const exit = await main([command, file], { input: none, out: take, complain: take, read });
  return [exit, said];
}

test('PR-16b the record of the last finished game can be downloaded, replayed and verified', async () => {
  const server = await serve();
  const code = await openTable(server, { scenario: 1, hourglass: 2 });
  const none = 'No game has finished at this table yet; its record will be here once one has.\n';
  const before = await record(server, code);
  expect([before.status, await before.text()]).toEqual([409, none]);
  const ann = await sit(server, code, 'Ann');
  const bo = await sit(server, code, 'Bo');
  await play(ann, bo);
  for (const { connection } of [ann, bo]) {
    for (const hero of ['elf', 'mage', 'dwarf', 'barbarian'] as const) {
      for (const dir of ['north', 'east', 'south', 'west'] as const)
        connection.do({ type: 'move', hero, dir, steps: 1 });
      await until(() => connection.mirror.unanswered === 0);
      server.clock.pass(100);
    }
  }
  expect((await record(server, code)).status).toBe(409);
  await until(() => {
    server.clock.pass(50);
    return ann.connection.mirror.confirmed.game?.status === 'lost';
  });
  ann.connection.manage({ type: 'begin' }); // the record stays available during the next game
  await until(() => ann.connection.mirror.confirmed.games === 2);

  const answer = await record(server, code.toLowerCase());
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="hush-game.txt"');
  const text = await answer.text();
  expect(await hush('verify', text)).toEqual([
    0,
    expect.stringMatching(/^Proven: .* the game was lost \(sand\)/),
  ]);
  expect(await hush('replay', text)).toEqual([0, expect.stringContaining('hush game 1')]);
  const forged = text.replace(/(north|south|east|west)/, way => (way === 'north' ? 'south' : 'north'));
  expect(await hush('verify', forged)).toEqual([1, expect.stringMatching(/^Not proven: /)]);
});

test('PR-16b an unknown table has no record, and one address may read 19 records at once', async () => {
  const server = await serve();
  const unknown = await record(server, 'ZZZZZZZZ');
  expect([unknown.status, await unknown.text()]).toEqual([404, 'There is no such table.\n']);
  const code = await openTable(server);
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await record(server, code)).status);
  expect(statuses.slice(17)).toEqual([409, 409, 429, 429]);
});
