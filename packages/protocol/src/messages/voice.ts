/** Voice: signals that pages exchange to find each other, and the servers that help them. The table only passes signals on. */
import type { Millis } from '@hush/rules';
import * as v from 'valibot';
import { type FromSchema, variantOf, wholeNumber } from '../input/schema.ts';
import type { PlayRefusal } from '../state/refusals.ts';
import type { Member } from '../state/table-state.ts';
import { LONGEST_SDP, MOST_CANDIDATES } from './voice-limits.ts';

const upTo = (most: number) => v.pipe(v.string(), v.maxLength(most, `must have at most ${most} characters`));
const callId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,32}$/, 'must be 1 to 32 letters, digits, hyphens or underscores'),
);
/** `id` is the sender's call, `for` the other's: signals of an older page are known by it. */
const call = { id: callId, for: callId };
const sdp = upTo(LONGEST_SDP);
const candidate = v.strictObject({ candidate: upTo(512), mid: upTo(32) });
const signalData = variantOf('type', [
  v.strictObject({ type: v.literal('hello'), id: callId }),
  v.strictObject({ type: v.literal('offer'), ...call, sdp }),
  v.strictObject({ type: v.literal('answer'), ...call, sdp }),
  v.strictObject({
    type: v.literal('candidates'),
    ...call,
    list: v.pipe(
      v.array(candidate),
      v.maxLength(MOST_CANDIDATES, `must have at most ${MOST_CANDIDATES} items`),
    ),
  }),
  v.strictObject({ type: v.literal('bye'), id: callId }),
]);

/** For the page of one member. */
export const signal = v.strictObject({ t: v.literal('signal'), to: wholeNumber(1), data: signalData });
/** Asks which servers help voice through firewalls. */
export const ice = v.strictObject({ t: v.literal('ice') });

export type Signal = FromSchema<typeof signalData>;
export type Candidate = FromSchema<typeof candidate>;

/** As a browser's RTCPeerConnection takes it. */
export interface IceServer {
  readonly urls: string | readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

export type VoiceMessage =
  | { readonly t: 'signal'; readonly from: Member; readonly data: Signal }
  /** Credentials among the servers are good for `lasts`. */
  | { readonly t: 'ice'; readonly servers: readonly IceServer[]; readonly lasts?: Millis }
  /** A signal was not passed on, or no servers are told. */
  | { readonly t: 'unheard'; readonly why: PlayRefusal; readonly to?: Member };
