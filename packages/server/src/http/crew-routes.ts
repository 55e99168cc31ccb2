/**
 * `/crew/ID` and `/api/crews`: the Great Book of Challenges over HTTP. The link is enough to read; writing needs the crew's
 * secret. Wrong ids and wrong secrets count as wrong codes. The server computes every score itself.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  bestLines,
  type Crew,
  crewCsv,
  crewJson,
  crewKey,
  type EnterRequest,
  enteredBy,
  gameOfTable,
  type InputProblem,
  isCode,
  type KeptLine,
  type Proof,
  partsOf,
  provingEvents,
  readCrewChange,
  readEntering,
  readFounding,
  readingGame,
  seatKeyOf,
  type TableWish,
  wishBehind,
} from '@hush/protocol';
import { err, ok, parsingRecord, type Result } from '@hush/rules';
import { SerialQueue } from '../limits/serial-queue.ts';
import { timeSliced } from '../limits/time-slice.ts';
import type { Leaderboard } from '../stores/leaderboard.ts';
import { BookImport } from './book-import.ts';
import { noCrew } from './crew-refusals.ts';
import { homePage, lostPage } from './page-routes.ts';
import { attachmentReply, jsonError, jsonProblem, jsonReply, type Reply } from './reply.ts';
import { bearerOf, queryOf, readJsonBody } from './request.ts';
import {
  exactly,
  type HttpRoute,
  type HttpWorld,
  hourlyLimit,
  type RouteAnswer,
  type RouteRequest,
  refuseGuess,
  routeLimit,
  screenPath,
} from './router.ts';
import { openingDealt } from './table-routes.ts';

const LARGEST = 4 * 1024;
/** The limit of requests that read a whole book. */
const READINGS = { burst: 60, perSecond: 2 };
/** The limit of requests that replay a whole game. */
const ENTRIES = { burst: 20, perSecond: 0.2 };
/**
 * Only one table's log is searched at a time, so that games are not slowed down; this many further requests may wait.
 */
const MOST_WAITING = 50;

interface CrewRequest {
  readonly request: IncomingMessage;
  readonly address: string;
  readonly id: string;
  /** The number of the line of the book, if the path has one. */
  readonly line: number;
}

const crewRequest = ({ request, address, params: [id = '', line = ''] }: RouteRequest): CrewRequest => ({
  request,
  address,
  id: id.toUpperCase(),
  line: Number(line),
});

const by =
  (answer: (asked: CrewRequest) => Reply | Promise<Reply>): RouteAnswer =>
  asked =>
    answer(crewRequest(asked));

export function crewRoutes(world: HttpWorld): readonly HttpRoute[] {
  const desk = new CrewRequests(world);
  return [
    { path: exactly('/api/board'), methods: { GET: by(asked => desk.leaderboard(asked)) } },
    { path: exactly('/api/crews'), methods: { POST: by(asked => desk.found(asked)) } },
    {
      path: /^\/api\/crews\/(\w{1,40})$/,
      methods: {
        GET: by(asked => desk.show(asked)),
        PATCH: by(asked => desk.change(asked)),
        DELETE: by(asked => desk.forget(asked)),
      },
    },
    { path: /^\/api\/crews\/(\w{1,40})\/games$/, methods: { POST: by(asked => desk.enter(asked)) } },
    {
      path: /^\/api\/crews\/(\w{1,40})\/games\/(\d{1,6})$/,
      methods: { DELETE: by(asked => desk.strike(asked)) },
    },
    {
      path: /^\/api\/crews\/(\w{1,40})\/games\/(\d{1,6})\/tables$/,
      methods: { POST: openingDealt(world, asked => desk.playedAgain(crewRequest(asked))) },
    },
    { path: /^\/api\/crews\/(\w{1,40})\/book$/, methods: { POST: by(asked => desk.importBook(asked)) } },
    { path: screenPath('crew'), methods: { GET: by(asked => desk.page(asked)) } },
    { path: /^\/crew\/(\w{1,40})\/book[.]csv$/, methods: { GET: by(asked => desk.csv(asked)) } },
    { path: /^\/crew\/(\w{1,40})\/book[.]json$/, methods: { GET: by(asked => desk.json(asked)) } },
    {
      path: /^\/crew\/(\w{1,40})\/games\/(\d{1,6})\/record$/,
      methods: { GET: by(asked => desk.record(asked)) },
    },
  ];
}

const KNOWN_DEAL: InputProblem = {
  code: 'record-known-deal',
  rule: null,
  values: {},
  why: 'A game whose deal was known before, such as a heist of the day, does not go into a book.',
};
const NOT_DEALT_AGAIN =
  'This game cannot be dealt again: somebody chose part of its deal, or it is a custom scenario.';
const NO_BOARD = jsonError('no-board', 'This server has no list of best crews.');

class CrewRequests {
  readonly #world: HttpWorld;
  readonly #leaderboard: Leaderboard;
  readonly #imports: BookImport;
  readonly #foundings: ReturnType<typeof routeLimit>;
  readonly #readings: ReturnType<typeof routeLimit>;
  readonly #entries: ReturnType<typeof routeLimit>;
  readonly #queue = new SerialQueue(MOST_WAITING);

  constructor(world: HttpWorld) {
    this.#world = world;
    this.#leaderboard = world.leaderboard;
    this.#imports = new BookImport(world);
    this.#foundings = hourlyLimit(world, 'crews');
    this.#readings = routeLimit(world, 'books', READINGS);
    this.#entries = routeLimit(world, 'records', ENTRIES);
  }

  // Methods that find a crew.

  async #find({ id, address }: CrewRequest): Promise<Result<Crew, Reply>> {
    const { wrongCodes, crews } = this.#world;
    const refused = refuseGuess(this.#world, address) ?? this.#readings.refuse(address);
    if (refused !== null) return err(refused);
    const found = isCode('crew', id) ? await crews.find(id) : err('unknown' as const);
    const late = refuseGuess(this.#world, address);
    if (late !== null) return err(late);
    if (found.ok) return found;
    if (found.error === 'unknown') wrongCodes.missed(address);
    return err(noCrew(found.error));
  }

  /** Returns the crew, if the request has its secret; otherwise the reply. */
  async #findOwn(asked: CrewRequest): Promise<Result<Crew, Reply>> {
    const found = await this.#find(asked);
    if (!found.ok || hasSecret(asked.request, found.value)) return found;
    this.#world.wrongCodes.missed(asked.address);
    return err(jsonError('token', 'This is not the secret of this crew.', { 'www-authenticate': 'Bearer' }));
  }

  #body({ request }: CrewRequest): Promise<Result<string, Reply>> {
    return readJsonBody(request, this.#world.config.origins, LARGEST);
  }

  // Methods for requests that read.

  /** The HTML page of a crew's book; the page then requests the lines. */
  async page(asked: CrewRequest): Promise<Reply> {
    const found = await this.#find(asked);
    if (found.ok) return homePage(this.#world, asked.request);
    return found.error.status === 404 ? lostPage(this.#world, 'There is no such crew.') : found.error;
  }

  /**
   * The book as JSON. A request with a wrong secret is refused, so that a page can check whether its own secret is
   * right.
   */
  async show(asked: CrewRequest): Promise<Reply> {
    const hasToken = asked.request.headers.authorization !== undefined;
    const found = hasToken ? await this.#findOwn(asked) : await this.#find(asked);
    return found.ok ? jsonReply(200, this.#bookOf(found.value)) : found.error;
  }

  #bookOf({ name, founded, shown, skipped, lines }: Crew): object {
    const { board } = this.#world.config;
    return { name, founded, shown, board, skipped, parts: partsOf(lines).length, lines };
  }

  async csv(asked: CrewRequest): Promise<Reply> {
    const found = await this.#find(asked);
    if (!found.ok) return found.error;
    // The text begins with a byte order mark, by which spreadsheets recognise Unicode.
    return attachmentReply(`\ufeff${crewCsv(found.value.lines)}`, 'hush-book.csv', 'text/csv; charset=utf-8');
  }

  async json(asked: CrewRequest): Promise<Reply> {
    const found = await this.#find(asked);
    if (!found.ok) return found.error;
    const refused = this.#entries.refuse(asked.address);
    if (refused !== null) return refused;
    const { name, lines } = found.value;
    const part = Number(queryOf(asked.request).get('part') ?? 1);
    const chosen = partsOf(lines)[part - 1];
    if (chosen === undefined) return jsonError('unknown', 'This book has no such part.');
    const kept: KeptLine[] = [];
    for (const line of chosen) {
      const record = await this.#world.crews.recordOf(asked.id, line.record);
      if (!record.ok) return noCrew(record.error);
      kept.push({ line, record: record.value });
    }
    return attachmentReply(crewJson(name, kept), 'hush-book.json', 'application/json; charset=utf-8');
  }

  async record(asked: CrewRequest): Promise<Reply> {
    const found = await this.#find(asked);
    if (!found.ok) return found.error;
    const line = found.value.lines.find(one => one.line === asked.line);
    if (line === undefined) return noCrew('no-line');
    const record = await this.#world.crews.recordOf(asked.id, line.record);
    return record.ok ? attachmentReply(record.value, `hush-game-${asked.line}.txt`) : noCrew(record.error);
  }

  /**
   * The wish of a table that deals a line's game again and shows its run as ghosts. Only the crew itself may request it
   * (PR-152d).
   */
  async playedAgain(asked: CrewRequest): Promise<Result<TableWish, Reply>> {
    const own = await this.#findOwn(asked);
    if (!own.ok) return own;
    const line = own.value.lines.find(one => one.line === asked.line);
    if (line === undefined) return err(noCrew('no-line'));
    const record = await this.#world.crews.recordOf(asked.id, line.record);
    if (!record.ok) return err(noCrew(record.error));
    const events = await timeSliced(parsingRecord(record.value), this.#world.clock);
    const wish = events.ok ? wishBehind(events.value) : null;
    if (wish === null) return err(jsonError('bad-setup', NOT_DEALT_AGAIN));
    return ok({ ...wish, ghost: `${asked.id}/${asked.line}` });
  }

  async leaderboard({ address }: CrewRequest): Promise<Reply> {
    if (!this.#world.config.board) return NO_BOARD;
    const refused = this.#readings.refuse(address);
    if (refused !== null) return refused;
    const boxes = await this.#leaderboard.boxes();
    return boxes === null ? noCrew('unavailable') : jsonReply(200, { boxes });
  }

  // Methods for requests that write.

  async found(asked: CrewRequest): Promise<Reply> {
    const body = await this.#body(asked);
    if (!body.ok) return body.error;
    const founding = readFounding(body.value);
    if (!founding.ok) return jsonProblem('malformed', founding.error);
    const refused = this.#foundings.refuse(asked.address);
    if (refused !== null) return refused;
    const made = await this.#world.crews.found(founding.value.name);
    if (!made.ok) return noCrew(made.error);
    return jsonReply(201, made.value, { location: `/crew/${made.value.id}` });
  }

  async change(asked: CrewRequest): Promise<Reply> {
    const body = await this.#body(asked);
    if (!body.ok) return body.error;
    const change = readCrewChange(body.value);
    if (!change.ok) return jsonProblem('malformed', change.error);
    const own = await this.#findOwn(asked);
    if (!own.ok) return own.error;
    const { config, crews } = this.#world;
    if (change.value.shown !== undefined && !config.board) return NO_BOARD;
    const changed = await crews.adjust(asked.id, change.value, this.#leaderboard);
    this.#leaderboard.refresh();
    return changed.ok ? jsonReply(200, this.#bookOf(changed.value)) : noCrew(changed.error);
  }

  /** Enters a game of a table for one of its players; the score is computed from the table's log (GB-3a). */
  async enter(asked: CrewRequest): Promise<Reply> {
    const body = await this.#body(asked);
    if (!body.ok) return body.error;
    const wanted = readEntering(body.value);
    if (!wanted.ok) return jsonProblem('malformed', wanted.error);
    const own = await this.#findOwn(asked);
    if (!own.ok) return own.error;
    const refused = this.#entries.refuse(asked.address);
    if (refused !== null) return refused;
    const proof = await this.#proofOf(wanted.value, asked.address);
    if (!proof.ok) return proof.error;
    const { clock, crews } = this.#world;
    const { names } = wanted.value;
    const entered = enteredBy(proof.value, { names, day: clock.today(), from: 'here' });
    const crew = await crews.enter(asked.id, [{ entered, text: proof.value.text }]);
    if (!crew.ok) return noCrew(crew.error);
    this.#leaderboard.refresh();
    const line = crew.value.lines.at(-1);
    const best = bestLines(crew.value.lines).some(one => one.line === line?.line);
    return jsonReply(201, { line, best });
  }

  async #proofOf({ table, seat, game }: EnterRequest, address: string): Promise<Result<Proof, Reply>> {
    const { journal, wrongCodes, clock } = this.#world;
    const reading = this.#queue.take(() => gameOfTable(table, journal, game ?? 'finished'));
    if (reading === null) return err(noCrew('unavailable'));
    const found = await reading;
    const late = refuseGuess(this.#world, address);
    if (late !== null) return err(late);
    if (!found.ok && found.error === 'no-game')
      return err(jsonError('no-game', 'No such game has finished at this table.'));
    if (!found.ok && found.error === 'unknown') {
      wrongCodes.missed(address);
      return err(jsonError('no-table', 'There is no such table.'));
    }
    if (!found.ok) return err(noCrew('unavailable'));
    if (!found.value.keys.has(seatKeyOf(seat))) {
      wrongCodes.missed(address);
      return err(jsonError('not-yours', 'Only the players of a game may add it to a book.'));
    }
    if (found.value.isDealKnown) return err(jsonProblem('not-won', KNOWN_DEAL));
    const events = await timeSliced(readingGame(found.value), clock);
    if (!events.ok) return err(noCrew('unavailable'));
    const proof = await timeSliced(provingEvents(events.value), clock);
    return proof.ok ? proof : err(jsonProblem('not-won', proof.error));
  }

  async strike(asked: CrewRequest): Promise<Reply> {
    const own = await this.#findOwn(asked);
    if (!own.ok) return own.error;
    const struck = await this.#world.crews.strike(asked.id, asked.line);
    this.#leaderboard.refresh();
    return struck.ok ? jsonReply(200, this.#bookOf(struck.value)) : noCrew(struck.error);
  }

  async forget(asked: CrewRequest): Promise<Reply> {
    const own = await this.#findOwn(asked);
    if (!own.ok) return own.error;
    const gone = await this.#world.crews.forget(asked.id);
    if (gone) await this.#leaderboard.drop(asked.id);
    return gone ? jsonReply(200, { forgotten: true }) : noCrew('unavailable');
  }

  async importBook(asked: CrewRequest): Promise<Reply> {
    // the secret is checked before the body is read, so that a stranger cannot make the server read 5 MB
    const own = await this.#findOwn(asked);
    if (!own.ok) return own.error;
    const imported = await this.#imports.take(asked);
    if (!imported.ok) return imported.error;
    const { crew, entered, known } = imported.value;
    return jsonReply(201, { ...this.#bookOf(crew), entered, known });
  }
}

const hasSecret = (request: IncomingMessage, { key }: Crew): boolean =>
  timingSafeEqual(Buffer.from(crewKey(bearerOf(request))), Buffer.from(key));
