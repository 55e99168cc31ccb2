/**
 * What a table keeps beside its public log: `secret/` holds the seeds, dictated stacks and the hashes of seat
 * tokens, and no client can ask for it; `people/` holds names and can be deleted; `sand/` holds checkpoints.
 * These logs only ever grow by facts that do not depend on each other, so a conflict is simply tried again.
 */
import { type Millis, type Secret, sha256, type TileNumber } from '@hush/rules';
import { type AppendError, type Journal, type PurgeResult, type ReadError, readAll } from './journal.ts';
import type { Member } from './lobby.ts';
import type { Person } from './messages.ts';

export type VaultError = ReadError | AppendError;

/** One entry of the secret log. */
type SecretFact =
  | { readonly member: Member; readonly hash: string }
  | { readonly revoked: string }
  | { readonly game: number; readonly secret: Secret }
  | { readonly stack: readonly TileNumber[] | null };

type SandFact = { readonly game: number; readonly at: Millis };

export class Vault {
  readonly #journal: Journal;
  readonly #code: string;
  readonly #versions = new Map<string, number>();
  readonly #tokens = new Map<string, Member>();
  readonly #people = new Map<Member, Person>();
  #secret: { readonly game: number; readonly secret: Secret } | null = null;
  #sand: SandFact | null = null;
  /** The very order of the next game's stack, where somebody dictates it. */
  #stack: readonly TileNumber[] | null = null;

  constructor(journal: Journal, code: string) {
    this.#journal = journal;
    this.#code = code;
  }

  async load(): Promise<VaultError | null> {
    const problem =
      (await this.#read('secret', fact => this.#learn(fact as SecretFact))) ??
      (await this.#read('people', fact => this.#meet(fact as Person))) ??
      (await this.#read('sand', fact => {
        this.#sand = fact as SandFact;
      }));
    return problem;
  }

  memberWith(token: string): Member | undefined {
    return this.#tokens.get(sha256(token));
  }

  /** The seed of the game with this number, or null if it is not here. */
  secretOf(game: number): Secret | null {
    return this.#secret?.game === game ? this.#secret.secret : null;
  }

  get people(): readonly Person[] {
    return [...this.#people.values()];
  }

  get stack(): readonly TileNumber[] | null {
    return this.#stack;
  }

  /** The last durable moment of a game, if there was a checkpoint. */
  sandOf(game: number): Millis {
    return this.#sand?.game === game ? this.#sand.at : 0;
  }

  keepToken(member: Member, token: string): Promise<VaultError | null> {
    return this.#keep('secret', { member, hash: sha256(token) }, fact => this.#learn(fact));
  }

  /** A token that was prepared for a seat somebody else got first. */
  revokeToken(token: string): Promise<VaultError | null> {
    return this.#keep('secret', { revoked: sha256(token) }, fact => this.#learn(fact));
  }

  keepSecret(game: number, secret: Secret): Promise<VaultError | null> {
    return this.#keep('secret', { game, secret }, fact => this.#learn(fact));
  }

  keepStack(stack: readonly TileNumber[] | null): Promise<VaultError | null> {
    return this.#keep('secret', { stack }, fact => this.#learn(fact));
  }

  keepPerson(person: Person): Promise<VaultError | null> {
    return this.#keep('people', person, fact => this.#meet(fact));
  }

  keepSand(game: number, at: Millis): Promise<VaultError | null> {
    return this.#keep('sand', { game, at }, fact => {
      this.#sand = fact;
    });
  }

  #learn(fact: SecretFact): void {
    if ('hash' in fact) this.#tokens.set(fact.hash, fact.member);
    else if ('secret' in fact) this.#secret = fact;
    else if ('stack' in fact) this.#stack = fact.stack;
    else this.#tokens.delete(fact.revoked);
  }

  #meet(person: Person): void {
    this.#people.set(person.member, person);
  }

  #log(kind: string): string {
    return `${kind}/${this.#code}`;
  }

  async #read(kind: string, learn: (fact: unknown) => void): Promise<VaultError | null> {
    const found = await readAll(this.#journal, this.#log(kind));
    if (!found.ok) return found.error;
    for (const entry of found.entries) learn(JSON.parse(entry));
    this.#versions.set(kind, found.version);
    return null;
  }

  async #keep<T>(kind: string, fact: T, learn: (fact: T) => void): Promise<VaultError | null> {
    for (;;) {
      const expected = this.#versions.get(kind) ?? 0;
      const result = await this.#journal.append(this.#log(kind), expected, [JSON.stringify(fact)]);
      if (result.ok) {
        this.#versions.set(kind, result.version);
        learn(fact);
        return null;
      }
      if (result.error.type !== 'conflict') return result.error;
      this.#versions.set(kind, result.error.version);
    }
  }
}

/** Forgets a table and everybody who sat there. The public log goes last: while it is there, the rest can be found again. */
export async function purgeTable(journal: Journal, code: string): Promise<PurgeResult> {
  const kinds = ['people', 'secret', 'sand'];
  const results = await Promise.all(kinds.map(kind => journal.purge(`${kind}/${code}`)));
  return results.find(({ ok }) => !ok) ?? journal.purge(`table/${code}`);
}
