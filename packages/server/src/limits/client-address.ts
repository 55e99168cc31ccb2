/** Finds the address of a request for the rate limits, and checks whether its origin is allowed. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The key under which limits count the sender. */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string =>
  budgetKey(senderOf(request, trustedProxies));

/**
 * The sender's address. Behind trusted proxies it is the address that the outermost proxy saw; the sender may have
 * forged the entries to its left in the header.
 */
export function senderOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  const seen = chain.at(Math.max(-trustedProxies, -chain.length))?.trim() ?? '';
  const bare = seen.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+[.]\d+[.]\d+[.]\d+):\d+$/, '$1');
  return isIP(bare) > 0 ? bare : direct;
}

/**
 * The key under which limits count an address: a household has one IPv4 address but 2^64 IPv6 addresses, so an IPv6
 * /64 counts as one.
 */
export function budgetKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+[.])/i, '').replace(/%.*$/, '');
  return isIP(plain) === 6 ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** Returns the /56 and the /48 around an IPv6 key; null for IPv4. */
export function widerNetworks(key: string): readonly [string, string] | null {
  const [, first, second, third, fourth] =
    /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/.exec(key) ?? [];
  if (first === undefined || fourth === undefined) return null;
  const site = `${first}:${second}:${third}`;
  const house = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [`${site}:${house}::/56`, `${site}::/48`];
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): readonly string[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(group => group !== '');
  const right = tail.split(':').filter(group => group !== '');
  const gap = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...gap, ...right];
}

/**
 * Whether a request's origin is allowed; origins are compared character by character. A browser always sends one with
 * a WebSocket and with a POST. A request without an origin does not come from a page, so it cannot misuse the
 * credentials of a visitor, and is allowed.
 */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origins.length > 0) return origins.includes(origin);
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
