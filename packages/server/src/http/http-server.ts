/** The HTTP server: its timeouts, its limits for all requests, and the list of all routes. WebSockets are in sockets/. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AddressLimit } from '../limits/address-limits.ts';
import { addressOf, isOriginAllowed } from '../limits/client-address.ts';
import { headProblem } from '../limits/request-head.ts';
import { limitCallers } from '../limits/tcp-limit.ts';
import { crewRoutes } from './crew-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { rejectSocket } from './headers.ts';
import { heistRoutes } from './heist-routes.ts';
import { hourglassRoutes } from './hourglass-routes.ts';
import { isUnlimited, operatorRoutes } from './operator-routes.ts';
import { lostPage, nothingHere, pageRoutes } from './page-routes.ts';
import { pictureRoutes } from './picture-routes.ts';
import { fileReply, htmlError, jsonError, type Reply, send } from './reply.ts';
import { OTHER_ORIGIN, pathOf } from './request.ts';
import { answerBy, type HttpRoute, type HttpWorld, tooMany } from './router.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { seatRoutes } from './seat-routes.ts';
import type { StaticFile } from './static-files.ts';
import { tableRoutes } from './table-routes.ts';

const REQUESTS = { burst: 300, perSecond: 30 };
/**
 * The limit of requests for files. Opening the page offline needs a hundred files, and a whole club may share one
 * address.
 */
const FILES = { burst: 10_000, perSecond: 500 };

const RETRY_LATER = { 'retry-after': '60' };
const DISK_FULL = 'This server cannot store anything new: its journal has reached HUSH_MAX_DISK.';

const LARGEST_HEAD = 8 * 1024;

/** The timeouts of a request in milliseconds, and how often Node checks them. */
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

/**
 * Answers a request that offers to change to a protocol other than WebSocket, such as h2c, as if it offered nothing.
 * At this point Node no longer reads the socket as HTTP, so the request is the last of its connection, and its body
 * is not read.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.end());
  server.emit('request', request, response);
}

/** Refuses input that never becomes a request: it is not HTTP, too long or too slow. */
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

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

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
      ...pictureRoutes(world),
      ...seatRoutes(world),
      ...hourglassRoutes(world),
      ...crewRoutes(world),
      ...scenarioRoutes(world),
      ...heistRoutes(world),
      ...dataRoutes(world),
      ...pageRoutes(world),
      ...this.#operators,
    ];
  }

  /** Answers one request. A bug is answered with 500 and logged; nothing is thrown. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { log, clock, metrics, refusals } = this.#world;
    response.on('error', error => log.debug({ err: error }, 'answer not sent'));
    try {
      const began = clock.now();
      const reply = await this.#replyTo(request);
      send(request, response, reply);
      metrics.answered(reply.status, clock.now() - began);
      refusals.request(request, reply.status);
      log.debug({ method: request.method, status: reply.status }, 'request');
    } catch (error) {
      if (request.errored) return; // the sender has disconnected
      log.error({ err: error }, 'request broken by a bug');
      metrics.answered(500, 0);
      if (!response.headersSent) send(request, response, htmlError(500, 'Something went wrong here.'));
    }
  }

  /**
   * The reply if no route may answer: the address is blocked, a page of another origin wants to change something, the
   * server is read-only, or its disk is full.
   */
  #refusal(request: IncomingMessage, address: string): Reply | null {
    const { moderation, disk, config } = this.#world;
    if (moderation.isBlocked(address))
      return htmlError(403, 'This address may not use this server for a while.');
    if (!isReading(request) && !isOriginAllowed(request, config.origins)) return OTHER_ORIGIN;
    if (!isReading(request) && moderation.notice !== null)
      return jsonError('read-only', moderation.notice, RETRY_LATER);
    return request.method === 'POST' && disk.refuses()
      ? jsonError('disk-full', DISK_FULL, RETRY_LATER)
      : null;
  }

  #replyTo(request: IncomingMessage): Reply | Promise<Reply> {
    const { config, files } = this.#world;
    const address = addressOf(request, config.trustedProxies);
    const path = pathOf(request.url ?? '');
    const asked = { request, address };
    if (path !== null && isUnlimited(this.#world, path, request))
      return answerBy(this.#operators, path, asked) ?? nothingHere(this.#world, path);
    const refused = this.#refusal(request, address);
    if (refused !== null) return refused;
    const [status, sentence] = headProblem(request, config) ?? [];
    if (status !== undefined) return htmlError(status, sentence ?? '', { connection: 'close' });
    if (path === '/ws') this.#world.refusals.noUpgrade();
    const file = path === null ? undefined : files.get(path);
    const limit = file === undefined ? this.#requests : this.#files;
    if (!limit.take(address)) return tooMany(this.#world, 'requests', 1);
    if (path === null) return lostPage(this.#world, 'This address cannot be read.', 400);
    const routes = file === undefined ? this.#routes : [routeOf(file)];
    return answerBy(routes, path, asked) ?? nothingHere(this.#world, path);
  }
}
