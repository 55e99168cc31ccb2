/** Tests of small limits: token buckets, addresses, frames, escaped text. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { escapeHtml, withPreview } from '../../src/http/html.ts';
import { AddressLimit, WrongCodes } from '../../src/limits/address-limits.ts';
import { addressOf, budgetKey, isOriginAllowed } from '../../src/limits/client-address.ts';
import { encodeFrame, FrameMaker } from '../../src/sockets/outbox.ts';

test('PR-54e a limit drops the least recently seen addresses, so its size is bounded', () => {
  const budget = new AddressLimit({ burst: 1, perSecond: 0.001 }, () => 0);
  expect([budget.take('a'), budget.take('a')]).toEqual([true, false]);
  for (let i = 0; i < 60_000; i++) budget.take(`other ${i}`);
  expect(budget.take('a')).toBe(true); // the address was dropped, so its bucket is full again
  expect(budget.take('other 59999')).toBe(false); // this address is remembered, so its bucket is empty
});

test('PR-54b an address has ten guesses; if all addresses together have too many, one that has not guessed yet may still try', () => {
  const guesses = new WrongCodes(10, { now: () => 0 });
  for (let i = 0; i < 10; i++) {
    expect(guesses.mayTry('a')).toBe(true);
    guesses.missed('a');
  }
  expect(guesses.mayTry('a')).toBe(false);
  expect(guesses.wait('a')).toBe(6_000);
  for (let i = 0; i < 990; i++) guesses.missed(`bot ${i}`);
  expect(guesses.mayTry('bot 1')).toBe(false); // now one wrong code is enough for a refusal
  expect(guesses.mayTry('honest')).toBe(true);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('PR-54e requests from the address %s are counted under the key %s', (address, key) => {
  expect(budgetKey(address)).toBe(key);
});

const request = (remoteAddress: string, headers: IncomingMessage['headers']): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as IncomingMessage;

test.each([
  [0, '198.51.100.1', '10.0.0.1'],
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  [2, '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  [2, '198.51.100.1', '198.51.100.1'],
  [1, '198.51.100.1:4711', '198.51.100.1'],
  [1, '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  [1, 'nonsense', '10.0.0.1'],
])('PR-54e behind %i proxies, the headers %s give the client address %s', (proxies, header, address) => {
  expect(addressOf(request('10.0.0.1', { 'x-forwarded-for': header }), proxies)).toBe(address);
});

test('PR-53c an origin must equal one of HUSH_ORIGINS, or without that setting the host', () => {
  const from = (origin: string, host = 'hush.example'): IncomingMessage => request('', { origin, host });
  expect(isOriginAllowed(from('https://hush.example'), [])).toBe(true);
  expect(isOriginAllowed(from('https://hush.example'), ['https://other.example'])).toBe(false);
  expect(isOriginAllowed(from('https://other.example'), ['https://other.example'])).toBe(true);
});

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  'PR-2a a text of %i bytes is encoded as one valid WebSocket frame',
  length => {
    const frame = encodeFrame('x'.repeat(length));
    const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
    expect(frame[0]).toBe(0x81);
    expect(frame.length).toBe(head + length);
    const told =
      head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
    expect(told).toBe(length);
  },
);

test('PR-2a the length of a frame counts bytes, and the same text is encoded once', () => {
  const frames = new FrameMaker();
  const frame = frames.of('dé🦊');
  expect(frame.subarray(2).toString()).toBe('dé🦊');
  expect(frames.of('dé🦊')).toBe(frame);
  expect(frames.of('dé')).not.toBe(frame);
});

test('PR-53g a title with tags and quotes is escaped', () => {
  const evil = `</title><script>alert('1')</script>" onload="x&`;
  expect(escapeHtml(evil)).not.toMatch(/[<>"']/);
  const page = withPreview('<html><head><title>Hush</title></head><body></body></html>', {
    title: evil,
    description: evil,
  });
  expect(page).not.toContain('<script>');
  expect(page.match(/<title>/g)).toHaveLength(1);
});

test('CL-10k a node among four allows a quarter of the wrong codes of all addresses together', () => {
  const missedUntilFull = (nodes: number): number => {
    const guesses = new WrongCodes(10, { now: () => 0, nodes: () => nodes });
    let missed = 0;
    // When the common limit is used up, an address that has just missed once is refused.
    while (missed < 2_000) {
      const address = `198.51.${missed >> 8}.${missed & 255}`;
      guesses.missed(address);
      missed++;
      if (!guesses.mayTry(address)) break;
    }
    return missed;
  };
  expect([missedUntilFull(1), missedUntilFull(4)]).toEqual([1_000, 250]);
});
