/**
 * `hush data NAME`: prints data for programs, the same that a server sends at `/api/tiles`, `/protocol.json` and
 * `/asyncapi.json`.
 */
import { asyncApiDocument, protocolSchema } from '@hush/protocol';
import { standardTileData, TILE_SET_VERSION } from '@hush/rules';
import type { Io } from './io.ts';

const BAD_USAGE = 2;

const DATA: Readonly<Record<string, () => unknown>> = {
  protocol: protocolSchema,
  asyncapi: asyncApiDocument,
  tiles: () => ({ version: TILE_SET_VERSION, tiles: standardTileData() }),
};

export const DATA_USAGE = [
  'usage: hush data NAME',
  '  protocol  JSON Schemas of every message, command, event, state and file',
  '  asyncapi  the WebSocket of a table as an AsyncAPI document',
  '  tiles     the standard tile set',
].join('\n');

export async function dataCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...more] = args;
  const make = name !== undefined && Object.hasOwn(DATA, name) ? DATA[name] : undefined;
  if (make === undefined || more.length > 0) {
    io.complain(`hush data: ${problemWith(name, more)}\n${DATA_USAGE}`);
    return BAD_USAGE;
  }
  io.out(`${JSON.stringify(make(), null, 1)}\n`);
  return 0;
}

function problemWith(name: string | undefined, more: readonly string[]): string {
  if (name === undefined) return 'a name is missing.';
  return Object.hasOwn(DATA, name)
    ? `'${more.join(' ')}' is not expected after '${name}'.`
    : `there is no data called '${name}'.`;
}
