/** Tests of `hush data NAME`, which prints the replies of a server's data routes. */
import { asyncApiDocument, protocolSchema } from '@hush/protocol';
import { standardTileData } from '@hush/rules';
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

test.each([
  ['protocol', protocolSchema()],
  ['asyncapi', asyncApiDocument()],
  ['tiles', { version: 1, tiles: standardTileData() }],
])('PR-70a PR-72a hush data %s prints the same text as the server’s reply', async (name, data) => {
  const io = fakeIo();
  expect(await main(['data', name], io)).toBe(0);
  expect(JSON.parse(io.said())).toEqual(data);
});

test.each([
  [[], 'hush data: a name is missing.'],
  [['toast'], "hush data: there is no data called 'toast'."],
  [['tiles', '--json'], "hush data: '--json' is not expected after 'tiles'."],
])('PR-72a hush data with %j says what is wrong and ends with 2', async (args, why) => {
  const io = fakeIo();
  expect(await main(['data', ...args], io)).toBe(2);
  expect(io.complained()).toMatch(why);
});
