/** Data for programs over HTTP. */
import { asyncApiDocument, protocolSchema } from '@hush/protocol';
import { standardTileData } from '@hush/rules';
import { expect, test } from 'vitest';
import { serve } from '../server-kit.ts';

test('PR-70a PR-70b PR-70c GET /api/tiles answers with the standard tile set and its version', async () => {
  const server = await serve();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/tiles`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ version: 1, tiles: standardTileData() });
});

test('PR-72a PR-72d GET /protocol.json and /asyncapi.json answer with the schemas and the document around them', async () => {
  const server = await serve();
  const [schemas, document] = await Promise.all(
    ['protocol.json', 'asyncapi.json'].map(name => fetch(`http://127.0.0.1:${server.port}/${name}`)),
  );
  expect(schemas?.headers.get('content-type')).toMatch('application/json');
  expect(await schemas?.json()).toEqual(protocolSchema());
  expect(await document?.json()).toEqual(asyncApiDocument());
});
