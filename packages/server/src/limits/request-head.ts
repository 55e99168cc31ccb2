/**
 * Checks the head of every request: exactly one `Host` header, with a name of this server, in a version of HTTP that
 * has headers. This stops DNS rebinding: a stranger's page whose name points into the local network sends the
 * stranger's name, so it is refused.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../runtime/config.ts';

/** Names that no public name server resolves, so that nobody can make them point to this server. */
const PRIVATE_NAME = /^[\w-]+$|[.](?:localhost|local|lan|home|internal|home[.]arpa|test|fritz[.]box)$/i;
const PRIVATE_ADDRESS =
  /^(?:127|10)[.]|^192[.]168[.]|^172[.](?:1[6-9]|2\d|3[01])[.]|^169[.]254[.]|^::1$|^f[cd]|^fe[89ab]/i;

/** The name in a `Host` header, without its port. */
const nameIn = (host: string): string => host.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1');

const isPrivateName = (host: string): boolean => {
  const name = nameIn(host).replace(/[.]$/, '');
  return isIP(name) > 0 || PRIVATE_NAME.test(name);
};

const isPrivateAddress = (address: string): boolean =>
  PRIVATE_ADDRESS.test(address.replace(/^::ffff:(?=\d+[.])/i, ''));

/**
 * Whether a host name is allowed. With HUSH_ORIGINS the hosts in it are allowed, and private names, which proxies and
 * health checks use. Without it every name is allowed, except that a request from the local network that comes
 * without a proxy may not use a public name, which might not be ours.
 */
export function isHostAllowed(
  { headers: { host }, socket }: IncomingMessage,
  { origins, trustedProxies }: Pick<Config, 'origins' | 'trustedProxies'>,
): boolean {
  if (host === undefined || isPrivateName(host)) return true;
  if (origins.length > 0)
    return origins.some(origin => nameIn(new URL(origin).host) === nameIn(host.toLowerCase()));
  return trustedProxies > 0 || !isPrivateAddress(socket.remoteAddress ?? '');
}

const countOf = (name: string, { rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length;

/** Returns why a request is refused because of its head: status and sentence; null if the head is valid. */
export function headProblem(
  request: IncomingMessage,
  config: Pick<Config, 'origins' | 'trustedProxies'>,
): readonly [status: 400 | 421, sentence: string] | null {
  if (request.httpVersionMajor < 1) return [400, 'This server does not support that version of HTTP.'];
  if (countOf('host', request) > 1) return [400, 'A request must have exactly one Host header.'];
  if (isHostAllowed(request, config)) return null;
  return [421, 'This server does not go by that name. Its operator can name it in HUSH_ORIGINS.'];
}
