/** Imports a book file of another server: every game in it is proven first; then all of them are written, or none. */
import type { IncomingMessage } from 'node:http';
import {
  type BookFile,
  badInput,
  type Crew,
  enteredBy,
  type InputProblem,
  provingGame,
  readingBookFile,
} from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';
import { timeSliced } from '../limits/time-slice.ts';
import type { BookEntry } from '../stores/crew-changes.ts';
import { noCrew } from './crew-refusals.ts';
import { jsonError, jsonProblem, type Reply } from './reply.ts';
import { readJsonBody } from './request.ts';
import { type HttpWorld, RETRY_SOON, routeLimit } from './router.ts';

/** The largest accepted body; one part of an exported book is smaller. */
const LARGEST_BOOK = 5 * 1024 * 1024;
const IMPORTS = { burst: 5, perSecond: 10 / 3600 };
/** The limit of imports from all addresses together, because proving a book takes seconds of computing. */
const ALL_IMPORTS = { burst: 20, perSecond: 120 / 3600 };
/** The most request bodies that are read at the same time, because each takes memory while it arrives. */
const MOST_BODIES = 4;

const BUSY = jsonError('unavailable', 'Another book is being imported; please try again.', RETRY_SOON);

interface Imported {
  readonly crew: Crew;
  readonly entered: number;
  /** The number of games that were already in the book. */
  readonly known: number;
}

export class BookImport {
  readonly #world: HttpWorld;
  readonly #limit: ReturnType<typeof routeLimit>;
  #isBusy = false;
  #bodies = 0;

  constructor(world: HttpWorld) {
    this.#world = world;
    this.#limit = routeLimit(world, 'imports', IMPORTS, ALL_IMPORTS);
  }

  /** Imports a book; one import runs at a time. */
  async take(asked: {
    readonly request: IncomingMessage;
    readonly address: string;
    readonly id: string;
  }): Promise<Result<Imported, Reply>> {
    const refused = this.#limit.refuse(asked.address);
    if (refused !== null) return err(refused);
    if (this.#bodies >= MOST_BODIES) return err(BUSY);
    const body = await this.#bodyOf(asked.request);
    if (!body.ok) return body;
    if (this.#isBusy) return err(BUSY);
    this.#isBusy = true;
    try {
      return await this.#enter(asked.id, body.value);
    } finally {
      this.#isBusy = false;
    }
  }

  async #bodyOf(request: IncomingMessage): Promise<Result<string, Reply>> {
    this.#bodies++;
    try {
      return await readJsonBody(request, this.#world.config.origins, LARGEST_BOOK);
    } finally {
      this.#bodies--;
    }
  }

  async #enter(id: string, text: string): Promise<Result<Imported, Reply>> {
    const file = await timeSliced(readingBookFile(text), this.#world.clock);
    if (!file.ok) return err(jsonProblem('malformed', file.error));
    const entries = await this.#prove(file.value);
    if (!entries.ok) return err(jsonProblem('not-proven', entries.error));
    const { crews } = this.#world;
    const before = await crews.peek(id);
    const crew = await crews.enter(id, entries.value);
    if (!crew.ok) return err(noCrew(crew.error));
    const entered = crew.value.entered - (before.ok ? before.value.entered : 0);
    return ok({ crew: crew.value, entered, known: entries.value.length - entered });
  }

  async #prove({ games }: BookFile): Promise<Result<readonly BookEntry[], InputProblem>> {
    const { clock } = this.#world;
    const entries: BookEntry[] = [];
    for (const [i, game] of games.entries()) {
      if (game.day > clock.today() + 1)
        return badInput('future', { game: i + 1, field: 'day' }, `Game ${i + 1}: "day" is in the future.`);
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
