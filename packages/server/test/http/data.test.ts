/** Tests of the HTTP routes for programs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument, protocolSchema } from '@hush/protocol';
import { standardTileData } from '@hush/rules';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/index.ts';
import { hostTextIn } from '../../src/runtime/privacy-text.ts';
import { directory, serve } from '../server-kit.ts';

test('PR-70a PR-70b PR-70c GET /api/tiles returns the standard tile set and its version', async () => {
  const server = await serve();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/tiles`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ version: 1, tiles: standardTileData() });
});

test('PR-72a PR-72d GET /protocol.json and /asyncapi.json return the schemas and the AsyncAPI document', async () => {
  const server = await serve();
  const [schemas, document] = await Promise.all(
    ['protocol.json', 'asyncapi.json'].map(name => fetch(`http://127.0.0.1:${server.port}/${name}`)),
  );
  expect(schemas?.headers.get('content-type')).toMatch('application/json');
  expect(await schemas?.json()).toEqual(protocolSchema());
  expect(await document?.json()).toEqual(asyncApiDocument());
});

test("PR-183a GET /api/privacy returns the server's storage times and the operator's text by language", async () => {
  const file = join(directory(), 'privacy.txt');
  writeFileSync(file, 'Run by the club.\n\nWrite to us.\n[fr]\nTenu par le club.\n');
  const env = { HUSH_PRIVACY: file, HUSH_KEEP_DAYS: '7', HUSH_KEEP_CREW_DAYS: '0', HUSH_BOARD: 'on' };
  const server = await serve({ env });
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/privacy`);
  expect(await answer.json()).toEqual({
    keepDays: 7,
    keepCrewDays: 0,
    cluster: false,
    board: true,
    relayed: false,
    host: { '': 'Run by the club.\n\nWrite to us.', fr: 'Tenu par le club.' },
  });
});

test('OP-21c an operator’s text without visible characters counts as no text, and one of more than 20,000 characters is refused', () => {
  expect(hostTextIn(' \n[fr]\n\n')).toEqual({});
  const file = join(directory(), 'privacy.txt');
  writeFileSync(file, 'x'.repeat(20_001));
  expect(readConfig({ HUSH_PRIVACY: file })).toEqual({
    ok: false,
    error: ['HUSH_PRIVACY names a file of more than 20000 characters.'],
  });
});
