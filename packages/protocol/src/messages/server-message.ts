/** All messages of a server. A page trusts its server and imports only the type; tests check frames against the schemas. */
import type { FromSchema } from '../input/schema.ts';
import { DEBRIEF_FROM_SERVER } from './debrief.ts';
import { HELLO_FROM_SERVER } from './hello.ts';
import { LOBBY_FROM_SERVER } from './lobby.ts';
import { PLAY_FROM_SERVER } from './play.ts';
import { SEATS_FROM_SERVER } from './seats.ts';
import { TALK_FROM_SERVER } from './talk.ts';
import { TIME_FROM_SERVER } from './time.ts';
import { VOICE_FROM_SERVER } from './voice.ts';

export const SERVER_SCHEMAS = {
  ...HELLO_FROM_SERVER,
  ...PLAY_FROM_SERVER,
  ...SEATS_FROM_SERVER,
  ...LOBBY_FROM_SERVER,
  ...DEBRIEF_FROM_SERVER,
  ...TALK_FROM_SERVER,
  ...VOICE_FROM_SERVER,
  ...TIME_FROM_SERVER,
};

type ServerSchemas = typeof SERVER_SCHEMAS;
export type ServerMessage = { [T in keyof ServerSchemas]: FromSchema<ServerSchemas[T]> }[keyof ServerSchemas];
