/**
 * Routes for programs: the standard tile set (PR-70), the schemas of all messages (PR-72), and how long data are stored
 * (PR-183).
 */
import { asyncApiDocument, type KeepingTimes, protocolSchema } from '@hush/protocol';
import { standardTileData, TILE_SET_VERSION } from '@hush/rules';
import type { Config } from '../runtime/config.ts';
import { jsonReply } from './reply.ts';
import { exactly, type HttpRoute, type HttpWorld } from './router.ts';

export const dataRoutes = ({ config }: HttpWorld): readonly HttpRoute[] => [
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
  { path: exactly('/api/privacy'), methods: { GET: () => jsonReply(200, keepingTimes(config)) } },
];

const keepingTimes = ({ keepDays, keepCrewDays, cluster, board, ice, privacy }: Config): KeepingTimes => ({
  keepDays,
  keepCrewDays,
  cluster: cluster !== null,
  board,
  relayed: ice.relayOnly === true,
  host: privacy,
});
