/**
 * `/crew/ID` and `/api/crews`: the Great Book of Challenges over HTTP. Whoever has the link reads, whoever has the
 * secret writes; wrong ids and wrong secrets are guesses and are counted as such. A score is never taken from anybody.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type BookFile,
  bestLines,
  type Crew,
  crewCsv,
  crewJson,
  crewKey,
  enteredBy,
  gameOfTable,
  isCrewId,
  type Journal,
  type KeptLine,
  type Objection,
  objection,
  type Proof,
  partsOf,
  provingEvents,
  provingGame,
  readBookFile,
  readCrewChange,
  readEntering,
  readFounding,
  readingGame,
  seatKeyOf,
  type WhyNotEntered,
} from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';
import { AddressLimit, type WrongCodes } from '../limits/address-limits.ts';
import { isOriginAllowed } from '../limits/client-address.ts';
import { SerialQueue } from '../limits/serial-queue.ts';
import { timeSliced } from '../limits/time-slice.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { BookEntry, Crews, NoCrew, WhyNotAdjusted } from '../stores/crew-store.ts';
import { Leaderboard } from '../stores/leaderboard.ts';
import { attachmentReply, type HttpRefusal, jsonError, jsonProblem, jsonReply, type Reply } from './reply.ts';
import { readBody } from './request.ts';

const LARGEST = 4 * 1024;
/** What goes out in one part comes in, with room to spare. */
const LARGEST_BOOK = 5 * 1024 * 1024;
const HOUR = 3600;
/** For each of these somebody's whole book is read. */
const READINGS = { burst: 60, perSecond: 2 };
/** For each of these a whole game is replayed. */
const ENTRIES = { burst: 20, perSecond: 0.2 };
/** One table is looked through at a time, for the sake of those who play; so many others may wait. */
const MOST_READING = 50;
const IMPORTS = { burst: 5, perSecond: 10 / HOUR };

const API = /^\/api\/crews\/(\w{1,40})(\/games(?:\/(\d{1,6}))?|\/book)?$/;
const FILES = /^\/crew\/(\w{1,40})\/(book[.]csv|book[.]json|games\/(\d{1,6})\/record)$/;

interface Needs {
  readonly config: Config;
  readonly clock: Clock;
  readonly guesses: WrongCodes;
  readonly journal: Journal;
  readonly crews: Crews;
}

type TooMany = (scope: string, seconds: number) => Reply;

interface Asked {
  readonly request: IncomingMessage;
  readonly address: string;
  readonly id: string;
}

export class CrewRoutes {
  readonly #needs: Needs;
  readonly #tooMany: TooMany;
  readonly #board: Leaderboard;
  readonly #foundings: AddressLimit;
  readonly #readings: AddressLimit;
  readonly #entries: AddressLimit;
  readonly #imports: AddressLimit;
  readonly #reading = new SerialQueue(MOST_READING);
  #importing = false;

  constructor(needs: Needs, tooMany: TooMany) {
    const now = (): number => needs.clock.now();
    const { tablesPerHour } = needs.config.limits;
    this.#needs = needs;
    this.#tooMany = tooMany;
    this.#board = new Leaderboard(needs.journal, needs.crews, needs.clock);
    this.#foundings = new AddressLimit({ burst: tablesPerHour, perSecond: tablesPerHour / HOUR }, now);
    this.#readings = new AddressLimit(READINGS, now);
    this.#entries = new AddressLimit(ENTRIES, now);
    this.#imports = new AddressLimit(IMPORTS, now);
  }

  /** Null where the path is none of ours. */
  answer(request: IncomingMessage, path: string, address: string): Promise<Reply> | Reply | null {
    if (path === '/api/board') return isReading(request) ? this.#best(address) : notAllowed('GET');
    if (path === '/api/crews')
      return request.method === 'POST' ? this.#found(request, address) : notAllowed('POST');
    const file = FILES.exec(path);
    if (file !== null)
      return isReading(request) ? this.#file({ request, address, id: idIn(file) }, file) : notAllowed('GET');
    const api = API.exec(path);
    return api === null ? null : this.#ask({ request, address, id: idIn(api) }, api[2] ?? '', Number(api[3]));
  }

  #ask(asked: Asked, what: string, line: number): Promise<Reply> | Reply {
    const { method } = asked.request;
    if (what === '/book') return method === 'POST' ? this.#import(asked) : notAllowed('POST');
    if (what === '/games') return method === 'POST' ? this.#enter(asked) : notAllowed('POST');
    if (what !== '') return method === 'DELETE' ? this.#strike(asked, line) : notAllowed('DELETE');
    if (isReading(asked.request)) return this.#show(asked);
    if (method === 'PATCH') return this.#change(asked);
    return method === 'DELETE' ? this.#forget(asked) : notAllowed('GET, PATCH, DELETE');
  }

  // Finding.

  /** Whether there is such a crew, for the status of its page. */
  async look(id: string, address: string): Promise<Reply | 'here' | 'unknown'> {
    const found = await this.#find(id.toUpperCase(), address);
    if (found.ok) return 'here';
    return found.error.status === 404 ? 'unknown' : found.error;
  }

  async #find(id: string, address: string): Promise<Result<Crew, Reply>> {
    const { guesses, crews } = this.#needs;
    if (!guesses.mayTry(address)) return err(this.#tooMany('misses', guesses.wait(address) / 1000));
    if (!this.#readings.take(address))
      return err(this.#tooMany('books', this.#readings.wait(address) / 1000));
    const found = isCrewId(id) ? await crews.find(id) : err('unknown' as const);
    if (found.ok) return found;
    if (found.error === 'unknown') guesses.missed(address);
    return err(noCrew(found.error));
  }

  /** The crew, if the secret that came along is its own. */
  async #findOwn({ request, address, id }: Asked): Promise<Result<Crew, Reply>> {
    const found = await this.#find(id, address);
    if (!found.ok || this.#knows(request, found.value)) return found;
    this.#needs.guesses.missed(address);
    return err(jsonError('token', 'That is not the secret of this crew.', { 'www-authenticate': 'Bearer' }));
  }

  #knows({ headers }: IncomingMessage, { key }: Crew): boolean {
    const [, secret = ''] = /^Bearer ([\w-]{1,100})$/.exec(headers.authorization ?? '') ?? [];
    return timingSafeEqual(Buffer.from(crewKey(secret)), Buffer.from(key));
  }

  // Reading.

  /** With a secret it also says whether that is the right one. */
  async #show(asked: Asked): Promise<Reply> {
    const isOwner = asked.request.headers.authorization !== undefined;
    const found = isOwner ? await this.#findOwn(asked) : await this.#find(asked.id, asked.address);
    return found.ok ? jsonReply(200, this.#bookOf(found.value)) : found.error;
  }

  #bookOf({ name, founded, shown, skipped, lines }: Crew): object {
    const { board } = this.#needs.config;
    return { name, founded, shown, board, skipped, parts: partsOf(lines).length, lines };
  }

  async #file({ address, id, request }: Asked, [, , what = '', line]: RegExpExecArray): Promise<Reply> {
    const found = await this.#find(id, address);
    if (!found.ok) return found.error;
    const { name, lines } = found.value;
    if (what === 'book.csv')
      // Spreadsheets take a text for one in Unicode when it begins with this mark.
      return attachmentReply(`\ufeff${crewCsv(lines)}`, 'hush-book.csv', 'text/csv; charset=utf-8');
    if (line !== undefined) return this.#record(id, found.value, Number(line));
    if (!this.#entries.take(address)) return this.#tooMany('records', this.#entries.wait(address) / 1000);
    const part = Number(new URLSearchParams((request.url ?? '').split('?', 2)[1]).get('part') ?? 1);
    const chosen = partsOf(lines)[part - 1];
    if (chosen === undefined) return jsonError('unknown', 'This book has no such part.');
    const kept: KeptLine[] = [];
    for (const one of chosen) {
      const record = await this.#needs.crews.recordOf(id, one.record);
      if (!record.ok) return noCrew(record.error);
      kept.push({ line: one, record: record.value });
    }
    return attachmentReply(crewJson(name, kept), 'hush-book.json', 'application/json; charset=utf-8');
  }

  async #record(id: string, { lines }: Crew, number: number): Promise<Reply> {
    const line = lines.find(one => one.line === number);
    if (line === undefined) return jsonError('unknown', 'There is no such line in this book.');
    const record = await this.#needs.crews.recordOf(id, line.record);
    return record.ok ? attachmentReply(record.value, `hush-game-${number}.txt`) : noCrew(record.error);
  }

  async #best(address: string): Promise<Reply> {
    if (!this.#needs.config.board) return jsonError('no-board', 'This server has no board.');
    if (!this.#readings.take(address)) return this.#tooMany('books', this.#readings.wait(address) / 1000);
    const boxes = await this.#board.boxes();
    return boxes === null ? noCrew('unavailable') : jsonReply(200, { boxes });
  }

  // Writing.

  /** What comes along with a request from one of our pages; a reply where it may not be read. */
  async #body(request: IncomingMessage, most = LARGEST): Promise<Result<string, Reply>> {
    if (!this.#isOurs(request)) return err(ELSEWHERE);
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return err(jsonError('not-json', 'What goes into a book comes as application/json.'));
    const body = await readBody(request, most);
    return body === null
      ? err(jsonError('too-big', `That is more than ${most} bytes.`, { connection: 'close' }))
      : ok(body);
  }

  #isOurs(request: IncomingMessage): boolean {
    return isOriginAllowed(request, this.#needs.config.origins);
  }

  async #found(request: IncomingMessage, address: string): Promise<Reply> {
    const body = await this.#body(request);
    if (!body.ok) return body.error;
    const asked = readFounding(body.value);
    if (!asked.ok) return jsonProblem('malformed', asked.error);
    if (!this.#foundings.take(address)) return this.#tooMany('crews', this.#foundings.wait(address) / 1000);
    const made = await this.#needs.crews.found(asked.value.name);
    if (!made.ok) return noCrew(made.error);
    return jsonReply(201, made.value, { location: `/crew/${made.value.id}` });
  }

  async #change(asked: Asked): Promise<Reply> {
    const body = await this.#body(asked.request);
    if (!body.ok) return body.error;
    const change = readCrewChange(body.value);
    if (!change.ok) return jsonProblem('malformed', change.error);
    const found = await this.#findOwn(asked);
    if (!found.ok) return found.error;
    const { config, crews } = this.#needs;
    if (change.value.shown !== undefined && !config.board)
      return jsonError('no-board', 'This server has no board.');
    const changed = await crews.adjust(asked.id, change.value, this.#board);
    this.#board.refresh();
    return changed.ok ? jsonReply(200, this.#bookOf(changed.value)) : noCrew(changed.error);
  }

  /** A game of a table, by somebody who played in it; the referee's log says what it is worth (GB-3). */
  async #enter(asked: Asked): Promise<Reply> {
    const { address, id } = asked;
    const body = await this.#body(asked.request);
    if (!body.ok) return body.error;
    const wanted = readEntering(body.value);
    if (!wanted.ok) return jsonProblem('malformed', wanted.error);
    const own = await this.#findOwn(asked);
    if (!own.ok) return own.error;
    if (!this.#entries.take(address)) return this.#tooMany('records', this.#entries.wait(address) / 1000);
    const { table, seat, game, names } = wanted.value;
    const proof = await this.#proofAt(table, seat, game, address);
    if (!proof.ok) return proof.error;
    const { clock, crews } = this.#needs;
    const entered = enteredBy(proof.value, { names, day: clock.today(), from: 'here' });
    const crew = await crews.enter(id, [{ entered, text: proof.value.text }]);
    if (!crew.ok) return noCrew(crew.error);
    this.#board.refresh();
    const line = crew.value.lines.at(-1);
    const best = bestLines(crew.value.lines).some(one => one.line === line?.line);
    return jsonReply(201, { line, best });
  }

  async #proofAt(
    table: string,
    seat: string,
    game: number | undefined,
    address: string,
  ): Promise<Result<Proof, Reply>> {
    const { journal, guesses, clock } = this.#needs;
    const reading = this.#reading.take(() => gameOfTable(table, journal, game ?? 'finished'));
    if (reading === null) return err(noCrew('unavailable'));
    const found = await reading;
    if (!found.ok && found.error === 'no-game')
      return err(jsonError('no-game', 'No such game has come to its end at this table.'));
    if (!found.ok && found.error === 'unknown') {
      guesses.missed(address);
      return err(jsonError('no-table', 'There is no such table.'));
    }
    if (!found.ok) return err(noCrew('unavailable'));
    if (!found.value.keys.has(seatKeyOf(seat))) {
      guesses.missed(address);
      return err(jsonError('not-yours', 'Only those who played a game may enter it.'));
    }
    const events = await timeSliced(readingGame(found.value), clock);
    if (!events.ok) return err(noCrew('unavailable'));
    const proof = await timeSliced(provingEvents(events.value), clock);
    return proof.ok ? proof : err(jsonProblem('not-won', proof.error));
  }

  async #strike(asked: Asked, line: number): Promise<Reply> {
    if (!this.#isOurs(asked.request)) return ELSEWHERE;
    const found = await this.#findOwn(asked);
    if (!found.ok) return found.error;
    const struck = await this.#needs.crews.strike(asked.id, line);
    this.#board.refresh();
    return struck.ok ? jsonReply(200, this.#bookOf(struck.value)) : noCrew(struck.error);
  }

  async #forget(asked: Asked): Promise<Reply> {
    if (!this.#isOurs(asked.request)) return ELSEWHERE;
    const found = await this.#findOwn(asked);
    if (!found.ok) return found.error;
    const gone = await this.#needs.crews.forget(asked.id);
    if (gone) await this.#board.drop(asked.id);
    return gone ? jsonReply(200, { forgotten: true }) : noCrew('unavailable');
  }

  // A book from elsewhere.

  async #import(asked: Asked): Promise<Reply> {
    const own = await this.#findOwn(asked); // first: nobody else's book of that size is even read
    if (!own.ok) return own.error;
    const { address } = asked;
    if (!this.#imports.take(address)) return this.#tooMany('imports', this.#imports.wait(address) / 1000);
    const body = await this.#body(asked.request, LARGEST_BOOK);
    if (!body.ok) return body.error;
    if (this.#importing)
      return jsonError('unavailable', 'Another book is coming in; please try again.', SOON);
    this.#importing = true;
    try {
      return await this.#takeIn(asked.id, body.value);
    } finally {
      this.#importing = false;
    }
  }

  /** Everything in it is proven first; then all of it is written, or nothing. */
  async #takeIn(id: string, text: string): Promise<Reply> {
    const file = readBookFile(text);
    if (!file.ok) return jsonProblem('malformed', file.error);
    const entries = await this.#prove(file.value);
    if (!entries.ok) return jsonProblem('not-proven', entries.error);
    const { crews } = this.#needs;
    const before = await crews.peek(id);
    const crew = await crews.enter(id, entries.value);
    if (!crew.ok) return noCrew(crew.error);
    const entered = crew.value.entered - (before.ok ? before.value.entered : 0);
    return jsonReply(201, { ...this.#bookOf(crew.value), entered, known: entries.value.length - entered });
  }

  async #prove({ games }: BookFile): Promise<Result<readonly BookEntry[], Objection>> {
    const { clock } = this.#needs;
    const entries: BookEntry[] = [];
    for (const [i, game] of games.entries()) {
      if (game.day > clock.today() + 1)
        return err(
          objection('future', { game: i + 1, field: 'day' }, `Game ${i + 1}: "day" has not come yet.`),
        );
      const proof = await timeSliced(provingGame(game, i + 1), clock);
      if (!proof.ok) return proof;
      const { names, day } = game;
      entries.push({
        text: proof.value.text,
        entered: enteredBy(proof.value, { names, day, from: 'elsewhere' }),
      });
    }
    return ok(entries);
  }
}

const idIn = ([, id = '']: RegExpExecArray): string => id.toUpperCase();
const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
const notAllowed = (allow: string): Reply =>
  jsonError('method', `Only ${allow} is possible here.`, { allow });

const SOON = { 'retry-after': '5' };
const ELSEWHERE = jsonError('origin', 'Pages from elsewhere may not write in books here.');

type Why = NoCrew | WhyNotEntered | WhyNotAdjusted | 'no-line';

const WHY_NOT: Readonly<Record<Why, readonly [error: HttpRefusal, say: string]>> = {
  unknown: [
    'unknown',
    'There is no such crew. Perhaps the link was mistyped, or nobody came for a long time.',
  ],
  damaged: ['quarantined', 'This book is damaged and has been set aside.'],
  unavailable: ['unavailable', 'The server cannot do that right now; please try again.'],
  known: ['known', 'That game is in the book already.'],
  full: ['full', 'The book is full.'],
  'no-room': ['full', 'The board has no room for another crew.'],
  restless: ['full', 'This crew has changed its name, path or board so often that no more changes are kept.'],
  long: ['full', 'That game has too long a record for the book.'],
  'no-line': ['unknown', 'There is no such line in this book.'],
};

const noCrew = (why: Why): Reply => jsonError(...WHY_NOT[why], why === 'unavailable' ? SOON : {});
