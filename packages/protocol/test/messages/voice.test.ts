/**
 * Tests of reading voice signals: a valid signal is read unchanged; a signal that is too long or malformed is refused
 * with a sentence.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LARGEST_FRAME,
  LONGEST_SDP,
  MOST_CANDIDATES,
  MOST_SEATS,
  readMessage,
  type Signal,
} from '../../src/index.ts';
import { SIGNAL_BURST } from '../../src/presence/voice-relay.ts';
import { forAll } from '../for-all.ts';

const id = fc.stringMatching(/^[\w-]{1,32}$/);
const text = (maxLength: number) => fc.string({ maxLength });
const kind = <T extends string>(type: T) => ({ type: fc.constant(type) });
const call = { id, for: id };

const signal = fc.oneof(
  fc.record({ ...kind('hello'), id }),
  fc.record({ ...kind('offer'), ...call, sdp: text(LONGEST_SDP) }),
  fc.record({ ...kind('answer'), ...call, sdp: text(LONGEST_SDP) }),
  fc.record({
    ...kind('candidates'),
    ...call,
    list: fc.array(fc.record({ candidate: text(512), mid: text(32) }), { maxLength: MOST_CANDIDATES }),
  }),
  fc.record({ ...kind('bye'), id }),
) satisfies fc.Arbitrary<Signal>;

test('PR-30a every signal is read back unchanged from its frame', () => {
  forAll(
    fc.tuple(fc.integer({ min: 1 }), signal),
    ([to, data]) => {
      const sent = JSON.stringify({ t: 'signal', to, data });
      if (sent.length > LARGEST_FRAME) return; // skips a text that is too long because all of its letters need escapes
      expect(readMessage(sent)).toEqual({ ok: true, value: JSON.parse(sent) });
    },
    { runs: 2_000, seed: 5 },
  );
  expect(readMessage('{"t":"ice"}')).toEqual({ ok: true, value: { t: 'ice' } });
});

const OFFER = { type: 'offer', id: 'a', for: 'b', sdp: 'v=0' };
const CANDIDATE = { candidate: 'c', mid: '0' };
const WAYS = { type: 'candidates', id: 'a', for: 'b', list: [CANDIDATE] };

test.each<readonly [unknown, string]>([
  [{ type: 'shout', id: 'a' }, '"data.type" must be one of hello, offer, answer, candidates, bye.'],
  ['v=0', '"data" must be an object.'],
  [{ type: 'hello' }, '"data.id" is missing.'],
  [{ type: 'hello', id: 'a b' }, '"data.id" must be 1 to 32 letters, digits, hyphens or underscores.'],
  [
    { type: 'hello', id: 'a'.repeat(33) },
    '"data.id" must be 1 to 32 letters, digits, hyphens or underscores.',
  ],
  [{ type: 'bye', id: 'a', for: 'b' }, '"data" has no field "for".'],
  [{ ...OFFER, for: undefined }, '"data.for" is missing.'],
  [{ ...OFFER, sdp: 1 }, '"data.sdp" must be a text.'],
  [{ ...OFFER, sdp: 'v'.repeat(LONGEST_SDP + 1) }, '"data.sdp" must have at most 8192 characters.'],
  [{ ...OFFER, note: 'west first' }, '"data" has no field "note".'],
  [{ ...WAYS, list: CANDIDATE }, '"data.list" makes no sense here.'],
  [{ ...WAYS, list: Array(17).fill(CANDIDATE) }, '"data.list" must have at most 16 items.'],
  [
    { ...WAYS, list: [{ ...CANDIDATE, candidate: 'c'.repeat(513) }] },
    '"data.list.0.candidate" must have at most 512 characters.',
  ],
  [{ ...WAYS, list: [{ ...CANDIDATE, note: 1 }] }, '"data.list.0" has no field "note".'],
])('PR-30e the signal %j is refused: %s', (data, sentence) => {
  expect(readMessage(JSON.stringify({ t: 'signal', to: 1, data }))).toEqual({ ok: false, error: sentence });
});

test.each<readonly [unknown, string]>([
  [{ t: 'signal', data: OFFER }, '"to" is missing.'],
  [{ t: 'signal', to: 0, data: OFFER }, '"to" must be at least 1.'],
  [{ t: 'signal', to: [1, 2], data: OFFER }, '"to" must be a number.'],
  [{ t: 'signal', to: 1 }, '"data" is missing.'],
  [{ t: 'signal', to: 1, from: 2, data: OFFER }, 'The message has no field "from".'],
  [{ t: 'ice', servers: [] }, 'The message has no field "servers".'],
])('PR-30a the message %j is refused: %s', (message, sentence) => {
  expect(readMessage(JSON.stringify(message))).toEqual({ ok: false, error: sentence });
});

test('PR-31c nine pages that all reconnect stay within the relay limit of a connection', () => {
  const usual = 3_000 + 12 * 250; // a session description of a current browser, with a dozen candidates
  expect((MOST_SEATS - 1) * usual).toBeLessThan(SIGNAL_BURST / 2);
});
