/**
 * Tests of limits against clients with many addresses: IPv6 networks have limits besides those of addresses, and all
 * addresses share one more.
 */
import { expect, test } from 'vitest';
import { AddressLimit, SharedLimit, WrongCodes } from '../../src/limits/address-limits.ts';
import { budgetKey, widerNetworks } from '../../src/limits/client-address.ts';
import { OpenLines } from '../../src/limits/open-lines.ts';

/** The i-th /64 of a /48. */
const within48 = (i: number): string => budgetKey(`2001:db8:7:${i.toString(16)}::1`);
const times = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

test.each([
  ['2001:db8:7:1234::9', ['2001:db8:7:1200::/56', '2001:db8:7::/48']],
  ['2001:db8::9', ['2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['203.0.113.7', null],
])('PR-60a the wider networks of %s are %s', (address, networks) => {
  expect(widerNetworks(budgetKey(address))).toEqual(networks);
});

test('PR-60a 500 guesses from 500 /64s of one /48 are limited like guesses from four addresses', () => {
  const guesses = new WrongCodes(10, { now: () => 0 });
  const allowed = times(500).filter(i => {
    const may = guesses.mayTry(within48(i * 128));
    if (may) guesses.missed(within48(i * 128));
    return may;
  });
  expect(allowed).toHaveLength(40);
  expect(guesses.mayTry(budgetKey('2001:db8:8::1'))).toBe(true); // a neighbouring network is not affected
});

test('PR-60a all /64s of one /56 share the tokens of four addresses, and those of a /48 the tokens of sixteen', () => {
  const limit = new AddressLimit({ burst: 10, perSecond: 0 }, () => 0);
  expect(times(256).filter(i => limit.take(within48(i)))).toHaveLength(40);
  const other = new AddressLimit({ burst: 10, perSecond: 0 }, () => 0);
  expect(times(256).filter(i => other.take(within48(i * 256)))).toHaveLength(160);
});

test('PR-60a a refusal because of the network spends no token of the address', () => {
  const limit = new AddressLimit({ burst: 1, perSecond: 1 }, () => 0);
  for (const i of times(4)) expect(limit.take(within48(i))).toBe(true);
  expect(limit.take(within48(9))).toBe(false);
  expect(limit.wait(within48(9))).toBe(250); // the wait is that of the /56, not that of the address
});

test('PR-60b when all addresses together have used up a limit, only an address without recent requests is accepted', () => {
  let now = 0;
  const limit = new SharedLimit(
    new AddressLimit({ burst: 10, perSecond: 0.1 }, () => now),
    { burst: 100, perSecond: 0 },
    () => now,
  );
  for (const i of times(100)) expect(limit.take(`10.0.0.${i}`)).toBe(true);
  expect(limit.take('10.0.0.1')).toBe(false);
  expect(limit.take('198.51.100.7')).toBe(true);
  expect(limit.take('198.51.100.7')).toBe(false);
  now += 10_000;
  expect(limit.take('198.51.100.7')).toBe(true);
});

test('PR-60c one /48 may have at most sixteen times the connections of an address', () => {
  const lines = new OpenLines(2);
  const opened = times(100).filter(i => {
    const has = lines.hasRoom(within48(i * 256));
    if (has) lines.opened(within48(i * 256));
    return has;
  });
  expect(opened).toHaveLength(32);
  expect(lines.hasRoom('203.0.113.7')).toBe(true);
  lines.closed(within48(0));
  expect(lines.hasRoom(within48(99 * 256))).toBe(true);
});
