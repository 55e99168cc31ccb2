/**
 * Words and gestures as they are broadcast: with the version that allowed them, and never stored. The
 * commands are in commands/.
 */
import { GESTURES } from '@hush/rules';
import * as v from 'valibot';
import { PHRASE_NAMES, PHRASES } from '../commands/phrases.ts';
import { type FromSchema, wholeNumber } from '../input/schema.ts';
import type { TalkCommand } from '../state/talk.ts';
import { member } from './parts.ts';

/** Command `n` of member `m`, allowed at version `v`. */
const told = { m: member, n: wholeNumber(0), v: wholeNumber(0) };
const toldSchema = v.strictObject(told);
type Told = FromSchema<typeof toldSchema>;

export const TALK_FROM_SERVER = {
  /** `phrase` where it was one; the text is then its English. */
  said: v.strictObject({
    t: v.literal('said'),
    ...told,
    text: v.string(),
    phrase: v.exactOptional(v.picklist(PHRASE_NAMES)),
  }),
  /** `to` is where a finger points. */
  gestured: v.strictObject({
    t: v.literal('gestured'),
    ...told,
    gesture: v.picklist(GESTURES),
    to: v.exactOptional(wholeNumber(0)),
  }),
  /** The words that a member said with command `n` are taken back. */
  unsaid: v.strictObject({ t: v.literal('unsaid'), ...told, author: member, said: wholeNumber(1) }),
};
type TalkSchemas = typeof TALK_FROM_SERVER;
export type TalkMessage = FromSchema<TalkSchemas[keyof TalkSchemas]>;

/** The message that tells everybody of a member's command `n`, allowed at version `v`. */
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
