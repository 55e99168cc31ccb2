/** Voice: signals that pages exchange to find each other, and the servers that help them. The table only passes signals on. */
import * as v from 'valibot';
import { type FromSchema, variantOf } from '../input/schema.ts';
import { member, millis, refusal } from './parts.ts';
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

export const VOICE_FROM_CLIENT = {
  /** For one member's page. */
  signal: v.strictObject({ t: v.literal('signal'), to: member, data: signalData }),
  /** Asks which servers help voice through firewalls. */
  ice: v.strictObject({ t: v.literal('ice') }),
};

export type Signal = FromSchema<typeof signalData>;
export type Candidate = FromSchema<typeof candidate>;

/** As a browser's RTCPeerConnection takes it. */
const iceServer = v.strictObject({
  urls: v.union([v.string(), v.array(v.string())]),
  username: v.exactOptional(v.string()),
  credential: v.exactOptional(v.string()),
});
export type IceServer = FromSchema<typeof iceServer>;

export const VOICE_FROM_SERVER = {
  signal: v.strictObject({ t: v.literal('signal'), from: member, data: signalData }),
  /** Credentials among the servers are good for `lasts`. */
  ice: v.strictObject({
    t: v.literal('ice'),
    servers: v.array(iceServer),
    lasts: v.exactOptional(millis),
    /** Only relayed connections, so that nobody learns another's address. */
    relay: v.exactOptional(v.boolean()),
  }),
  /** A signal was not passed on, or no servers are told. */
  unheard: v.strictObject({ t: v.literal('unheard'), why: refusal, to: v.exactOptional(member) }),
};
