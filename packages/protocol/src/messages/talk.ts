/**
 * Chat texts and gestures as they are broadcast, with the version at which they were allowed. They are never stored. The
 * commands are in commands/.
 */
import { GESTURES } from '@hush/rules';
import * as v from 'valibot';
import { PHRASE_NAMES, PHRASES } from '../commands/phrases.ts';
import { type FromSchema, wholeNumber } from '../input/schema.ts';
import type { TalkCommand } from '../state/talk.ts';
import { memberSchema } from './parts.ts';

/** The author `m`, the command number `n`, and the version `v` at which it was allowed. */
const told = { m: memberSchema, n: wholeNumber(0), v: wholeNumber(0) };
const toldSchema = v.strictObject(told);
type Told = FromSchema<typeof toldSchema>;

export const TALK_FROM_SERVER = {
  /** A chat text. `phrase` is set if the text is a phrase; `text` is then the English fallback. */
  said: v.strictObject({
    t: v.literal('said'),
    ...told,
    text: v.string(),
    phrase: v.exactOptional(v.picklist(PHRASE_NAMES)),
  }),
  /** A gesture; `to` is the cell at which it points. */
  gestured: v.strictObject({
    t: v.literal('gestured'),
    ...told,
    gesture: v.picklist(GESTURES),
    to: v.exactOptional(wholeNumber(0)),
  }),
  /** The chat text that `author` said with command `n` is deleted. */
  unsaid: v.strictObject({ t: v.literal('unsaid'), ...told, author: memberSchema, said: wholeNumber(1) }),
};
type TalkSchemas = typeof TALK_FROM_SERVER;
export type TalkMessage = FromSchema<TalkSchemas[keyof TalkSchemas]>;

/** Makes the message that broadcasts a member's talk command. */
export function talkMessageOf(command: TalkCommand, by: Told): TalkMessage {
  switch (command.type) {
    case 'say':
      return { t: 'said', ...by, text: command.text };
    case 'phrase':
      return { t: 'said', ...by, text: PHRASES[command.phrase], phrase: command.phrase };
    case 'unsay':
      return { t: 'unsaid', ...by, author: command.author, said: command.said };
    case 'gesture': {
      const { gesture, to } = command;
      return { t: 'gestured', ...by, gesture, ...(to === undefined ? {} : { to }) };
    }
  }
}
