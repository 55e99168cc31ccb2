/**
 * The private logs of a table: `secret/` holds seeds and dictated stacks, and no client can ask for it; `people/`
 * holds names, and can be deleted. A name that is replaced or deleted is gone from the journal: the log is compacted (ADR 20).
 */
import { commitTo, type Secret } from '@hush/rules';
import { type Dictated, NOTHING_DICTATED } from '../commands/dictated-order.ts';
import type { Journal, JournalError, PurgeResult, Unsubscribe } from '../journal/journal.ts';
import { purgeOrphans } from '../journal/orphans.ts';
import { FactLog } from './fact-log.ts';
import { FACT_KINDS, logName } from './log-names.ts';

/** A name and an avatar, by the key of the seat. */
export interface NamedProfile {
  readonly key: string;
  readonly name: string;
  readonly avatar: string;
}

type Numbered = readonly [number: number, profile: NamedProfile];

/** Stands for all entries of `people/` before it: the names that are left, each with its number in the log. */
interface KeptNames {
  readonly kept: readonly Numbered[];
}

/** Whose names are shown at the table, by the key of the seat. */
type IsShown = (key: string) => boolean;

/** Of names that are no longer shown so many stay, those of newcomers among them; a compaction must fit into one append. */
const MOST_UNSHOWN = 100;

interface GameSecret {
  readonly game: number;
  readonly secret: Secret;
}

export class PrivateLogs {
  readonly #secretLog: FactLog<GameSecret | Dictated>;
  readonly #peopleLog: FactLog<NamedProfile | KeptNames>;
  /** The profiles of each key, the newest last. There is more than one where another authority renamed, or an older version. */
  readonly #profiles = new Map<string, Numbered[]>();
  /** The number of the last compaction: what was stored before it is in it, or forgotten. */
  #keptAt = 0;
  /** By commitment: two authorities may have prepared the same game with different secrets. */
  readonly #secrets = new Map<string, GameSecret>();
  readonly #isShown: IsShown;
  #dictated: Dictated = NOTHING_DICTATED;

  constructor(journal: Journal, table: string, isShown: IsShown = () => false) {
    this.#isShown = isShown;
    const takeSecret = (fact: GameSecret | Dictated): void => this.#takeSecret(fact);
    this.#secretLog = new FactLog({ journal, kind: 'secret', table, take: takeSecret });
    const takePeople = (fact: NamedProfile | KeptNames, number: number): void =>
      this.#takePeople(fact, number);
    this.#peopleLog = new FactLog({ journal, kind: 'people', table, take: takePeople });
  }

  async load(): Promise<JournalError | null> {
    return (await this.learnSecrets()) ?? (await this.learnPeople());
  }

  /** Reads what another authority may have stored. */
  learnSecrets(): Promise<JournalError | null> {
    return this.#secretLog.learn();
  }

  learnPeople(): Promise<JournalError | null> {
    return this.#peopleLog.learn();
  }

  /** The secret that belongs to a set-up; null where it is not known here. */
  secretOf(commitment: string): Secret | null {
    return this.#secrets.get(commitment)?.secret ?? null;
  }

  /** Forgets the secrets of earlier games. Later ones may have been prepared, and may still begin. */
  forgetBefore(game: number): void {
    for (const [commitment, fact] of this.#secrets) if (fact.game < game) this.#secrets.delete(commitment);
  }

  /** How many names were ever stored. */
  get names(): number {
    return this.#peopleLog.version;
  }

  /** Latest name for a seat key; with `upTo`, ignores names chosen after the freeze (CM-2). */
  profileOf(key: string, upTo: number = Number.POSITIVE_INFINITY): NamedProfile | undefined {
    return this.#profiles.get(key)?.findLast(([number]) => number <= upTo)?.[1];
  }

  get dictated(): Dictated {
    return this.#dictated;
  }

  keepSecret(game: number, secret: Secret): Promise<JournalError | null> {
    return this.#secretLog.keep({ game, secret });
  }

  keepDictated(dictated: Dictated): Promise<JournalError | null> {
    return this.#secretLog.keep(dictated);
  }

  /** The name before it, if this key has one, is gone when this resolves. */
  keepProfile(profile: NamedProfile): Promise<JournalError | null> {
    if (!this.#profiles.has(profile.key)) return this.#peopleLog.keep(profile);
    return this.#peopleLog.compact(number => ({
      kept: [...this.#latest().filter(([, { key }]) => key !== profile.key), [number, profile]],
    }));
  }

  /** The name of this key is gone when this resolves. */
  forgetProfile(key: string): Promise<JournalError | null> {
    return this.#peopleLog.compact(() =>
      this.#profiles.has(key) ? { kept: this.#latest().filter(([, profile]) => profile.key !== key) } : null,
    );
  }

  /** Removes names that were replaced, which 0.2.0 and earlier kept. */
  forgetReplaced(): Promise<JournalError | null> {
    return this.#peopleLog.compact(() =>
      [...this.#profiles.values()].some(known => known.length > 1) ? { kept: this.#latest() } : null,
    );
  }

  /** The last profile of each key, in the order of their numbers: all that are shown, and the newest others. */
  #latest(): readonly Numbered[] {
    const latest = [...this.#profiles.values()].flatMap(known => known.slice(-1)).sort(([a], [b]) => a - b);
    return latest.filter(([, { key }], at) => at >= latest.length - MOST_UNSHOWN || this.#isShown(key));
  }

  /** Calls `onNew` when another authority has stored a name; `onLost` when the journal will send no more news. */
  followPeople(onNew: () => void, onLost: () => void): Unsubscribe {
    return this.#peopleLog.follow(onNew, onLost);
  }

  #takePeople(fact: NamedProfile | KeptNames, number: number): void {
    if (number <= this.#keptAt) return;
    if ('kept' in fact) this.#takeKept(fact, number);
    else this.#takeProfile(fact, number);
  }

  /** Facts that come after it may be known already: the journal's news can be faster than its answer. */
  #takeKept({ kept }: KeptNames, number: number): void {
    this.#keptAt = number;
    const later = [...this.#profiles.values()].flat().filter(([own]) => own > number);
    this.#profiles.clear();
    for (const [own, profile] of [...kept, ...later]) this.#takeProfile(profile, own);
  }

  /** A profile may come twice, but never before those that were stored earlier. Thousands may have one key. */
  #takeProfile(profile: NamedProfile, number: number): void {
    const known = this.#profiles.get(profile.key);
    if (known === undefined) this.#profiles.set(profile.key, [[number, profile]]);
    else if (number > (known.at(-1)?.[0] ?? 0)) known.push([number, profile]);
  }

  #takeSecret(fact: GameSecret | Dictated): void {
    if ('secret' in fact) this.#secrets.set(commitTo(fact.secret.seed), fact);
    else this.#dictated = fact;
  }
}

/**
 * Deletes a table and all names of those who sat there; with `seen` only if its log is still at this version. The public
 * log goes first: from then on the table is gone, and until then it is whole. Logs that cannot be deleted after that are found by `purgeRemains`. Names are deleted even
 * where the public log is too damaged to be removed.
 */
export async function purgeTable(journal: Journal, code: string, seen?: number): Promise<PurgeResult> {
  const gone = await journal.purge(logName('table', code), seen);
  if (!gone.ok && gone.error.type !== 'corrupt') return gone;
  const results = await Promise.all(FACT_KINDS.map(kind => journal.purge(logName(kind, code))));
  return results.find(({ ok }) => !ok) ?? gone;
}

/** Whether private logs are left of a table that had this code. */
export async function hasRemains(journal: Journal, code: string): Promise<boolean> {
  const found = await Promise.all(FACT_KINDS.map(kind => journal.read(logName(kind, code), 1)));
  return found.some(page => (page.ok ? page.version > 0 : page.error.type === 'corrupt'));
}

/** Deletes the private logs of tables that are gone; how many logs those were. */
export const purgeRemains = (journal: Journal): ReturnType<typeof purgeOrphans> =>
  purgeOrphans(journal, { kinds: FACT_KINDS.map(kind => logName(kind, '')), parent: logName('table', '') });
