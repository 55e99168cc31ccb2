/** Data for programs: the standard tile set (PR-70), and schemas of everything that travels (PR-72). */
import { asyncApiDocument, protocolSchema } from '@hush/protocol';
import { standardTileData, TILE_SET_VERSION } from '@hush/rules';
import { jsonReply } from './reply.ts';
import { exactly, type HttpRoute } from './router.ts';

export const dataRoutes = (): readonly HttpRoute[] => [
  {
    path: exactly('/api/tiles'),
    methods: { GET: () => jsonReply(200, { version: TILE_SET_VERSION, tiles: standardTileData() }) },
  },
  {
    path: exactly('/protocol.json'),
    methods: { GET: () => jsonReply(200, protocolSchema()) },
  },
  {
    path: exactly('/asyncapi.json'),
    methods: { GET: () => jsonReply(200, asyncApiDocument()) },
  },
];
