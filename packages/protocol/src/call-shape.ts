/**
 * What a browser says to find a way to another, and nothing else: descriptions of one voice and addresses, by their
 * shape. It keeps sentences out of what the table carries in silence. It cannot keep out a code between two changed
 * pages, for descriptions are full of numbers that a browser makes up (ADR 7); that is why there is little of it as well.
 */
import type { Signal } from './messages.ts';

/** A word of a description: no blank in it, nothing but plain characters. */
const WORD = String.raw`[\x21-\x7e]{1,256}`;

const LINES: readonly RegExp[] = [
  /^v=0$/,
  new RegExp(`^o=${WORD} \\d{1,20} \\d{1,20} IN IP[46] [\\w.:%-]{1,64}$`),
  /^s=[- ]?$/,
  /^t=\d{1,20} \d{1,20}$/,
  /^c=IN IP[46] [\w.:%-]{1,64}$/,
  /^b=[A-Z]{2,4}:\d{1,9}$/,
  /^m=audio \d{1,5} [A-Z/]{1,24}( \d{1,3}){1,64}$/,
];

/** Attributes of a call of today's browsers. */
const ATTRIBUTES = new Set(
  `candidate end-of-candidates extmap extmap-allow-mixed fingerprint fmtp group ice-lite ice-options ice-pwd ice-ufrag
  inactive maxptime mid msid msid-semantic ptime recvonly rtcp rtcp-fb rtcp-mux rtcp-mux-only rtcp-rsize rtcp-xr rtpmap
  sctp-port sendonly sendrecv setup ssrc ssrc-group`.split(/\s+/),
);

/** Numbers, names and settings; the longest have a dozen of them. */
const VALUE = new RegExp(`^ ?(${WORD})?( ${WORD}){0,24} ?$`);

const CANDIDATE =
  /^(candidate:[\w+/]{1,32} \d (udp|tcp) \d{1,10} [\w.:%-]{1,64} \d{1,5} typ (host|srflx|prflx|relay)( [a-z-]{1,16} [\w.:%+/-]{1,64}){0,8})?$/i;

/** Those of tomorrow's browsers: a name and one word, and few of them. */
const UNKNOWN = /^a=[a-z][a-z0-9-]{0,31}(:[\x21-\x7e]{1,64})?$/;
const MOST_UNKNOWN = 4;

function isKnown(line: string): boolean {
  const [, name = '', value = ''] = /^a=([a-z-]+)(?::(.*))?$/.exec(line) ?? [];
  return ATTRIBUTES.has(name) ? VALUE.test(value) : LINES.some(shape => shape.test(line));
}

/** One line of sound: no pictures and no files go this way. */
function isVoice(sdp: string): boolean {
  const lines = sdp.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const others = lines.filter(line => !isKnown(line));
  if (others.length > MOST_UNKNOWN || !others.every(line => UNKNOWN.test(line) && !isNamed(line)))
    return false;
  return lines.filter(line => line.startsWith('m=')).length === 1;
}

/** A known name with something else behind it is no new name. */
const isNamed = (line: string): boolean => ATTRIBUTES.has(/^a=([a-z-]+)/.exec(line)?.[1] ?? '');

/** Whether it can be what it says it is. */
export function isCall(signal: Signal): boolean {
  if (signal.type === 'offer' || signal.type === 'answer') return isVoice(signal.sdp);
  if (signal.type !== 'candidates') return true;
  return signal.list.every(({ candidate, mid }) => CANDIDATE.test(candidate) && /^[\w.-]{0,32}$/.test(mid));
}
