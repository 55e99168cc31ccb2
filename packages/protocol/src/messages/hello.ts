/** The handshake: a client says hello, the server answers with a welcome, and says goodbye at the end. */
import type { Millis } from '@hush/rules';
import * as v from 'valibot';
import { tableCode, wholeNumber } from '../input/schema.ts';
import type { Member, TableState } from '../state/table-state.ts';
import { type Person, token } from './seats.ts';
import type { SandReading } from './time.ts';

export const hello = v.strictObject({
  t: v.literal('hello'),
  protocol: wholeNumber(0),
  table: tableCode,
  /** The secret of a seat; without it the client watches. */
  token: v.exactOptional(token),
  /** The last version this client has; without it everything comes as a snapshot. */
  since: v.exactOptional(wholeNumber(0)),
  /** The last number this client has used for a command; without it, it is a new window and older ones end. */
  n: v.exactOptional(wholeNumber(0)),
});

/** A welcome without the state: what the receiver is told beside the log. */
export interface WelcomeHead {
  readonly t: 'welcome';
  readonly protocol: number;
  readonly table: string;
  /** Null for those who watch. */
  readonly member: Member | null;
  /** Every command of this member up to this number has been answered; the next number must be higher. */
  readonly n: number;
  /** The version after applying the snapshot or the entries. */
  readonly v: number;
  readonly people: readonly Person[];
  readonly here: readonly Member[];
  readonly sand: SandReading;
}

export type WelcomeMessage = WelcomeHead & {
  /** Either everything, or the entries after `since`. */
  readonly snapshot?: TableState;
  readonly entries?: readonly unknown[];
};

export interface ByeMessage {
  readonly t: 'bye';
  readonly code: number;
  readonly why: string;
  readonly retryAfter?: Millis;
}
