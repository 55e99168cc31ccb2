/** Words and gestures as everybody hears them: at the version that allowed them, and never kept. The commands are in commands/. */
import type { Cell, Gesture } from '@hush/rules';
import { PHRASES, type Phrase } from '../commands/phrases.ts';
import type { Member } from '../state/table-state.ts';
import type { TalkCommand } from '../state/talk.ts';

interface Told {
  readonly m: Member;
  readonly n: number;
  readonly v: number;
}

export type TalkMessage =
  /** `phrase` where it was one; the text is then its English. */
  | ({ readonly t: 'said' } & Told & { readonly text: string; readonly phrase?: Phrase })
  /** `to` is where a finger points. */
  | ({ readonly t: 'gestured' } & Told & { readonly gesture: Gesture; readonly to?: Cell })
  /** What an author said under a number is to be shown no longer. */
  | ({ readonly t: 'unsaid' } & Told & { readonly author: Member; readonly said: number });

/** The message that tells everybody of a member's command `n`, allowed at version `v`. */
export function talkMessageOf(command: TalkCommand, { m, n, v }: Told): TalkMessage {
  switch (command.type) {
    case 'say':
      return { t: 'said', m, n, v, text: command.text };
    case 'phrase':
      return { t: 'said', m, n, v, text: PHRASES[command.phrase], phrase: command.phrase };
    case 'unsay':
      return { t: 'unsaid', m, n, v, author: command.author, said: command.said };
    case 'gesture': {
      const { gesture, to } = command;
      return { t: 'gestured', m, n, v, gesture, ...(to === undefined ? {} : { to }) };
    }
  }
}
