/**
 * Checks that a signal describes one voice call, so that a table relays no video, files or other data. It does not search
 * for text in values that a browser makes up: the rate limits of `VoiceRelay` make such messages slow (ADR 13).
 */
import type { Signal } from '../messages/voice.ts';

/** The kinds of lines that browsers write for a voice call, in printable ASCII. */
const LINES: readonly RegExp[] = [
  /^v=0$/,
  /^s=[- ]?$/,
  /^[otcb]=[\x21-\x7e]+( [\x21-\x7e]+){0,5}$/,
  /^m=audio \d{1,5} [A-Z/]+( \d{1,3}){1,64}$/,
  /^a=[a-z][a-z0-9-]{0,31}(:[\x20-\x7e]{0,512})?$/,
];
const MOST_LINES = 160;

const CANDIDATE =
  /^candidate:[\w+/]{1,32} \d (udp|tcp) \d{1,10} [\w.:%-]{1,64} \d{1,5} typ [a-z]+( [a-z-]+ [\w.:%+/-]{1,64}){0,8}$/i;

function isVoice(sdp: string): boolean {
  const lines = sdp.replace(/\r?\n$/, '').split(/\r?\n/);
  if (lines.length > MOST_LINES || lines.filter(line => line.startsWith('m=')).length !== 1) return false;
  return lines.every(line => LINES.some(shape => shape.test(line)));
}

export function isVoiceSdp(signal: Signal): boolean {
  if (signal.type === 'offer' || signal.type === 'answer') return isVoice(signal.sdp);
  if (signal.type !== 'candidates') return true;
  return signal.list.every(
    ({ candidate, mid }) => /^[\w.-]*$/.test(mid) && (candidate === '' || CANDIDATE.test(candidate)),
  );
}
