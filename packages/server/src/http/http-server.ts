/** The HTTP server: its timeouts, its limits for all requests, and the list of all routes. WebSockets are in sockets/. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { AddressLimit } from '../limits/address-limits.ts';
import { addressOf } from '../limits/client-address.ts';
import { limitCallers } from '../limits/tcp-limit.ts';
import { crewRoutes } from './crew-routes.ts';
import { rejectSocket } from './headers.ts';
import { hourglassRoutes } from './hourglass-routes.ts';
import { isUnlimited, operatorRoutes } from './operator-routes.ts';
import { nothingHere, pageRoutes } from './page-routes.ts';
import { fileReply, htmlError, type Reply, send } from './reply.ts';
import { pathOf } from './request.ts';
import { answerBy, type HttpRoute, type HttpWorld, tooMany } from './router.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import type { StaticFile } from './static-files.ts';
import { tableRoutes } from './table-routes.ts';

const REQUESTS = { burst: 300, perSecond: 30 };
/** The page with everything it stores for offline use is a hundred files, and a whole club may come from one address. */
const FILES = { burst: 10_000, perSecond: 500 };

const LARGEST_HEAD = 8 * 1024;

/** How long a request may take, in milliseconds, and how often Node checks that. */
export type HttpTimeouts = Pick<
  ServerOptions,
  'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'
>;

const TIMEOUTS: HttpTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

export function createHttp(world: HttpWorld, timeouts: HttpTimeouts = TIMEOUTS): Server {
  const site = new Site(world);
  const server = createServer({ ...timeouts, maxHeaderSize: LARGEST_HEAD });
  limitCallers(server, world.config, world.metrics);
  server.on('request', (request, response) => void site.answer(request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseClient(error, socket));
  return server;
}

/** Bytes that are not HTTP, too long or too slow never become a request. */
function refuseClient({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (code === 'HPE_HEADER_OVERFLOW') rejectSocket(socket, 431, 'The headers are too long.');
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') rejectSocket(socket, 408, 'The request took too long.');
  else rejectSocket(socket, 400, 'This is not an HTTP request.');
}

const routeOf = (file: StaticFile): HttpRoute => ({
  path: /^/,
  methods: { GET: ({ request }) => fileReply(request, file) },
});

class Site {
  readonly #world: HttpWorld;
  readonly #requests: AddressLimit;
  readonly #files: AddressLimit;
  readonly #operators: readonly HttpRoute[];
  readonly #routes: readonly HttpRoute[];

  constructor(world: HttpWorld) {
    const now = (): number => world.clock.now();
    this.#world = world;
    this.#requests = new AddressLimit(REQUESTS, now);
    this.#files = new AddressLimit(FILES, now);
    this.#operators = operatorRoutes(world);
    this.#routes = [
      ...tableRoutes(world),
      ...hourglassRoutes(world),
      ...crewRoutes(world),
      ...scenarioRoutes(world),
      ...pageRoutes(world),
      ...this.#operators,
    ];
  }

  /** Answers one request. A bug is answered with 500 and logged; nothing is thrown. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { log } = this.#world;
    response.on('error', error => log.debug({ err: error }, 'answer not sent'));
    try {
      const reply = await this.#replyTo(request);
      send(request, response, reply);
      log.debug({ method: request.method, status: reply.status }, 'request');
    } catch (error) {
      if (request.errored) return; // the sender has hung up
      log.error({ err: error }, 'request broken by a bug');
      if (!response.headersSent) send(request, response, htmlError(500, 'Something went wrong here.'));
    }
  }

  #replyTo(request: IncomingMessage): Reply | Promise<Reply> {
    const { config, files } = this.#world;
    const address = addressOf(request, config.trustedProxies);
    const path = pathOf(request.url ?? '');
    const asked = { request, address };
    if (path !== null && isUnlimited(this.#world, path, request))
      return answerBy(this.#operators, path, asked) ?? nothingHere(this.#world, path);
    const file = path === null ? undefined : files.get(path);
    const limit = file === undefined ? this.#requests : this.#files;
    if (!limit.take(address)) return tooMany(this.#world, 'requests', 1);
    if (path === null) return htmlError(400, 'This address cannot be read.');
    const routes = file === undefined ? this.#routes : [routeOf(file)];
    return answerBy(routes, path, asked) ?? nothingHere(this.#world, path);
  }
}
