/** What everybody hears of words and gestures. Apart from who may, because only a table tells. */

import { PHRASES } from '../commands/phrases.ts';
import type { TalkCommand } from '../state/talk.ts';
import type { ServerMessage } from './messages.ts';

type WithoutPlace<M> = M extends unknown ? Omit<M, 'm' | 'n' | 'v'> : never;
type Told = WithoutPlace<Extract<ServerMessage, { readonly t: 'said' | 'unsaid' | 'gestured' }>>;

/** What everybody hears, but for who, and at which version. */
export function toldOf(command: TalkCommand): Told {
  const { type } = command;
  if (type === 'say') return { t: 'said', text: command.text };
  if (type === 'phrase') return { t: 'said', text: PHRASES[command.phrase], phrase: command.phrase };
  if (type === 'unsay') return { t: 'unsaid', author: command.author, said: command.said };
  const { gesture, to } = command;
  return { t: 'gestured', gesture, ...(to === undefined ? {} : { to }) };
}
