/** Where a request comes from: the address that limits count, and whether its origin is allowed. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * The sender's address. Behind trusted proxies it is the one that the outermost proxy saw; entries further left in the
 * header may be forged by the sender.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return budgetKey(direct);
  const header = request.headers['x-forwarded-for'];
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  const seen = chain.at(Math.max(-trustedProxies, -chain.length))?.trim() ?? '';
  const bare = seen.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+[.]\d+[.]\d+[.]\d+):\d+$/, '$1');
  return budgetKey(isIP(bare) > 0 ? bare : direct);
}

/** A household has one IPv4 address, but 2^64 IPv6 addresses, which count as one. */
export function budgetKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+[.])/i, '').replace(/%.*$/, '');
  return isIP(plain) === 6 ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain;
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
 * Origins are compared character by character. A browser always sends one with a WebSocket and with a POST; a program
 * that sends none is not a page, so it carries nobody's credentials.
 */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origins.length > 0) return origins.includes(origin);
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/** The machine's addresses in the local network. */
export function lanAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
