/**
 * What a browser says to find a way to another, and nothing else: descriptions of one voice and addresses, line by line as
 * browsers write them. It keeps plain sentences out of what the table carries in silence. It cannot keep out words that are
 * put where a browser makes up a name, nor any other code between two changed pages (ADR 7); so there is little of it as well.
 */
import type { Signal } from '../messages/voice.ts';

const ADDRESS = String.raw`[\w.:%-]{1,64}`;
/** A name that a browser makes up: of a stream, a track, a source. */
const ID = String.raw`[\w{}+/=.-]{1,64}`;

const LINES: readonly RegExp[] = [
  /^v=0$/,
  new RegExp(String.raw`^o=[\w.-]{1,64} \d{1,20} \d{1,20} IN IP[46] ${ADDRESS}$`),
  /^s=[- ]?$/,
  /^t=\d{1,20} \d{1,20}$/,
  new RegExp(`^c=IN IP[46] ${ADDRESS}$`),
  /^b=[A-Z]{2,4}:\d{1,9}$/,
  /^m=audio \d{1,5} [A-Z/]{1,24}( \d{1,3}){1,64}$/,
];

const NUMBERED = String.raw`[a-z-]{1,16} \d{1,10}`;
const CANDIDATE = new RegExp(
  String.raw`^[\w+/]{1,32} \d (udp|tcp) \d{1,10} ${ADDRESS} \d{1,5} typ (host|srflx|prflx|relay)` +
    String.raw`( (raddr ${ADDRESS}|tcptype (active|passive|so)|ufrag [\w+/]{1,64}|${NUMBERED})){0,8}$`,
  'i',
);

const SETTING = String.raw`([\w.-]{1,32}=[\w./,:+-]{0,64}|[\d/,-]{1,64})`;

/** Attributes of a call of today's browsers that say something, and how: so many words, of such a kind. */
const SHAPES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    candidate: CANDIDATE,
    extmap: /^\d{1,5}(\/(sendrecv|sendonly|recvonly|inactive))? (urn|https?):[\w:./#-]{1,128}$/,
    fingerprint: /^[a-z0-9-]{1,16} [\da-f]{2}(:[\da-f]{2}){15,63}$/i,
    fmtp: new RegExp(String.raw`^\d{1,3} ${SETTING}(; ?${SETTING}){0,24};?$`),
    group: /^(BUNDLE|LS)( [\w.-]{1,32}){0,2}$/,
    'ice-options': /^(trickle|renomination|ice2|rtp\+ecn)( (trickle|renomination|ice2|rtp\+ecn)){0,3}$/,
    'ice-pwd': /^[\w+/-]{22,256}$/,
    'ice-ufrag': /^[\w+/-]{4,256}$/,
    maxptime: /^\d{1,5}$/,
    mid: /^[\w.-]{1,32}$/,
    msid: new RegExp(`^${ID}( ${ID})?$`),
    'msid-semantic': new RegExp(String.raw`^ ?WMS( (\*|${ID}))? ?$`),
    ptime: /^\d{1,5}$/,
    rtcp: new RegExp(String.raw`^\d{1,5}( IN IP[46] ${ADDRESS})?$`),
    'rtcp-fb':
      /^(\d{1,3}|\*) (ack|nack|ccm|rrtr|trr-int|transport-cc|goog-[a-z]{1,8})( [a-z0-9]{1,8})?( smaxpr=\d{1,9})?$/,
    'rtcp-xr': /^[a-z-]{1,16}(=[a-z0-9:-]{1,16})?$/,
    rtpmap: /^\d{1,3} [\w.-]{1,32}\/\d{1,6}(\/\d{1,2})?$/,
    'sctp-port': /^\d{1,5}$/,
    setup: /^(actpass|active|passive|holdconn)$/,
    ssrc: new RegExp(String.raw`^\d{1,10} (cname|label|mslabel|msid):${ID}( ${ID})?$`),
    'ssrc-group': /^[A-Z-]{2,8}( \d{1,10}){1,8}$/,
  }),
);
/** Those that are there or not. */
const FLAGS = new Set(
  `end-of-candidates extmap-allow-mixed ice-lite inactive recvonly rtcp-mux rtcp-mux-only rtcp-rsize sendonly
  sendrecv`.split(/\s+/),
);
/** One line for each codec, extension or address; of everything else one for the call and one for its voice. */
const REPEATED = new Set(['candidate', 'extmap', 'fmtp', 'rtcp-fb', 'rtpmap', 'ssrc', 'ssrc-group']);
const MOST_OF_ONE = 2;

/** Those of tomorrow's browsers: a name and one word, and few of them. */
const UNKNOWN = /^a=[a-z][a-z0-9-]{0,31}(:[\x21-\x7e]{1,64})?$/;
const MOST_UNKNOWN = 4;

function isKnown(line: string): boolean {
  const [, name = '', value] = /^a=([a-z-]+)(?::(.*))?$/.exec(line) ?? [];
  if (FLAGS.has(name)) return value === undefined;
  return SHAPES.get(name)?.test(value ?? '') ?? LINES.some(shape => shape.test(line));
}

/** A letter might be written in lines that come again and again. */
function isBrief(lines: readonly string[]): boolean {
  const once = lines.map(nameIn).filter(name => isNamed(name) && !REPEATED.has(name));
  return once.every(name => once.filter(other => other === name).length <= MOST_OF_ONE);
}

/** One line of sound: no pictures and no files go this way. */
function isVoice(sdp: string): boolean {
  const lines = sdp.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const others = lines.filter(line => !isKnown(line));
  // A known name with something else behind it is no new name.
  if (others.length > MOST_UNKNOWN || !others.every(line => UNKNOWN.test(line) && !isNamed(nameIn(line))))
    return false;
  return isBrief(lines) && lines.filter(line => line.startsWith('m=')).length === 1;
}

const nameIn = (line: string): string => /^a=([a-z-]+)/.exec(line)?.[1] ?? '';
const isNamed = (name: string): boolean => FLAGS.has(name) || SHAPES.has(name);

const isAddress = (candidate: string): boolean =>
  candidate === '' ||
  (/^candidate:/i.test(candidate) && CANDIDATE.test(candidate.slice('candidate:'.length)));

/** Whether it can be what it says it is. */
export function isVoiceSdp(signal: Signal): boolean {
  if (signal.type === 'offer' || signal.type === 'answer') return isVoice(signal.sdp);
  if (signal.type !== 'candidates') return true;
  return signal.list.every(({ candidate, mid }) => isAddress(candidate) && /^[\w.-]{0,32}$/.test(mid));
}
