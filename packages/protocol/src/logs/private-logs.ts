/**
 * What a table keeps beside its public log: `secret/` holds seeds and dictated stacks, and no client can ask for
 * it; `people/` holds names and can be deleted; `sand/` holds checkpoints. These logs only ever grow by facts that
 * do not depend on each other: after a conflict one learns what others have written and tries again.
 */
import { commitTo, type Millis, type Secret, type TileNumber } from '@hush/rules';
import type {
  AppendError,
  AppendResult,
  Journal,
  PurgeResult,
  ReadError,
  Unsubscribe,
} from '../journal/journal.ts';
import { purgeOrphans } from '../journal/orphans.ts';

export type JournalError = ReadError | AppendError;

/** A face, by the key of its seat. */
export interface NamedProfile {
  readonly key: string;
  readonly name: string;
  readonly avatar: string;
}

/** Orders that somebody dictates and nobody may know: of the whole stack, or of an own scenario's first tiles. */
export interface Dictated {
  readonly stack: readonly TileNumber[] | null;
  readonly top: readonly TileNumber[] | null;
}

export const NOTHING_DICTATED: Dictated = { stack: null, top: null };

/** One entry of the secret log. */
type SecretFact = { readonly game: number; readonly secret: Secret } | Dictated;

type SandFact = { readonly game: number; readonly at: Millis };

/** Several authorities may note theirs in any order, but nobody is so far behind. */
const LAST_MOMENTS = 100;

type Kind = 'secret' | 'people' | 'sand';

/**
 * There are fewer entries than we knew. Nothing may be written there again, or a name would outlive its table; whoever
 * waits and looks finds the public log gone as well.
 */
const PURGED: JournalError = { type: 'unavailable', why: 'The log was purged.' };

export class PrivateLogs {
  readonly #journal: Journal;
  readonly #code: string;
  readonly #versions = new Map<Kind, number>();
  /** What they will be when all has been written that was asked for: appends take effect in the order of asking. */
  readonly #asked = new Map<Kind, number>();
  /** All that a key was ever called, each with its number in the log. */
  readonly #faces = new Map<string, (readonly [number: number, face: NamedProfile])[]>();
  /** Two authorities may have prepared the same game; which secret is its own shows by what it commits to. */
  readonly #secrets = new Map<string, { readonly game: number; readonly secret: Secret }>();
  #sand: SandFact = { game: 0, at: 0 };
  #dictated: Dictated = NOTHING_DICTATED;

  constructor(journal: Journal, code: string) {
    this.#journal = journal;
    this.#code = code;
  }

  async load(): Promise<JournalError | null> {
    return (await this.learnSecrets()) ?? (await this.#learn('people')) ?? (await this.#learn('sand'));
  }

  /** What another authority may have written. */
  learnSecrets(): Promise<JournalError | null> {
    return this.#learn('secret');
  }

  /** The secret that belongs to a set-up, or null if it is not here. */
  secretOf(commitment: string): Secret | null {
    return this.#secrets.get(commitment)?.secret ?? null;
  }

  /** A game has begun for good: those before it are over. Others may have been prepared, and may still begin. */
  forgetBefore(begun: number): void {
    for (const [commitment, { game }] of this.#secrets) if (game < begun) this.#secrets.delete(commitment);
  }

  /** How many names were ever written down. */
  get names(): number {
    return this.#versions.get('people') ?? 0;
  }

  /** The last face of a key; of those up to a number, where later ones have to wait. */
  profileOf(key: string, upTo: number = Number.POSITIVE_INFINITY): NamedProfile | undefined {
    return this.#faces.get(key)?.findLast(([number]) => number <= upTo)?.[1];
  }

  /** Whom another authority may have met. */
  learnPeople(): Promise<JournalError | null> {
    return this.#learn('people');
  }

  get dictated(): Dictated {
    return this.#dictated;
  }

  /** The last durable moment of a game, if there was a checkpoint. */
  sandOf(game: number): Millis {
    return this.#sand.game === game ? this.#sand.at : 0;
  }

  keepSecret(game: number, secret: Secret): Promise<JournalError | null> {
    return this.#keep('secret', { game, secret });
  }

  keepDictated(dictated: Dictated): Promise<JournalError | null> {
    return this.#keep('secret', dictated);
  }

  keepProfile(face: NamedProfile): Promise<JournalError | null> {
    return this.#keep('people', face);
  }

  /** Another authority's later moment does as well. */
  keepSand(game: number, at: Millis): Promise<JournalError | null> {
    const fact: SandFact = { game, at };
    return this.#keep('sand', fact, () => this.sandOf(game) >= at);
  }

  /** Tells when another authority has met somebody; `lost` when there will be no more news. */
  followPeople(met: () => void, lost: () => void): Unsubscribe {
    const from = (this.#versions.get('people') ?? 0) + 1;
    return this.#journal.subscribe(this.#log('people'), from, news => {
      if (news.type === 'ended') {
        if (news.why.type === 'unavailable') lost();
        return;
      }
      const last = news.from + news.entries.length - 1;
      if (last <= (this.#versions.get('people') ?? 0)) return;
      for (const [i, entry] of news.entries.entries()) this.#take('people', entry, news.from + i);
      this.#versions.set('people', last);
      met();
    });
  }

  #take(kind: Kind, entry: string, number: number): void {
    const fact: unknown = JSON.parse(entry);
    if (kind === 'secret') this.#takeSecret(fact as SecretFact);
    else if (kind === 'people') this.#takeFace(fact as NamedProfile, number);
    else this.#takeSand(fact as SandFact);
  }

  /** It may be heard twice, but never before those that were written earlier. Thousands may have one key. */
  #takeFace(face: NamedProfile, number: number): void {
    const known = this.#faces.get(face.key);
    if (known === undefined) this.#faces.set(face.key, [[number, face]]);
    else if (number > (known.at(-1)?.[0] ?? 0)) known.push([number, face]);
  }

  #takeSecret(fact: SecretFact): void {
    if (!('secret' in fact)) {
      this.#dictated = fact;
      return;
    }
    this.#secrets.set(commitTo(fact.secret.seed), fact);
  }

  /** The latest moment counts, whichever authority noted it. */
  #takeSand(fact: SandFact): void {
    const { game, at } = this.#sand;
    if (fact.game > game || (fact.game === game && fact.at > at)) this.#sand = fact;
  }

  #log(kind: Kind): string {
    return `${kind}/${this.#code}`;
  }

  /** Page by page, so that others have their turn between. */
  async #learn(kind: Kind): Promise<JournalError | null> {
    const log = this.#log(kind);
    let known = this.#versions.get(kind) ?? (kind === 'sand' ? await this.#almostAll(log) : 0);
    for (;;) {
      const page = await this.#journal.read(log, known + 1);
      if (!page.ok) return page.error;
      if (page.version < known) return PURGED;
      for (const entry of page.entries) {
        known++;
        if (!this.#understands(kind, entry, known)) return { type: 'corrupt', log, version: known };
      }
      this.#versions.set(kind, known);
      if (known >= page.version) return null;
    }
  }

  /** Of a log that tells the same thing again and again, a year of it perhaps, only the end matters. */
  async #almostAll(log: string): Promise<number> {
    const end = await this.#journal.read(log, Number.MAX_SAFE_INTEGER);
    return end.ok ? Math.max(0, end.version - LAST_MOMENTS) : 0;
  }

  #understands(kind: Kind, entry: string, number: number): boolean {
    try {
      this.#take(kind, entry, number);
      return true;
    } catch {
      return false;
    }
  }

  async #keep(kind: Kind, fact: object, isKnown = (): boolean => false): Promise<JournalError | null> {
    const entry = JSON.stringify(fact);
    for (;;) {
      const expected = this.#next(kind);
      const result = await this.#append(kind, expected, entry);
      if (result.ok) {
        this.#take(kind, entry, result.version);
        this.#versions.set(kind, Math.max(result.version, this.#versions.get(kind) ?? 0));
        return expected === 0 && (await this.#wasTooLate(kind)) ? PURGED : null;
      }
      if (result.error.type !== 'conflict') return result.error;
      const problem = await this.#learn(kind);
      if (problem !== null || isKnown()) return problem;
    }
  }

  #next(kind: Kind): number {
    return Math.max(this.#versions.get(kind) ?? 0, this.#asked.get(kind) ?? 0);
  }

  async #append(kind: Kind, expected: number, entry: string): Promise<AppendResult> {
    this.#asked.set(kind, expected + 1);
    const result = await this.#journal.append(this.#log(kind), expected, [entry]);
    if (!result.ok) this.#asked.delete(kind); // whoever counted on it asks again
    return result;
  }

  /**
   * Only the first entry of a log can come after the end of its table, because it expects nothing to be there. The
   * public log goes first, so whoever still sees it after writing knows that the purge will come by here as well.
   */
  async #wasTooLate(kind: Kind): Promise<boolean> {
    const table = await this.#journal.read(`table/${this.#code}`, Number.MAX_SAFE_INTEGER);
    if (!table.ok || table.version > 0) return false;
    await this.#journal.purge(this.#log(kind)); // where it cannot be, `purgeRemains` finds it
    return true;
  }
}

const KINDS: readonly Kind[] = ['people', 'secret', 'sand'];

/**
 * Forgets a table and everybody who sat there. The public log goes first: with it the table is gone for whoever asks,
 * and until then it is whole. What cannot be deleted after that is found by `purgeRemains`. Nobody's name stays because a
 * public log is too damaged to be removed.
 */
export async function purgeTable(journal: Journal, code: string): Promise<PurgeResult> {
  const gone = await journal.purge(`table/${code}`);
  if (!gone.ok && gone.error.type !== 'corrupt') return gone;
  const results = await Promise.all(KINDS.map(kind => journal.purge(`${kind}/${code}`)));
  return results.find(({ ok }) => !ok) ?? gone;
}

/** Whether something is left of a table that had this code. */
export async function hasRemains(journal: Journal, code: string): Promise<boolean> {
  const found = await Promise.all(KINDS.map(kind => journal.read(`${kind}/${code}`, 1)));
  return found.some(page => (page.ok ? page.version > 0 : page.error.type === 'corrupt'));
}

/** Forgets what is left of tables that are gone; how many logs that were. */
export const purgeRemains = (journal: Journal): ReturnType<typeof purgeOrphans> =>
  purgeOrphans(journal, { kinds: KINDS.map(kind => `${kind}/`), parent: 'table/' });
