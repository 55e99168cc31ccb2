/** Routes about the server itself: health, readiness, version, addresses and metrics. */
import type { IncomingMessage } from 'node:http';
import { PROTOCOL_VERSION } from '@hush/protocol';
import { senderOf } from '../limits/client-address.ts';
import { isNearby } from '../runtime/network-addresses.ts';
import { VERSION } from '../runtime/version.ts';
import { htmlError, jsonError, jsonReply, type Reply, textReply } from './reply.ts';
import { hasBearer } from './request.ts';
import { exactly, type HttpRoute, type HttpWorld } from './router.ts';

export const operatorRoutes = (world: HttpWorld): readonly HttpRoute[] => [
  { path: exactly('/healthz'), methods: { GET: () => textReply(200, 'ok\n') } },
  { path: exactly('/readyz'), methods: { GET: () => readiness(world) } },
  {
    path: exactly('/version'),
    methods: {
      GET: () => jsonReply(200, { name: 'hush', version: VERSION, protocol: PROTOCOL_VERSION }),
    },
  },
  {
    path: exactly('/api/addresses'),
    methods: {
      GET: ({ request }) =>
        jsonReply(200, { addresses: addressesFor(world, request), proxies: proxiesOf(request) }),
    },
  },
  { path: exactly('/metrics'), methods: { GET: ({ request }) => metricsFor(world, request) } },
];

/**
 * The addresses of this server. Private ones are sent to nearby devices only. Behind a proxy that is not configured
 * every stranger looks nearby, so a forwarded request then gets no private addresses. Addresses of HUSH_ORIGINS are
 * public and are sent to everybody.
 */
function addressesFor({ config, reachableUrls }: HttpWorld, request: IncomingMessage): readonly string[] {
  const { trustedProxies, origins } = config;
  const isForwarded = trustedProxies === 0 && request.headers['x-forwarded-for'] !== undefined;
  const mayKnow = origins.length > 0 || (!isForwarded && isNearby(senderOf(request, trustedProxies)));
  return mayKnow ? reachableUrls() : [];
}

/**
 * How many proxies have added an address to X-Forwarded-For; `hush doctor` compares the number with HUSH_TRUST_PROXY.
 */
const proxiesOf = ({ headers }: IncomingMessage): number =>
  [headers['x-forwarded-for'] ?? []].flat().flatMap(text => text.split(',')).length;

const UNLIMITED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Whether a request is answered without a rate limit. A supervisor must get an answer even if others at its address,
 * for instance behind a proxy, send too many requests. These replies cost less than a refusal: the journal is probed
 * at most once a second.
 */
export const isUnlimited = (world: HttpWorld, path: string, request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (UNLIMITED.has(path) || (path === '/metrics' && maySeeMetrics(world, request)));

const maySeeMetrics = ({ config: { metricsToken } }: HttpWorld, request: IncomingMessage): boolean =>
  metricsToken !== undefined && hasBearer(request, metricsToken);

async function readiness({ isDraining, probe }: HttpWorld): Promise<Reply> {
  const draining = isDraining();
  const journal = !draining && (await probe.isWritable());
  return jsonReply(journal ? 200 : 503, { ready: journal, draining, journal: draining ? null : journal });
}

async function metricsFor(world: HttpWorld, request: IncomingMessage): Promise<Reply> {
  if (world.config.metricsToken === undefined) return htmlError(404, 'There is nothing here.');
  if (!maySeeMetrics(world, request))
    return jsonError('token', 'This address needs a token.', { 'www-authenticate': 'Bearer' });
  const { type, text } = await world.metrics.text();
  return textReply(200, text, type);
}
