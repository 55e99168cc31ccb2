/** Encodes the messages of a server as JSON frames. The frequent messages are encoded by hand, which is faster. */
import type { ServerMessage } from './server-message.ts';

type MessageOf<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>;

export const frameOf = (message: ServerMessage): string =>
  message.t === 'pong' ? pongFrame(message) : JSON.stringify(message);

const pongFrame = ({ at, sand }: MessageOf<'pong'>): string =>
  `{"t":"pong","at":${at},"sand":{"at":${sand.at},"runs":${sand.runs}${sand.held ? ',"held":true' : ''}}}`;

/** The frame of a `news` message. It reuses the text of the entry, which was encoded once for the journal. */
export const newsFrame = (version: number, entry: string): string =>
  `{"t":"news","v":${version},${entry.slice(1)}`;

/**
 * The frame of a welcome. It reuses texts that were encoded before: those of entries, or the snapshot of this
 * version.
 */
export function welcomeFrame(head: MessageOf<'welcome'>, state: readonly string[] | string): string {
  const text = frameOf(head).slice(0, -1);
  return typeof state === 'string'
    ? `${text},"snapshot":${state}}`
    : `${text},"entries":[${state.join(',')}]}`;
}

export const refusalFrame = (
  n: number,
  why: MessageOf<'no'>['why'],
  more: Pick<MessageOf<'no'>, 'first' | 'say'> = {},
): string => frameOf({ t: 'no', n, why, ...more });
