/** What a server sends: every frame is one of these messages as JSON. The frequent ones are written by hand, which is faster. */
import type { ByeMessage, WelcomeHead, WelcomeMessage } from './hello.ts';
import type { NewsMessage, NoMessage } from './play.ts';
import type { SeatsMessage } from './seats.ts';
import type { TalkMessage } from './talk.ts';
import type { PongMessage, TimeMessage } from './time.ts';
import type { VoiceMessage } from './voice.ts';

export type ServerMessage =
  | WelcomeMessage
  | ByeMessage
  | NewsMessage
  | NoMessage
  | SeatsMessage
  | TalkMessage
  | VoiceMessage
  | TimeMessage;

export const frameOf = (message: ServerMessage): string =>
  message.t === 'pong' ? pongFrame(message) : JSON.stringify(message);

const pongFrame = ({ at, sand }: PongMessage): string =>
  `{"t":"pong","at":${at},"sand":{"at":${sand.at},"runs":${sand.runs}${sand.held ? ',"held":true' : ''}}}`;

/** The frame of a `news` message, from the text of its entry: an entry is encoded once, for the journal. */
export const newsFrame = (version: number, entry: string): string =>
  `{"t":"news","v":${version},${entry.slice(1)}`;

/** The frame of a welcome with texts that were encoded before: entries, or the snapshot of this version. */
export function welcomeFrame(head: WelcomeHead, state: readonly string[] | string): string {
  const text = frameOf(head).slice(0, -1);
  return typeof state === 'string'
    ? `${text},"snapshot":${state}}`
    : `${text},"entries":[${state.join(',')}]}`;
}

export const refusalFrame = (
  n: number,
  why: NoMessage['why'],
  more: Pick<NoMessage, 'first' | 'say'> = {},
): string => frameOf({ t: 'no', n, why, ...more });
