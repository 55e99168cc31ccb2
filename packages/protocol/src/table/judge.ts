/**
 * What has been asked of a table, judged in order into a draft: entries to be written together, and answers that
 * are given once they are durable, all in the order of asking. Nothing here is told to anybody.
 */
import { due, type Hero, type Millis, mayRename, prepareGame, runsOutAt, type Secret } from '@hush/rules';
import { withBotMarks } from '../bots/bot-host.ts';
import { hideOrder, joinWish, wishProblem } from '../commands/wish-check.ts';
import { APPEND_LIMIT } from '../journal/journal.ts';
import type { JournalError, PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog } from '../logs/table-log.ts';
import { type Cause, type Entry, encodeEntry } from '../messages/entry.ts';
import { toldOf } from '../messages/told.ts';
import type { Chat } from '../presence/chat.ts';
import type { Client, Crowd } from '../presence/crowd.ts';
import { type PlayRefusal, play, type RefusalMore, refusalFrame } from '../state/play.ts';
import { isOverHardQuota, isOverQuota, MOST_AHEAD, MOST_NAMES, mayManage, mayPlay } from '../state/quota.ts';
import {
  decideTable,
  evolveTable,
  handOver,
  isPlaying,
  type LogEvent,
  type Member,
  playersOf,
  seatOf,
  type TableRefusal,
  type TableState,
} from '../state/table-state.ts';
import { sitDown } from '../state/take-seat.ts';
import { isTalk, type TalkCommand } from '../state/talk.ts';
import type {
  Draft,
  Item,
  Job,
  Join,
  JudgedCommand,
  Judgement,
  Managing,
  NewJob,
  Numbered,
  Playing,
  Rename,
  Written,
} from './draft.ts';

export interface Bench {
  readonly history: TableLog;
  readonly vault: PrivateLogs;
  readonly crowd: Crowd;
  readonly floor: Chat;
  readonly at: () => Millis;
  readonly secret: () => string;
}

/** More than one window can have on its way: the numbers of the next begin beyond. */
const FENCE = 1_000;

/** Half of what one append may hold: the last entry of a draft may be a large one. */
const MOST_TEXT = APPEND_LIMIT / 2;

export function judgeAll(bench: Bench, jobs: readonly Job[]): Judgement {
  return knowsSecret(bench) ? goOn(new Judge(bench), jobs) : learnFirst(bench, jobs);
}

async function learnFirst(bench: Bench, jobs: readonly Job[]): Promise<Draft | JournalError> {
  const problem = await learnSecret(bench);
  return problem ?? goOn(new Judge(bench), jobs);
}

/** Moves, which are nearly everything, are judged without waiting for anything. */
function goOn(judge: Judge, jobs: readonly Job[]): Judgement {
  while (judge.size <= MOST_TEXT) {
    const job = jobs[judge.judged];
    if (job === undefined) break;
    const outcome = judge.judge(job);
    if (outcome !== null) return whenKept(outcome, judge, jobs);
    judge.judged++;
  }
  return judge;
}

async function whenKept(
  outcome: Promise<JournalError | null>,
  judge: Judge,
  jobs: readonly Job[],
): Promise<Draft | JournalError> {
  const problem = await outcome;
  if (problem !== null) return problem;
  judge.judged++;
  return goOn(judge, jobs);
}

/** That of the game that is played, if one is. */
const knowsSecret = ({ history: { state }, vault }: Bench): boolean =>
  state.game === null || !isPlaying(state) || vault.secretOf(state.game.setUp.commitment) !== null;

/** The secret of a game that began at another authority was durable before the game was. */
async function learnSecret(bench: Bench): Promise<JournalError | null> {
  const problem = await bench.vault.learnSecrets();
  if (problem === null && !knowsSecret(bench)) throw new Error('a game without its secret');
  return problem;
}

const NO_SECRET: Secret = { seed: '', stack: null, pile: null };

type Outcome = Promise<JournalError | null> | null;

class Judge implements Draft {
  readonly items: Item[] = [];
  readonly verdicts: JudgedCommand[] = [];
  judged = 0;
  size = 0;
  readonly #bench: Bench;
  #state: TableState;
  #came: Millis = 0;
  #stands = false;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#state = bench.history.state;
  }

  judge(job: Job): Outcome {
    this.#came = job.came;
    this.#settleTime();
    switch (job.type) {
      case 'time':
        return null;
      case 'do':
        return job.command.type === 'start' ? this.#start(job) : this.#play(job);
      case 'table':
        return this.#manage(job);
      case 'join':
        return this.#join(job);
      case 'rename':
        return this.#rename(job);
      case 'knock':
        this.items.push({ type: 'knocked', line: job.line, greeting: job.greeting });
        return null;
      case 'fence':
        return this.#fence(job);
      case 'lost':
        return this.#pause(job.member);
      case 'heir':
        return this.#nameHeir();
      case 'house':
        return this.#write(job.decide(this.#state, this.#circumstances(), this.#version()), null);
    }
  }

  /** What time alone owes comes first, so that a late action never counts (HG-5). */
  #settleTime(): void {
    const { game } = this.#state;
    if (game !== null) this.#write(due(game, this.#circumstances()), null);
  }

  #circumstances(): { readonly at: Millis; readonly secret: Secret } {
    const { game } = this.#state;
    const commitment = game?.setUp.commitment ?? '';
    return { at: this.#now(), secret: this.#bench.vault.secretOf(commitment) ?? NO_SECRET };
  }

  /**
   * The clock follows what is durable: after a start, a pause or a resumption in this very draft it knows nothing of
   * the sand, which stands until the draft is written. What came in time but had to wait for the journal until the
   * sand had run out is judged at the moment at which it came.
   */
  #now(): Millis {
    const { game } = this.#state;
    if (game === null) return 0;
    if (game.status !== 'playing' || this.#stands) return game.at;
    const now = this.#bench.at();
    const isLate = now >= runsOutAt(game.hourglass);
    return Math.max(game.at, isLate ? Math.min(now, this.#came) : now);
  }

  #write(events: readonly LogEvent[], cause: Cause | null, names?: number): null {
    if (events.length === 0) return null;
    const marked = withBotMarks(this.#state, events, () => this.#now());
    return this.#add(names === undefined ? { events: marked, cause } : { events: marked, cause, names });
  }

  #add(entry: Entry): null {
    const text = encodeEntry(entry);
    this.#state = entry.events.reduce(evolveTable, this.#state);
    this.items.push({ type: 'entry', entry, text, after: this.#state });
    this.size += text.length;
    for (const { type } of entry.events)
      if (type === 'gameStarted' || type === 'paused' || type === 'resumed') this.#stands = true;
    return null;
  }

  #play(job: Playing): null {
    const { member, n, command } = job;
    if (this.#isAnswered(job)) return null;
    const verdict = play(this.#state, member, command, this.#circumstances());
    const why = verdict.ok ? this.#isFlood(job) : verdict.error;
    this.#count(job, why);
    if (why !== null) return this.#refuse(job, why, this.#whoWasFirst(job, why));
    if (isTalk(command)) return this.#relay(job, command);
    const names = command.type === 'start' ? this.#bench.vault.names : undefined;
    return this.#write(verdict.ok ? verdict.value : [], { member, n }, names);
  }

  /** From here on names are frozen: which there are is settled in the log, for every authority (CM-2). */
  async #start(job: Playing): Promise<JournalError | null> {
    const problem = await this.#bench.vault.learnPeople();
    return problem ?? this.#play(job);
  }

  #isFlood(job: Playing): 'too-fast' | 'worn-out' | null {
    const { floor, history } = this.#bench;
    const { member, command } = job;
    if (!isTalk(command) && !mayPlay(history, command)) return 'worn-out';
    if (command.type === 'pause') return floor.allowsSign(this.#state, job) ? null : 'too-fast';
    if (!isTalk(command)) return null;
    const isUnsay = command.type === 'unsay';
    const waiting = this.items.filter(
      item => item.type === 'relayed' && item.member === member && (item.talk === 'unsay') === isUnsay,
    ).length;
    return floor.allows(member, command.type, waiting) ? null : 'too-fast';
  }

  #whoWasFirst({ member, command }: Playing, why: PlayRefusal): RefusalMore {
    if (why !== 'moved-on' || !('hero' in command)) return {};
    const first = lastMover(this.items, command.hero) ?? this.#bench.history.lastMover(command.hero);
    return first === undefined || first === member ? {} : { first };
  }

  #count({ command }: Playing | Managing, refusal: PlayRefusal | null): void {
    this.verdicts.push({ command: command.type, result: refusal ?? 'accepted' });
  }

  #decline(job: Managing, why: PlayRefusal, more: RefusalMore = {}): null {
    this.#count(job, why);
    return this.#refuse(job, why, more);
  }

  #version(): number {
    return this.#bench.history.version + this.items.filter(({ type }) => type === 'entry').length;
  }

  /** Told at the version that allowed it. */
  #relay(job: Numbered, command: TalkCommand): null {
    const { member: m, n } = job;
    const { t, ...told } = toldOf(command);
    const frame = JSON.stringify({ t, m, n, v: this.#version(), ...told });
    const unsaid =
      command.type === 'unsay' ? { ...command, frame: refusalFrame(command.said, 'stale') } : null;
    this.items.push({ ...numbered(job), type: 'relayed', talk: command.type, frame, unsaid });
    return null;
  }

  #manage(job: Managing): Outcome {
    const { member, n, command } = job;
    if (this.#isAnswered(job)) return null;
    if (command.type === 'begin') return this.#begin(job);
    const { shown, dictated } = hideOrder(command);
    const events = decideTable(this.#state, member, shown);
    if (typeof events === 'string') return this.#decline(job, events);
    if (!mayManage(this.#bench.history, command)) return this.#decline(job, 'worn-out');
    const problem = command.type === 'wish' ? wishProblem(command.wish) : null;
    if (problem !== null) return this.#decline(job, 'bad-setup', { say: problem });
    if (!this.#bench.floor.allowsSign(this.#state, job)) return this.#decline(job, 'too-fast');
    this.#count(job, null);
    this.#write(events, { member, n });
    return dictated === null ? null : this.#bench.vault.keepDictated(dictated);
  }

  /** A new game with the same people: its seed is durable before the set-up that commits to it. */
  async #begin(job: Managing): Promise<JournalError | null> {
    const { vault, secret, history } = this.#bench;
    const { host, game, games, wish } = this.#state;
    if (host !== job.member) return this.#decline(job, 'not-host');
    if (isOverQuota(history)) return this.#decline(job, 'worn-out');
    if (isPlaying(this.#state) && game?.status !== 'setup') return this.#decline(job, 'game-running');
    const behind = await vault.learnSecrets();
    if (behind !== null) return behind;
    const seats = playersOf(this.#state);
    const prepared = prepareGame({ ...joinWish(wish, vault.dictated), players: seats.length }, secret());
    if (!prepared.ok) return this.#decline(job, 'bad-setup', { say: prepared.error });
    const problem = await vault.keepSecret(games + 1, prepared.value.secret);
    if (problem !== null) return problem;
    const { member, n } = job;
    this.#count(job, null);
    return this.#write([{ type: 'seatsClosed', seats }, prepared.value.event], { member, n });
  }

  /** Whoever asks again with the same secret has the seat already. */
  async #join({ line, face, token }: Join): Promise<JournalError | null> {
    const { history, crowd, vault, floor } = this.#bench;
    if (crowd.memberOf(line) !== null || isSeated(this.items, line)) return null; // gone, or a second press
    const known = history.memberWith(face.key);
    const seating = sitDown(this.#state, known, face.key, floor);
    if (seating.type === 'refused') return this.#refuse({ line, member: 0, n: 0 }, seating.why, seating.more);
    const { member, events } = seating;
    const isFull = events.length > 0 ? isOverQuota(history) : isOverHardQuota(history);
    if (isFull) return this.#refuse({ line, member: 0, n: 0 }, 'worn-out');
    // Who sits already has a face, and changes it by `rename` alone, which is not for every moment (CM-2).
    const problem = member === known ? null : await vault.keepFace(face);
    if (problem !== null) return problem;
    this.#write(events, null);
    this.items.push({ type: 'seated', line, member, token });
    return null;
  }

  /** Names are frozen while a game runs (CM-2). */
  #rename({ line, member, face }: Rename): Outcome {
    const { game } = this.#state;
    if (game !== null && !mayRename(game)) return this.#refuse({ line, member, n: 0 }, 'game-running');
    if (this.#bench.vault.names >= MOST_NAMES) return this.#refuse({ line, member, n: 0 }, 'worn-out');
    this.items.push({ type: 'renamed' });
    return this.#bench.vault.keepFace(face);
  }

  #fence({ line, member, greeting }: Extract<NewJob, { readonly type: 'fence' }>): null {
    if (seatOf(this.#state, member) < 0) this.items.push({ type: 'knocked', line, greeting });
    else {
      const n = this.#last(member) + FENCE;
      this.#add({ events: [], cause: { member, n } });
      this.items.push({ type: 'fenced', line, member, n, greeting });
    }
    return null;
  }

  /** HG-8: a lost connection pauses the game where the table says so. */
  #pause(member: Member): null {
    const { crowd, history } = this.#bench;
    const pause = { type: 'pause', because: 'disconnected' } as const;
    if (crowd.has(member) || !mayPlay(history, pause)) return null;
    const verdict = play(this.#state, member, pause, this.#circumstances());
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

  #last(member: Member): number {
    return lastN(this.items, member) ?? this.#bench.history.lastN(member);
  }

  /** A resent command gets its first verdict again and happens once. */
  #isAnswered(job: Numbered): boolean {
    const { member, n } = job;
    const known = answerIn(this.items, member, n) ?? this.#bench.history.verdict(member, n);
    const ahead = n - this.#last(member);
    if (known === undefined && ahead > 0 && ahead <= MOST_AHEAD) return false;
    const frame = known ?? refusalFrame(n, ahead > 0 ? 'malformed' : 'stale');
    this.items.push({ ...numbered(job), type: 'answered', frame });
    return true;
  }

  #refuse(job: Numbered, why: PlayRefusal | TableRefusal, more: RefusalMore = {}): null {
    this.items.push({ ...numbered(job), type: 'answered', frame: refusalFrame(job.n, why, more) });
    return null;
  }
}

// What is in a draft already. Nearly every draft is one move: there is nothing to keep lists of.

function lastN(items: readonly Item[], member: Member): number | undefined {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    if (item?.type === 'entry' && item.entry.cause?.member === member) return item.entry.cause.n;
  }
  return undefined;
}

function lastMover(items: readonly Item[], hero: Hero): Member | undefined {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    const mover = item?.type === 'entry' ? moverIn(item, hero) : null;
    if (typeof mover === 'number') return mover;
  }
  return undefined;
}

function moverIn({ entry, after }: Written, hero: Hero): Member | null | undefined {
  const move = entry.events.findLast(event => event.type === 'heroMoved' && event.hero === hero);
  return move?.type === 'heroMoved' ? after.seats[move.seat] : null;
}

/** The last word on it; the answer to a join, which has no number, answers nothing else. */
function answerIn(items: readonly Item[], member: Member, n: number): string | undefined {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    const isAnswer = item?.type === 'answered' || item?.type === 'relayed';
    if (isAnswer && item.member === member && item.n === n) return item.frame;
  }
  return undefined;
}

const isSeated = (items: readonly Item[], line: Client): boolean =>
  items.some(item => item.type === 'seated' && item.line === line);

const numbered = ({ line, member, n }: Numbered): Numbered => ({ line, member, n });
