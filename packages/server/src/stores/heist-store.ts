/**
 * Stores the heists: the deal of each day in the log `heist-deal/DAY`, and the published results of crews in
 * `heist-results/DAY`. A deal is stored when it is first computed, because a later version of the bots might prove another
 * seed first and so change a day that was already played.
 */
import { createHash } from 'node:crypto';
import { findingDeal } from '@hush/bots';
import {
  attemptSeed,
  dateOfDay,
  dayBegins,
  type HeistEntry,
  type HeistPost,
  type HeistProof,
  type HeistResult,
  isLinkOf,
  linkOfDay,
  logPages,
  type PublishedChain,
  readAll,
  roundOfDay,
  type SecretChain,
} from '@hush/protocol';
import { commitTo, err, ok, type Result, type Steps } from '@hush/rules';
import { type ChainsWorld, HeistChains } from './heist-chains.ts';
import type { LookupError } from './lookup-error.ts';

export interface HeistsWorld extends ChainsWorld {
  /** Runs long work in slices of the event loop. */
  sliced<T>(steps: Steps<T>): Promise<T>;
}

/** `sealed`: the day has not come yet. `undrawn`: the beacon has not published its value yet. */
export type NoHeist = LookupError | 'sealed' | 'undrawn';

const DEALS = 'heist-deal/';
const RESULTS = 'heist-results/';
const RECORDS = 'heist-record/';
/** Results are shown and stored for this many days. */
const KEEP_DAYS = 30;
/** The most results in the table of a day. */
const MOST_RESULTS = 200;
const MOST_TRIES = 8;

type Stored =
  | (HeistEntry & { readonly type: 'result'; readonly key: string; readonly record: string })
  | { readonly type: 'withdrawn'; readonly no: number };

export class Heists {
  readonly #world: HeistsWorld;
  readonly #chains: HeistChains;
  readonly #deals = new Map<number, Promise<Result<HeistProof, NoHeist>>>();
  #swept = 0;

  constructor(world: HeistsWorld) {
    this.#world = world;
    this.#chains = new HeistChains(world);
  }

  get today(): number {
    return this.#world.clock.today();
  }

  /** The public part of the chain of a day. */
  async chainOf(day: number): Promise<Result<PublishedChain, NoHeist>> {
    const found = await this.#chains.of(day);
    if (!found.ok) return found;
    const { tail: _, ...published } = found.value;
    return ok(published);
  }

  /** The deal of a day. Simultaneous requests share one computation; an error is not cached. */
  deal(day: number): Promise<Result<HeistProof, NoHeist>> {
    if (day > this.today) return Promise.resolve(err('sealed'));
    const known = this.#deals.get(day);
    if (known !== undefined) return known;
    const found = this.#find(day);
    this.#deals.set(day, found);
    void found.then(deal => !deal.ok && this.#deals.delete(day));
    return found;
  }

  /** Returns whether a game was dealt as today's heist; true if that cannot be read now. It computes no deal. */
  async isTodays(commitment: string): Promise<boolean> {
    const stored = await readAll(this.#world.journal, `${DEALS}${this.today}`);
    if (!stored.ok) return true;
    return stored.entries.some(entry => commitTo((JSON.parse(entry) as HeistProof).seed) === commitment);
  }

  async #find(day: number): Promise<Result<HeistProof, NoHeist>> {
    const chain = await this.#chains.of(day);
    if (!chain.ok) return chain;
    const log = `${DEALS}${day}`;
    const stored = await readAll(this.#world.journal, log);
    if (!stored.ok) return err(stored.error.type === 'corrupt' ? 'quarantined' : 'unavailable');
    const [entry] = stored.entries;
    if (entry !== undefined) return ok(JSON.parse(entry) as HeistProof);
    const drawn = await this.#draw(chain.value, day);
    if (!drawn.ok) return drawn;
    const kept = await this.#world.journal.append(log, 0, [JSON.stringify(drawn.value)]);
    if (kept.ok) return drawn;
    return kept.error.type === 'conflict' ? this.#find(day) : err('unavailable');
  }

  async #draw(chain: SecretChain, day: number): Promise<Result<HeistProof, NoHeist>> {
    const link = linkOfDay(chain, day);
    if (!isLinkOf(chain, day, link)) return err('quarantined');
    const beacon = await this.#beaconOf(chain, day);
    if (beacon === null) return err('undrawn');
    const deal = await this.#world.sliced(
      findingDeal(attempt => attemptSeed({ day, link, beacon }, attempt)),
    );
    return ok({ ...deal, day: dateOfDay(day), link, beacon });
  }

  /**
   * The beacon's value for a day. The chain, which cannot be changed, says whether there is a beacon, so an operator
   * cannot leave out the value of a day.
   */
  async #beaconOf({ beacon: plan }: SecretChain, day: number): Promise<string | null> {
    if (plan === null) return '';
    return (await this.#world.beacon?.value(roundOfDay(plan, dayBegins(day)))) ?? null;
  }

  // Methods about published results.

  async results(day: number): Promise<Result<readonly HeistEntry[], LookupError>> {
    const stored = await this.#stored(day);
    return stored.ok ? ok(stored.value.map(shownOf)) : stored;
  }

  /** The record of a run, if its crew allows others to play against it. */
  async ghost(day: number, no: number): Promise<Result<string, LookupError>> {
    const stored = await this.#stored(day);
    if (!stored.ok) return stored;
    const entry = stored.value.find(one => one.no === no && one.ghost);
    if (entry === undefined) return err('unknown');
    const found = await readAll(this.#world.journal, `${RECORDS}${day}/${entry.record}`);
    if (!found.ok) return err(found.error.type === 'corrupt' ? 'quarantined' : 'unavailable');
    const [text] = found.entries;
    return text === undefined ? err('unknown') : ok(text);
  }

  async #stored(day: number): Promise<Result<readonly Extract<Stored, { type: 'result' }>[], LookupError>> {
    const found = await readAll(this.#world.journal, `${RESULTS}${day}`);
    if (!found.ok) return err(found.error.type === 'corrupt' ? 'quarantined' : 'unavailable');
    const stored = found.entries.map(entry => JSON.parse(entry) as Stored);
    const gone = new Set(stored.flatMap(one => (one.type === 'withdrawn' ? [one.no] : [])));
    return ok(stored.flatMap(one => (one.type === 'result' && !gone.has(one.no) ? [one] : [])));
  }

  /** Adds a line to the table of a day; `known` if the game is already there, `full` if the table is full. */
  async show(
    day: number,
    { record, name, faces, ghost, key }: HeistPost,
    { won, left }: HeistResult,
  ): Promise<Result<number, LookupError | 'known' | 'full'>> {
    void this.#sweep();
    const hash = createHash('sha256').update(record).digest('hex');
    const stored = await this.#stored(day);
    if (!stored.ok) return stored;
    if (stored.value.some(one => one.record === hash)) return err('known');
    if (ghost && !(await this.#keepRecord(day, hash, record))) return err('unavailable');
    return this.#append(day, no => ({
      type: 'result',
      no,
      name,
      faces,
      won,
      left,
      ghost,
      key,
      record: hash,
    }));
  }

  /** Appends an entry; `make` gets the number of the entry. */
  async #append(day: number, make: (no: number) => Stored): Promise<Result<number, 'unavailable' | 'full'>> {
    const log = `${RESULTS}${day}`;
    for (let i = 0; i < MOST_TRIES; i++) {
      const read = await this.#world.journal.read(log, Number.MAX_SAFE_INTEGER);
      if (!read.ok) return err('unavailable');
      const no = read.version + 1;
      const entry = make(no);
      if (no > MOST_RESULTS && entry.type === 'result') return err('full');
      const added = await this.#world.journal.append(log, read.version, [JSON.stringify(entry)]);
      if (added.ok) return ok(no);
      if (added.error.type !== 'conflict') return err('unavailable');
    }
    return err('unavailable');
  }

  /** Stores a record. The name of the log is the hash of its text, so an existing log holds the same text. */
  async #keepRecord(day: number, hash: string, record: string): Promise<boolean> {
    const kept = await this.#world.journal.append(`${RECORDS}${day}/${hash}`, 0, [record]);
    return kept.ok || kept.error.type === 'conflict';
  }

  /** Deletes a line; the caller needs the secret behind its key. */
  async withdraw(day: number, no: number, secret: string): Promise<'gone' | LookupError> {
    const key = createHash('sha256').update(secret).digest('hex');
    const stored = await this.#stored(day);
    if (!stored.ok) return stored.error;
    const mine = stored.value.find(one => one.no === no && one.key === key);
    if (mine === undefined) return 'unknown';
    const gone = await this.#append(day, () => ({ type: 'withdrawn', no }));
    if (!gone.ok) return 'unavailable';
    await this.#world.journal.purge(`${RECORDS}${day}/${mine.record}`);
    return 'gone';
  }

  /** Deletes names and runs older than KEEP_DAYS, once a day. */
  async #sweep(): Promise<void> {
    if (this.#swept === this.today) return;
    this.#swept = this.today;
    for (const prefix of [RESULTS, RECORDS])
      for await (const page of logPages(this.#world.journal, prefix)) {
        if (!page.ok) return;
        for (const log of page.logs) {
          const day = Number(log.slice(prefix.length).split('/')[0]);
          if (day < this.today - KEEP_DAYS) await this.#world.journal.purge(log);
        }
      }
  }
}

const shownOf = ({ no, name, faces, won, left, ghost }: Extract<Stored, { type: 'result' }>): HeistEntry => ({
  no,
  name,
  faces,
  won,
  left,
  ghost,
});
