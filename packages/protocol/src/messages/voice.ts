/**
 * Signals that pages exchange to set up a voice connection, and the ICE servers that help them. The table only relays
 * signals.
 */
import * as v from 'valibot';
import { type FromSchema, variantOf } from '../input/schema.ts';
import { memberSchema, millis, refusal } from './parts.ts';
import { LONGEST_SDP, MOST_CANDIDATES } from './voice-limits.ts';

const upTo = (most: number) => v.pipe(v.string(), v.maxLength(most, `must have at most ${most} characters`));
const callId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,32}$/, 'must be 1 to 32 letters, digits, hyphens or underscores'),
);
/** `id` is the sender's call and `for` the receiver's call, so that signals of a reloaded page can be recognised. */
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

export const VOICE_FROM_CLIENT = {
  /** A signal for the page of one member. */
  signal: v.strictObject({ t: v.literal('signal'), to: memberSchema, data: signalData }),
  /** Asks for the ICE servers, which help voice through firewalls. */
  ice: v.strictObject({ t: v.literal('ice') }),
};

export type Signal = FromSchema<typeof signalData>;
export type Candidate = FromSchema<typeof candidate>;

/** An ICE server in the form that a browser's RTCPeerConnection accepts. */
const iceServer = v.strictObject({
  urls: v.union([v.string(), v.array(v.string())]),
  username: v.exactOptional(v.string()),
  credential: v.exactOptional(v.string()),
});
export type IceServer = FromSchema<typeof iceServer>;

export const VOICE_FROM_SERVER = {
  signal: v.strictObject({ t: v.literal('signal'), from: memberSchema, data: signalData }),
  /** The ICE servers; their credentials are valid for `lasts`. */
  ice: v.strictObject({
    t: v.literal('ice'),
    servers: v.array(iceServer),
    lasts: v.exactOptional(millis),
    /** Whether only relayed connections are allowed, so that no player learns another's address. */
    relay: v.exactOptional(v.boolean()),
  }),
  /** A signal was not relayed, or the request for ICE servers was refused. */
  unheard: v.strictObject({ t: v.literal('unheard'), why: refusal, to: v.exactOptional(memberSchema) }),
};
