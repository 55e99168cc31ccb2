/**
 * What has been asked of a table, judged in order into a draft: entries to be written together, and answers that
 * are given once they are durable. Nothing here is told to anybody.
 */
import { due, type Millis, mayRename, prepareGame, type Secret } from '@hush/rules';
import type { Crowd, Line } from './crowd.ts';
import type { History } from './history.ts';
import {
  decideTable,
  evolveTable,
  handOver,
  isPlaying,
  joinTable,
  type LogEvent,
  type Member,
  playersOf,
  type TableCommand,
  type TableRefusal,
  type TableState,
} from './lobby.ts';
import type { Person, PlayCommand } from './messages.ts';
import { type PlayRefusal, play } from './play.ts';
import type { Vault, VaultError } from './vault.ts';
import { type Cause, type Entry, encodeEntry } from './wire.ts';

/** A command with its number: a resent one happens once. */
interface Numbered {
  readonly line: Line;
  readonly member: Member;
  readonly n: number;
}

type Playing = Numbered & { readonly type: 'do'; readonly command: PlayCommand };
type Managing = Numbered & { readonly type: 'table'; readonly command: TableCommand };

export type Job =
  | Playing
  | Managing
  | Join
  | Rename
  | { readonly type: 'time' }
  | { readonly type: 'lost'; readonly member: Member }
  | { readonly type: 'heir' };

interface Rename {
  readonly type: 'rename';
  readonly line: Line;
  readonly person: Person;
}

interface Join {
  readonly type: 'join';
  readonly line: Line;
  readonly person: Omit<Person, 'member'>;
  readonly token: string;
  /** The member number the token has been kept for. */
  kept: Member | null;
}

/** What is said once the draft is durable. */
export type Answer =
  | (Numbered & { readonly type: 'refused'; readonly frame: string })
  | { readonly type: 'seated'; readonly line: Line; readonly member: Member; readonly token: string }
  | { readonly type: 'renamed' }
  /** Words and gestures are told at the version that allowed them, and never kept. */
  | { readonly type: 'relayed'; readonly message: Readonly<Record<string, unknown>> };

export interface Draft {
  readonly entries: readonly { readonly entry: Entry; readonly text: string }[];
  readonly answers: readonly Answer[];
  readonly verdicts: readonly Verdict[];
}

/** What was asked and what became of it, for whoever counts. */
export interface Verdict {
  readonly command: PlayCommand['type'] | TableCommand['type'];
  readonly result: PlayRefusal | 'accepted';
}

export interface Bench {
  readonly history: History;
  readonly vault: Vault;
  readonly crowd: Crowd;
  readonly at: () => Millis;
  readonly secret: () => string;
}

/** A draft of these jobs, or what kept the vault from taking part of it. */
export async function judgeAll(bench: Bench, jobs: readonly Job[]): Promise<Draft | VaultError> {
  const judge = new Judge(bench);
  for (const job of jobs) {
    const problem = await judge.judge(job);
    if (problem !== null) return problem;
  }
  return judge;
}

const NO_SECRET: Secret = { seed: '', stack: null, pile: null };

class Judge implements Draft {
  readonly entries: { readonly entry: Entry; readonly text: string }[] = [];
  readonly answers: Answer[] = [];
  readonly verdicts: Verdict[] = [];
  readonly #bench: Bench;
  readonly #lastN = new Map<Member, number>();
  #state: TableState;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#state = bench.history.state;
  }

  async judge(job: Job): Promise<VaultError | null> {
    this.#settleTime();
    switch (job.type) {
      case 'time':
        return null;
      case 'do':
        return this.#play(job);
      case 'table':
        return this.#manage(job);
      case 'join':
        return this.#join(job);
      case 'rename':
        return this.#rename(job);
      case 'lost':
        return this.#pause(job.member);
      case 'heir':
        return this.#nameHeir();
    }
  }

  /** What time alone owes comes first, so that a late action never counts (HG-5). */
  #settleTime(): void {
    const { game } = this.#state;
    if (game !== null) this.#write(due(game, this.#circumstances()), null);
  }

  #circumstances(): { readonly at: Millis; readonly secret: Secret } {
    const secret = this.#bench.vault.secretOf(this.#state.games) ?? NO_SECRET;
    return { at: Math.max(this.#bench.at(), this.#state.game?.at ?? 0), secret };
  }

  #write(events: readonly LogEvent[], cause: Cause | null): null {
    if (events.length === 0) return null;
    const entry = { events, cause };
    this.entries.push({ entry, text: encodeEntry(entry) });
    this.#state = events.reduce(evolveTable, this.#state);
    if (cause !== null) this.#lastN.set(cause.member, cause.n);
    return null;
  }

  #play(job: Playing): null {
    const { member, n, command } = job;
    if (this.#isAnswered(job)) return null;
    const verdict = play(this.#state, member, command, this.#circumstances());
    this.#count(job, verdict.ok ? null : verdict.error);
    if (!verdict.ok) {
      const first = 'hero' in command ? this.#bench.history.lastMover(command.hero) : undefined;
      return this.#refuse(job, verdict.error, first === undefined ? {} : { first });
    }
    if (command.type === 'say') this.#relay({ t: 'said', m: member, n, text: command.text });
    if (command.type === 'gesture') this.#relay({ t: 'gestured', m: member, n, gesture: command.gesture });
    return this.#write(verdict.value, { member, n });
  }

  #count({ command }: Playing | Managing, refusal: PlayRefusal | null): void {
    this.verdicts.push({ command: command.type, result: refusal ?? 'accepted' });
  }

  #decline(job: Managing, why: TableRefusal, more: RefusalMore = {}): null {
    this.#count(job, why);
    return this.#refuse(job, why, more);
  }

  #relay(message: Readonly<Record<string, unknown>>): void {
    this.answers.push({ type: 'relayed', message });
  }

  async #manage(job: Managing): Promise<VaultError | null> {
    const { member, n, command } = job;
    if (this.#isAnswered(job)) return null;
    if (command.type === 'begin') return this.#begin(job);
    const { shown, problem } = await this.#hideStack(command);
    if (problem !== null) return problem;
    const events = decideTable(this.#state, member, shown);
    this.#count(job, typeof events === 'string' ? events : null);
    return typeof events === 'string' ? this.#refuse(job, events) : this.#write(events, { member, n });
  }

  /** A dictated order of the stack is no part of the public log. */
  async #hideStack<C extends TableCommand>(
    command: C,
  ): Promise<{ readonly shown: C; readonly problem: VaultError | null }> {
    if (command.type !== 'wish' || this.#state.host === null) return { shown: command, problem: null };
    const { stack, ...wish } = command.wish;
    const unchanged = stack === undefined && this.#bench.vault.stack === null;
    const problem = unchanged ? null : await this.#bench.vault.keepStack(stack ?? null);
    return { shown: { ...command, wish }, problem };
  }

  /** A new game with the same people: its seed is durable before the set-up that commits to it. */
  async #begin(job: Managing): Promise<VaultError | null> {
    const { host, game, games, wish } = this.#state;
    if (host !== job.member) return this.#decline(job, 'not-host');
    if (isPlaying(this.#state) && game?.status !== 'setup') return this.#decline(job, 'game-running');
    const seats = playersOf(this.#state);
    const { stack } = this.#bench.vault;
    const whole = { ...wish, players: seats.length, ...(stack === null ? {} : { stack }) };
    const prepared = prepareGame(whole, this.#bench.secret());
    if (!prepared.ok) return this.#decline(job, 'bad-setup', { say: prepared.error });
    const problem = await this.#bench.vault.keepSecret(games + 1, prepared.value.secret);
    if (problem !== null) return problem;
    const { member, n } = job;
    this.#count(job, null);
    return this.#write([{ type: 'seatsClosed', seats }, prepared.value.event], { member, n });
  }

  /** The token is durable before the seat; one prepared for a seat that went to somebody else opens nothing. */
  async #join(job: Join): Promise<VaultError | null> {
    const events = joinTable(this.#state);
    const { line, token } = job;
    if (typeof events === 'string') return this.#refuse({ line, member: 0, n: 0 }, events);
    const member = this.#state.nextMember;
    const problem = job.kept === member ? null : await this.#keepSeat(job, member);
    if (problem !== null) return problem;
    this.answers.push({ type: 'seated', line, member, token });
    return this.#write(events, null);
  }

  /** Names are frozen while a game runs (CM-2). */
  async #rename({ line, person }: Rename): Promise<VaultError | null> {
    const { game } = this.#state;
    if (game !== null && !mayRename(game)) {
      return this.#refuse({ line, member: person.member, n: 0 }, 'game-running');
    }
    this.answers.push({ type: 'renamed' });
    return this.#bench.vault.keepPerson(person);
  }

  async #keepSeat(job: Join, member: Member): Promise<VaultError | null> {
    const { vault } = this.#bench;
    const revoked = job.kept === null ? null : await vault.revokeToken(job.token);
    if (revoked !== null) return revoked;
    const problem =
      (await vault.keepToken(member, job.token)) ?? (await vault.keepPerson({ ...job.person, member }));
    if (problem === null) job.kept = member;
    return problem;
  }

  /** HG-8: a lost connection pauses the game where the table says so. */
  #pause(member: Member): null {
    if (this.#bench.crowd.has(member)) return null;
    const verdict = play(
      this.#state,
      member,
      { type: 'pause', because: 'disconnected' },
      this.#circumstances(),
    );
    return verdict.ok ? this.#write(verdict.value, null) : null;
  }

  /** The host has been away too long: the next who is here takes over. */
  #nameHeir(): null {
    const { host } = this.#state;
    const { crowd } = this.#bench;
    if (host === null || crowd.has(host)) return null;
    const absent = playersOf(this.#state).filter(member => !crowd.has(member));
    return this.#write(handOver(this.#state, absent), null);
  }

  /** A resent command gets its first verdict again and happens once. */
  #isAnswered(job: Numbered): boolean {
    const { history } = this.#bench;
    const known = history.refusal(job.member, job.n);
    const last = this.#lastN.get(job.member) ?? history.lastN(job.member);
    if (known === undefined && job.n > last) return false;
    this.answers.push({
      ...numbered(job),
      type: 'refused',
      frame: known ?? refusalFrame(job.n, 'stale', {}),
    });
    return true;
  }

  #refuse(job: Numbered, why: PlayRefusal | TableRefusal, more: RefusalMore = {}): null {
    this.answers.push({ ...numbered(job), type: 'refused', frame: refusalFrame(job.n, why, more) });
    return null;
  }
}

const numbered = ({ line, member, n }: Numbered): Numbered => ({ line, member, n });

interface RefusalMore {
  readonly first?: Member;
  readonly say?: string;
}

export const refusalFrame = (n: number, why: PlayRefusal, more: RefusalMore = {}): string =>
  JSON.stringify({ t: 'no', n, why, ...more });
