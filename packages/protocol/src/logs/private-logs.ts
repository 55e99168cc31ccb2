/**
 * The private logs of a table. `secret/` holds seeds and prescribed stacks, which no client can read. `people/` holds names,
 * which can be deleted: the log is compacted, so that no replaced or deleted name stays in the journal (ADR 20).
 */
import { commitTo, type Secret } from '@hush/rules';
import { NOTHING_DICTATED, type PrescribedOrder } from '../commands/dictated-order.ts';
import type { Journal, JournalError, PurgeResult, Unsubscribe } from '../journal/journal.ts';
import { purgeOrphans } from '../journal/orphans.ts';
import { LazyMap } from '../lazy-map.ts';
import { FactLog } from './fact-log.ts';
import { FACT_KINDS, logName } from './log-names.ts';

/** A name and an avatar, with the key of the seat. */
export interface NamedProfile {
  readonly key: string;
  readonly name: string;
  readonly avatar: string;
}

type Numbered = readonly [number: number, profile: NamedProfile];

/** A compacted entry: it replaces all earlier entries of `people/` with the remaining names, each with its number in the log. */
interface KeptNames {
  readonly kept: readonly Numbered[];
}

/** Whether the table shows the name of the seat with this key. */
type IsShown = (key: string) => boolean;

/**
 * The most names that are stored although the table no longer shows them, including names of newcomers: a compaction
 * must fit into one append.
 */
const MOST_UNSHOWN = 100;

interface GameSecret {
  readonly game: number;
  readonly secret: Secret;
}

export class PrivateLogs {
  readonly #secretLog: FactLog<GameSecret | PrescribedOrder>;
  readonly #peopleLog: FactLog<NamedProfile | KeptNames>;
  /**
   * The profiles of each key, the newest last. A key has several profiles if another authority or an older version renamed
   * the member.
   */
  readonly #profiles = new LazyMap<string, Numbered[]>();
  /** The number of the last compacted entry, which replaces all earlier entries. */
  #keptAt = 0;
  /** The secrets by seed commitment, because two authorities may prepare the same game with different secrets. */
  readonly #secrets = new LazyMap<string, GameSecret>();
  readonly #isShown: IsShown;
  #dictated: PrescribedOrder = NOTHING_DICTATED;

  constructor(journal: Journal, table: string, isShown: IsShown = () => false) {
    this.#isShown = isShown;
    const takeSecret = (fact: GameSecret | PrescribedOrder): void => this.#takeSecret(fact);
    this.#secretLog = new FactLog({ journal, kind: 'secret', table, take: takeSecret });
    const takePeople = (fact: NamedProfile | KeptNames, number: number): void =>
      this.#takePeople(fact, number);
    this.#peopleLog = new FactLog({ journal, kind: 'people', table, take: takePeople });
  }

  async load(): Promise<JournalError | null> {
    return (await this.learnSecrets()) ?? (await this.learnPeople());
  }

  /** Reads secrets that another authority may have stored. */
  learnSecrets(): Promise<JournalError | null> {
    return this.#secretLog.learn();
  }

  learnPeople(): Promise<JournalError | null> {
    return this.#peopleLog.learn();
  }

  /** Returns the secret of a set-up, found by its commitment; null if it is not known here. */
  secretOf(commitment: string): Secret | null {
    return this.#secrets.get(commitment)?.secret ?? null;
  }

  /** Removes the secrets of earlier games from memory. Secrets of later games stay, because those games may still begin. */
  forgetBefore(game: number): void {
    for (const [commitment, fact] of this.#secrets) if (fact.game < game) this.#secrets.delete(commitment);
  }

  /** The number of names that were ever stored. */
  get names(): number {
    return this.#peopleLog.version;
  }

  /**
   * The latest name of a seat key. With `upTo`, only names up to that number, so that names chosen after the freeze
   * are left out (CM-2).
   */
  profileOf(key: string, upTo: number = Number.POSITIVE_INFINITY): NamedProfile | undefined {
    return this.#profiles.get(key)?.findLast(([number]) => number <= upTo)?.[1];
  }

  get dictated(): PrescribedOrder {
    return this.#dictated;
  }

  keepSecret(game: number, secret: Secret): Promise<JournalError | null> {
    return this.#secretLog.keep({ game, secret });
  }

  keepDictated(dictated: PrescribedOrder): Promise<JournalError | null> {
    return this.#secretLog.keep(dictated);
  }

  /** Stores a name. When this resolves, the previous name of the key is deleted from the journal. */
  keepProfile(profile: NamedProfile): Promise<JournalError | null> {
    if (!this.#profiles.has(profile.key)) return this.#peopleLog.keep(profile);
    return this.#peopleLog.compact(number => ({
      kept: [...this.#latest().filter(([, { key }]) => key !== profile.key), [number, profile]],
    }));
  }

  /** Deletes the name of this key; when this resolves, the journal no longer has it. */
  forgetProfile(key: string): Promise<JournalError | null> {
    return this.#peopleLog.compact(() =>
      this.#profiles.has(key) ? { kept: this.#latest().filter(([, profile]) => profile.key !== key) } : null,
    );
  }

  /** Whether there are replaced names, which versions up to 0.2.0 stored. */
  get hasReplaced(): boolean {
    return [...this.#profiles.values()].some(known => known.length > 1);
  }

  forgetReplaced(): Promise<JournalError | null> {
    return this.#peopleLog.compact(() => (this.hasReplaced ? { kept: this.#latest() } : null));
  }

  /**
   * The last profile of each key, ordered by number: all profiles that the table shows, and the newest ones that it
   * does not show.
   */
  #latest(): readonly Numbered[] {
    const latest = [...this.#profiles.values()].flatMap(known => known.slice(-1)).sort(([a], [b]) => a - b);
    return latest.filter(([, { key }], at) => at >= latest.length - MOST_UNSHOWN || this.#isShown(key));
  }

  /** Calls `onNew` when another authority has stored a name, and `onLost` when the journal ends the subscription. */
  followPeople(onNew: () => void, onLost: () => void): Unsubscribe {
    return this.#peopleLog.follow(onNew, onLost);
  }

  #takePeople(fact: NamedProfile | KeptNames, number: number): void {
    if (number <= this.#keptAt) return;
    if ('kept' in fact) this.#takeKept(fact, number);
    else this.#takeProfile(fact, number);
  }

  /** Facts after the compaction may be known already, because the journal's news can arrive before its answer. */
  #takeKept({ kept }: KeptNames, number: number): void {
    this.#keptAt = number;
    const later = [...this.#profiles.values()].flat().filter(([own]) => own > number);
    this.#profiles.clear();
    for (const [own, profile] of [...kept, ...later]) this.#takeProfile(profile, own);
  }

  /**
   * A profile may arrive twice, but never before a profile with a lower number. One key may have thousands of
   * profiles.
   */
  #takeProfile(profile: NamedProfile, number: number): void {
    const known = this.#profiles.get(profile.key);
    if (known === undefined) this.#profiles.set(profile.key, [[number, profile]]);
    else if (number > (known.at(-1)?.[0] ?? 0)) known.push([number, profile]);
  }

  #takeSecret(fact: GameSecret | PrescribedOrder): void {
    if ('secret' in fact) this.#secrets.set(commitTo(fact.secret.seed), fact);
    else this.#dictated = fact;
  }
}

/**
 * Deletes a table and all names of its members; with `seen` only if its log is still at this version. The public log is
 * deleted first: the table exists as a whole until then, and not at all afterwards. `purgeRemains` later finds private logs
 * that could not be deleted. Names are deleted even if the public log is too damaged to be deleted.
 */
export async function purgeTable(journal: Journal, code: string, seen?: number): Promise<PurgeResult> {
  const gone = await journal.purge(logName('table', code), seen);
  if (!gone.ok && gone.error.type !== 'corrupt') return gone;
  const results = await Promise.all(FACT_KINDS.map(kind => journal.purge(logName(kind, code))));
  return results.find(({ ok }) => !ok) ?? gone;
}

/** Whether private logs of a deleted table with this code still exist. */
export async function hasRemains(journal: Journal, code: string): Promise<boolean> {
  const found = await Promise.all(FACT_KINDS.map(kind => journal.read(logName(kind, code), 1)));
  return found.some(page => (page.ok ? page.version > 0 : page.error.type === 'corrupt'));
}

/** Deletes the private logs of deleted tables; returns how many there were. */
export const purgeRemains = (journal: Journal): ReturnType<typeof purgeOrphans> =>
  purgeOrphans(journal, { kinds: FACT_KINDS.map(kind => logName(kind, '')), parent: logName('table', '') });
