/** The WebSocket of a table as an AsyncAPI 3 document, served as `/asyncapi.json`. Its payloads refer to `/protocol.json`. */
import type { JsonSchema } from '@hush/rules';
import { PROTOCOL_VERSION } from '../messages/version.ts';
import { messageNames } from './protocol-schema.ts';

const SCHEMA_FORMAT = 'application/schema+json;version=draft-2020-12';

/** A name without dots, which AsyncAPI does not allow in names. */
const idOf = (name: string): string => name.replace('.', '-');

const messageOf = (name: string): JsonSchema => ({
  name,
  contentType: 'application/json',
  payload: { schemaFormat: SCHEMA_FORMAT, schema: { $ref: `./protocol.json#/$defs/${name}` } },
});

const inChannel = (name: string): JsonSchema => ({ $ref: `#/channels/table/messages/${idOf(name)}` });

export function asyncApiDocument(): JsonSchema {
  const names = [...messageNames('client'), ...messageNames('server')];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Hush',
      version: String(PROTOCOL_VERSION),
      description:
        'A client opens a WebSocket at /ws, says `client.hello` first and hears `server.welcome`. docs/PROTOCOL.md says what each message means and when it may be sent.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      table: {
        address: '/ws',
        title: 'One connection to one table',
        messages: Object.fromEntries(
          names.map(name => [idOf(name), { $ref: `#/components/messages/${idOf(name)}` }]),
        ),
      },
    },
    operations: {
      hear: operation('receive', messageNames('client'), 'What a server receives from clients.'),
      tell: operation('send', messageNames('server'), 'What a server sends to clients.'),
    },
    components: { messages: Object.fromEntries(names.map(name => [idOf(name), messageOf(name)])) },
  };
}

const operation = (action: 'send' | 'receive', names: readonly string[], summary: string): JsonSchema => ({
  action,
  channel: { $ref: '#/channels/table' },
  summary,
  messages: names.map(inChannel),
});
