/** Everything that is asked over plain HTTP: new tables, pages, and what operators want to know. */
import { timingSafeEqual } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CODE_LETTERS,
  type Journal,
  lastGameOf,
  ofProblem,
  PROTOCOL_VERSION,
  type ReadError,
  readNewTable,
  wishFault,
  writingGame,
} from '@hush/protocol';
import { err, type Result, sha256 } from '@hush/rules';
import type { Probe } from '../journal/metered.ts';
import { AddressLimit, type WrongCodes } from '../limits/address-limits.ts';
import { addressOf, isOriginAllowed } from '../limits/client-address.ts';
import { SerialQueue } from '../limits/serial-queue.ts';
import { limitCallers } from '../limits/tcp-limit.ts';
import { timeSliced } from '../limits/time-slice.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { VERSION } from '../runtime/version.ts';
import type { Crews } from '../stores/crew-store.ts';
import type { Scenarios } from '../stores/scenario-store.ts';
import type { NoRoom, TableRegistry } from '../tables/registry.ts';
import { CrewRoutes } from './crew-routes.ts';
import { rejectSocket } from './hang-up.ts';
import { HOURGLASS_PATH, HourglassRoutes } from './hourglass-routes.ts';
import { plainHome, plainTable, previewOf, withPreview } from './html.ts';
import {
  attachmentReply,
  fileReply,
  htmlError,
  jsonError,
  jsonProblem,
  jsonReply,
  pageReply,
  type Reply,
  send,
  textReply,
} from './reply.ts';
import { readBody } from './request.ts';
import { ScenarioRoutes } from './scenario-routes.ts';
import type { StaticFile } from './static-files.ts';

export interface HttpWorld {
  readonly config: Config;
  readonly clock: Clock;
  readonly rooms: TableRegistry;
  readonly crews: Crews;
  readonly scenarios: Scenarios;
  readonly journal: Journal;
  readonly guesses: WrongCodes;
  readonly metrics: Metrics;
  readonly probe: Probe;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly log: Log;
  isDraining(): boolean;
}

/** The largest honest body brings a tile set of its own. */
const LARGEST_BODY = 64 * 1024;
const HOUR = 3600;
const REQUESTS = { burst: 300, perSecond: 30 };
/** A page is a hundred files once it is kept for later, they lie in memory, and a whole club may come from one address. */
const FILES = { burst: 10_000, perSecond: 500 };
const RECORDS = { burst: 20, perSecond: 0.5 };
/** One record is read at a time, for the sake of those who play; so many others may wait. */
const MOST_READING = 50;
/** What supervisors ask, however much others do. */
const UNMETERED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const CODE = new RegExp(`^/t/([${CODE_LETTERS}]{8})(/record)?$`, 'i');

const CREW = /^\/crew\/(\w{1,40})$/;

/** Which scenario it is, the page asks itself. */
const SCENARIO = /^\/s\/\w{1,40}$/;
/** The page itself asks for the record. */
const REPLAY = /^\/replay(?:\/\w{1,40}){0,2}$/;

const LARGEST_HEAD = 8 * 1024;

/** How long a request may take, in milliseconds, and how often that is looked at. */
export type HttpTimeouts = Pick<
  ServerOptions,
  'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'
>;

const PATIENCE: HttpTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

type Route = (request: IncomingMessage, address: string) => Reply | Promise<Reply>;

/** The server, its routes and its patience; sockets are somebody else's. */
export function createHttp(desk: HttpWorld, patience: HttpTimeouts = PATIENCE): Server {
  const routes = new Routes(desk);
  const server = createServer({ ...patience, maxHeaderSize: LARGEST_HEAD });
  limitCallers(server, desk.config, desk.metrics);
  server.on('request', (request, response) => void routes.answer(request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseClient(error, socket));
  return server;
}

/** What is no HTTP, too long or too slow never becomes a request. */
function refuseClient({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (code === 'HPE_HEADER_OVERFLOW') rejectSocket(socket, 431, 'The headers are too long.');
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') rejectSocket(socket, 408, 'The request took too long.');
  else rejectSocket(socket, 400, 'That is no request.');
}

class Routes {
  readonly #desk: HttpWorld;
  readonly #requests: AddressLimit;
  readonly #files: AddressLimit;
  readonly #creations: AddressLimit;
  readonly #records: AddressLimit;
  readonly #reading = new SerialQueue(MOST_READING);
  readonly #hourglasses: HourglassRoutes;
  readonly #crews: CrewRoutes;
  readonly #scenarios: ScenarioRoutes;
  readonly #get: ReadonlyMap<string, Route>;

  constructor(desk: HttpWorld) {
    const now = (): number => desk.clock.now();
    const { tablesPerHour } = desk.config.limits;
    this.#desk = desk;
    this.#requests = new AddressLimit(REQUESTS, now);
    this.#files = new AddressLimit(FILES, now);
    this.#records = new AddressLimit(RECORDS, now);
    this.#creations = new AddressLimit({ burst: tablesPerHour, perSecond: tablesPerHour / HOUR }, now);
    this.#hourglasses = new HourglassRoutes(desk, (scope, seconds) => this.#tooMany(scope, seconds));
    this.#crews = new CrewRoutes(desk, (scope, seconds) => this.#tooMany(scope, seconds));
    this.#scenarios = new ScenarioRoutes(desk, (scope, seconds) => this.#tooMany(scope, seconds));
    this.#get = new Map<string, Route>([
      ['/', request => this.#home(request)],
      ['/practice', request => this.#home(request)],
      ['/introduction', request => this.#home(request)],
      ['/campaign', request => this.#home(request)],
      ['/hourglass', request => this.#page(request, '/hourglass.html')],
      ['/workshop', request => this.#home(request)],
      ['/crews', request => this.#home(request)],
      ['/board', request => (desk.config.board ? this.#home(request) : this.#lost(NO_BOARD))],
      ['/healthz', () => textReply(200, 'ok\n')],
      ['/readyz', () => this.#ready()],
      ['/version', () => jsonReply(200, { name: 'hush', version: VERSION, protocol: PROTOCOL_VERSION })],
      ['/metrics', request => this.#metrics(request)],
    ]);
  }

  /** One request; whatever goes wrong here is answered and written down, never thrown. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { log } = this.#desk;
    response.on('error', error => log.debug({ err: error }, 'answer not sent'));
    try {
      const reply = await this.#route(request);
      send(request, response, reply);
      log.debug({ method: request.method, status: reply.status }, 'request');
    } catch (error) {
      if (request.errored) return; // whoever asked has hung up
      log.error({ err: error }, 'request broken by a bug');
      if (!response.headersSent) send(request, response, htmlError(500, 'Something went wrong here.'));
    }
  }

  #route(request: IncomingMessage): Reply | Promise<Reply> {
    const address = addressOf(request, this.#desk.config.trustedProxies);
    const path = pathOf(request.url ?? '');
    const probed = this.#probe(path, request);
    if (probed !== null) return probed;
    const budget = this.#desk.files.has(path ?? '') ? this.#files : this.#requests;
    if (!budget.take(address)) return this.#tooMany('requests', 1);
    if (path === null) return htmlError(400, 'That address cannot be read.');
    if (path === '/api/tables') {
      return request.method === 'POST' ? this.#create(request, address) : notAllowed('POST');
    }
    if (path.startsWith(HOURGLASS_PATH)) return this.#hourglasses.answer(request, path, address);
    const book = this.#crews.answer(request, path, address) ?? this.#scenarios.answer(request, path, address);
    if (book !== null) return book;
    const found = this.#find(path);
    if (found === undefined) return this.#nothing(path);
    return isReading(request) ? found(request, address) : notAllowed('GET, HEAD');
  }

  #find(path: string): Route | undefined {
    const fixed = this.#get.get(path);
    if (fixed !== undefined) return fixed;
    const file = this.#desk.files.get(path);
    if (file !== undefined) return request => fileReply(request, file);
    if (SCENARIO.test(path) || REPLAY.test(path)) return request => this.#home(request);
    const [, crew] = CREW.exec(path) ?? [];
    if (crew !== undefined) return (request, address) => this.#book(request, crew, address);
    const [, letters, record] = CODE.exec(path) ?? [];
    const code = letters?.toUpperCase();
    if (code === undefined) return undefined;
    return record === undefined
      ? (_, address) => this.#table(code, address)
      : (_, address) => this.#record(code, address);
  }

  #tooMany(scope: string, seconds: number): Reply {
    this.#desk.metrics.limited(scope);
    const retry = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
    return jsonError('too-many', 'That was too often; please wait a while.', retry);
  }

  // People.

  #home(request: IncomingMessage): Reply {
    return this.#page(request, '/index.html');
  }

  #page(request: IncomingMessage, name: string): Reply {
    const page = this.#desk.files.get(name);
    return page === undefined ? pageReply(200, plainHome()) : fileReply(request, page);
  }

  async #table(code: string, address: string): Promise<Reply> {
    const { rooms, guesses, files } = this.#desk;
    if (!guesses.mayTry(address)) return this.#tooMany('misses', guesses.wait(address) / 1000);
    const seen = await rooms.peek(code);
    if (!seen.ok) return this.#noTable(seen.error, address);
    const page = files.get('/index.html');
    return pageReply(
      200,
      page === undefined
        ? plainTable(code, seen.value)
        : withPreview(page.body.toString(), previewOf(seen.value)),
    );
  }

  /** The page of a crew's book; the page itself asks for what is in it. */
  async #book(request: IncomingMessage, id: string, address: string): Promise<Reply> {
    const found = await this.#crews.look(id, address);
    if (found === 'here') return this.#home(request);
    return found === 'unknown' ? this.#lost('There is no such crew.') : found;
  }

  #noTable(why: NoRoom, address: string): Reply {
    if (why === 'quarantined') return htmlError(410, 'This table is damaged and has been set aside.');
    if (why !== 'unknown') return htmlError(503, 'The server cannot look right now; please try again.', SOON);
    this.#desk.guesses.missed(address);
    return this.#lost(
      'There is no such table. Perhaps the code was mistyped, or nobody came for a long time.',
    );
  }

  #nothing(path: string): Reply {
    const sentence = 'There is nothing here.';
    const isForPeople = !path.startsWith('/api/') && !path.startsWith('/ws') && !/[.]\w+$/.test(path);
    return isForPeople ? this.#lost(sentence) : htmlError(404, sentence);
  }

  /** A link that leads nowhere: the page says so in the reader's own language, and offers a way on. */
  #lost(sentence: string): Reply {
    const page = this.#desk.files.get('/index.html');
    return page === undefined ? htmlError(404, sentence) : pageReply(404, page.body.toString());
  }

  /** The last finished game of a table as a text that proves itself (GB-3). */
  async #record(code: string, address: string): Promise<Reply> {
    const { guesses } = this.#desk;
    if (!guesses.mayTry(address)) return this.#tooMany('misses', guesses.wait(address) / 1000);
    if (!this.#records.take(address)) return this.#tooMany('records', this.#records.wait(address) / 1000);
    const reading = this.#reading.take(() => this.#readRecord(code));
    const record = reading === null ? err('busy' as const) : await reading;
    if (record.ok) return attachmentReply(record.value, 'hush-game.txt');
    if (record.error === 'unknown') guesses.missed(address);
    const [status, sentence] = WHY_NO_RECORD[record.error];
    return textReply(status, `${sentence}\n`, undefined, status === 503 ? SOON : {});
  }

  async #readRecord(code: string): Promise<Result<string, keyof typeof WHY_NO_RECORD>> {
    const { journal, clock } = this.#desk;
    const game = await lastGameOf(code, journal);
    if (!game.ok) return err(typeof game.error === 'string' ? game.error : damaged(game.error));
    const written = await timeSliced(writingGame(game.value), clock);
    return written.ok ? written : err('corrupt');
  }

  async #create(request: IncomingMessage, address: string): Promise<Reply> {
    const { rooms, config } = this.#desk;
    if (!isOriginAllowed(request, config.origins))
      return jsonError('origin', 'Pages from elsewhere may not open tables here.');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return jsonError('not-json', 'A wish for a table comes as application/json.');
    const body = await readBody(request, LARGEST_BODY);
    if (body === null)
      return jsonError('too-big', `A wish has at most ${LARGEST_BODY} bytes.`, { connection: 'close' });
    const asked = readNewTable(body);
    if (!asked.ok) return jsonError('malformed', asked.error);
    if (!this.#creations.take(address))
      // also for a wish that cannot be granted: finding out costs the most
      return this.#tooMany('creations', this.#creations.wait(address) / 1000);
    const fault = wishFault(asked.value.wish);
    if (fault !== null) return jsonProblem('bad-setup', ofProblem(fault));
    const made = await rooms.create(asked.value.wish);
    if (!made.ok) return jsonError(made.error, WHY_NOT[made.error], SOON);
    return jsonReply(201, { code: made.value }, { location: `/t/${made.value}` });
  }

  // Operators.

  /**
   * A supervisor must not think that a server is dead because somebody at its address asks too much, behind a proxy for
   * instance. These cost less than saying no: the journal is tried once a second at most, whoever asks.
   */
  #probe(path: string | null, request: IncomingMessage): Reply | Promise<Reply> | null {
    if (path === null || !isReading(request)) return null;
    const isOperators = UNMETERED.has(path) || (path === '/metrics' && this.#hasToken(request));
    return isOperators ? (this.#get.get(path)?.(request, '') ?? null) : null;
  }

  #hasToken({ headers }: IncomingMessage): boolean {
    const { metricsToken } = this.#desk.config;
    const given = headers.authorization ?? '';
    const wanted = `Bearer ${metricsToken}`;
    return metricsToken !== undefined && given.length === wanted.length && isSame(given, wanted);
  }

  async #ready(): Promise<Reply> {
    const { isDraining, probe } = this.#desk;
    const draining = isDraining();
    const journal = !draining && (await probe.isWritable());
    return jsonReply(journal ? 200 : 503, { ready: journal, draining, journal: draining ? null : journal });
  }

  async #metrics(request: IncomingMessage): Promise<Reply> {
    const { config, metrics } = this.#desk;
    if (config.metricsToken === undefined) return htmlError(404, 'There is nothing here.');
    if (!this.#hasToken(request))
      return jsonError('token', 'A token is needed.', { 'www-authenticate': 'Bearer' });
    const { type, text } = await metrics.text();
    return textReply(200, text, type);
  }
}

const SOON = { 'retry-after': '5' };

const WHY_NOT: Readonly<Record<NoRoom, string>> = {
  unknown: 'There is no such table.',
  quarantined: 'This table is damaged and has been set aside.',
  'no-room': 'Every table of this server is in use; please try again later.',
  unavailable: 'The server cannot write anything down right now; please try again.',
  draining: 'The server is about to restart; please try again in a moment.',
};

const WHY_NO_RECORD = {
  'no-game': [409, 'No game has come to its end at this table yet; its record will be here then.'],
  unknown: [404, 'There is no such table.'],
  corrupt: [410, 'This table is damaged and has been set aside.'],
  busy: [503, 'The record cannot be read right now; please try again.'],
} as const;

const damaged = ({ type }: ReadError): 'corrupt' | 'busy' => (type === 'corrupt' ? 'corrupt' : 'busy');

const NO_BOARD = 'This server has no board.';

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const notAllowed = (allow: string): Reply => htmlError(405, `Only ${allow} is possible here.`, { allow });

/** The decoded path, or null where it cannot be one. */
function pathOf(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.startsWith('/') || path.length > 1024) return null;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** In time that does not depend on how much is right. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));
