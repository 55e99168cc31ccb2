/** What operators and supervisors ask: whether the server lives, whether it is ready, its version and its metrics. */
import type { IncomingMessage } from 'node:http';
import { PROTOCOL_VERSION } from '@hush/protocol';
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
  { path: exactly('/metrics'), methods: { GET: ({ request }) => metricsFor(world, request) } },
];

const UNLIMITED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Whether a request is answered without a limit. A supervisor must not think that the server is dead because others at
 * its address, behind a proxy for instance, ask too much. These answers cost less than a refusal: the journal is probed
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
