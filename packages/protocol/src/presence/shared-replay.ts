/**
 * The state of the shared replay after a game, in memory only: its position, the leader, the members who want to lead, the
 * members who watch another moment, and the guesses on the board. The table neither judges nor stores it.
 */
import type { Cell, Millis } from '@hush/rules';
import type { TableLog } from '../logs/table-log.ts';
import type { DebriefMessage, DebriefRequest } from '../messages/debrief.ts';
import { frameOf } from '../messages/frame.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import { isPlaying, type Member, seatOf, type TableState } from '../state/table-state.ts';
import { rateOf } from '../token-bucket.ts';
import type { Client, Crowd } from './crowd.ts';
import { MemberLimits } from './member-limits.ts';

/**
 * The rate limit: a burst of so many messages, then one in each interval. Dragging along the curve sends ten a second; messages above the
 * limit are dropped without an answer.
 */
export const DEBRIEF_BURST = 30;
export const DEBRIEF_APART = 80;
const DEBRIEF_RATE = rateOf(DEBRIEF_BURST, DEBRIEF_APART);

interface ReplayFacts {
  readonly log: TableLog;
  readonly crowd: Crowd;
  now(): number;
}

type Showing = Pick<DebriefMessage, 'at' | 'runs' | 'speed' | 'point' | 'answered'>;

const FIRST: Showing = { at: 0, runs: false, speed: 1, answered: false };

/** Returns the number of the finished game that can be watched; null if there is none. */
const finishedGame = (table: TableState): number | null =>
  table.game === null || isPlaying(table) ? null : table.games;

export class SharedReplay {
  readonly #facts: ReplayFacts;
  #game: number | null = null;
  #showing: Showing = FIRST;
  /** The clock's reading when the replay was at the position `#showing`. */
  #since = 0;
  /** The members who joined the debrief; a member stays in the list while the connection is lost. */
  #came: readonly Member[] = [];
  /** The member to whom somebody gave the lead; null if nobody did. */
  #given: Member | null = null;
  #asks: readonly Member[] = [];
  #free: DebriefMessage['free'] = [];
  #pins: DebriefMessage['pins'] = [];
  readonly #limits: MemberLimits;
  /** The members who were in the debrief when it was last broadcast. */
  #told = '';

  constructor(facts: ReplayFacts) {
    this.#facts = facts;
    this.#limits = new MemberLimits(DEBRIEF_RATE, facts.now);
  }

  /** The leader: the member to whom the lead was given, else the host, else the first to join; null if nobody joined. */
  get leader(): Member | null {
    const here = this.#here();
    const { host } = this.#facts.log.state;
    return [this.#given, host].find(member => member !== null && here.includes(member)) ?? here[0] ?? null;
  }

  /** Sends a new connection the state of the debrief, if there is one. */
  greet(client: Client): void {
    if (this.#follow() && this.#came.length > 0) client.send(frameOf(this.#message()));
  }

  /** Called after a member connected or disconnected, and after entries became durable. */
  look(): void {
    if (!this.#follow() || this.#came.length === 0 || this.#digest() === this.#told) return;
    this.#tell();
  }

  receive(client: Client, { game, c }: Extract<ClientMessage, { readonly t: 'debrief' }>): void {
    const { crowd, log } = this.#facts;
    const member = crowd.memberOf(client);
    if (!this.#follow() || game !== this.#game) return;
    if (typeof member !== 'number' || seatOf(log.state, member) < 0 || !this.#limits.take(member)) return;
    this.#hear(member, c);
    this.#tell();
  }

  /** Resets the state if another game has finished; returns false if there is no game to watch. */
  #follow(): boolean {
    const game = finishedGame(this.#facts.log.state);
    if (game === this.#game) return game !== null;
    this.#game = game;
    this.#showing = FIRST;
    this.#came = [];
    this.#given = null;
    this.#asks = [];
    this.#told = '';
    this.#free = [];
    this.#pins = [];
    this.#limits.clear();
    return game !== null;
  }

  #hear(member: Member, request: DebriefRequest): void {
    if (request.type === 'close') {
      this.#leave(member);
      return;
    }
    if (!this.#came.includes(member)) this.#came = [...this.#came, member];
    const leads = this.leader === member;
    if (leads) this.#lead(request);
    switch (request.type) {
      case 'ask':
        this.#ask(member, request.wants && !leads);
        return;
      case 'free':
        this.#watch(member, leads ? undefined : request.at);
        return;
      case 'pin':
        this.#pin(member, this.#showing.answered ? undefined : request.cell);
        return;
      case 'open':
      case 'show':
      case 'give':
        return;
    }
  }

  /** Requests that only the leader may send. */
  #lead(request: DebriefRequest): void {
    if (request.type === 'show') this.#show(request);
    if (request.type === 'give' && this.#here().includes(request.to)) this.#give(request.to);
  }

  #ask(member: Member, wants: boolean): void {
    const others = this.#asks.filter(other => other !== member);
    this.#asks = wants ? [...others, member] : others;
  }

  #watch(member: Member, at: Millis | undefined): void {
    const others = without(this.#free, member);
    this.#free = at === undefined ? others : [...others, { m: member, at }];
  }

  #pin(member: Member, cell: Cell | undefined): void {
    const others = without(this.#pins, member);
    this.#pins = cell === undefined ? others : [...others, { m: member, cell }];
  }

  /** Sets what is shown. Guesses belong to one turning point, so another turning point starts without guesses. */
  #show({ type: _, ...showing }: Extract<DebriefRequest, { readonly type: 'show' }>): void {
    if (showing.point !== this.#showing.point) this.#pins = [];
    this.#showing = { ...showing, at: Math.min(showing.at, this.#end()) };
    this.#since = this.#facts.now();
  }

  #give(to: Member): void {
    this.#given = to;
    this.#asks = this.#asks.filter(other => other !== to);
    this.#free = without(this.#free, to);
  }

  #leave(member: Member): void {
    this.#came = this.#came.filter(other => other !== member);
    this.#asks = this.#asks.filter(other => other !== member);
    if (this.#given === member) this.#given = null;
    this.#free = without(this.#free, member);
    this.#pins = without(this.#pins, member);
  }

  #end(): Millis {
    return this.#facts.log.state.game?.at ?? 0;
  }

  #here(): readonly Member[] {
    const { crowd, log } = this.#facts;
    return this.#came.filter(member => crowd.has(member) && seatOf(log.state, member) >= 0);
  }

  /** The replay's position now: it advances with the clock, without messages. */
  #now(): Showing {
    const { at, runs, speed } = this.#showing;
    const moved = runs ? (this.#facts.now() - this.#since) * speed : 0;
    const now = Math.min(this.#end(), at + moved);
    return { ...this.#showing, at: now, runs: runs && now < this.#end() };
  }

  #digest(): string {
    return JSON.stringify([this.leader, this.#here()]);
  }

  #tell(): void {
    this.#told = this.#digest();
    this.#facts.crowd.broadcast(this.#message());
  }

  #message(): DebriefMessage {
    const here = this.#here();
    const of = (member: Member): boolean => here.includes(member);
    return {
      t: 'debrief',
      game: this.#game ?? 0,
      leader: this.leader,
      ...this.#now(),
      here,
      asks: this.#asks.filter(of),
      free: this.#free.filter(({ m }) => of(m)),
      pins: this.#pins.filter(({ m }) => of(m)),
    };
  }
}

const without = <T extends { readonly m: Member }>(all: readonly T[], member: Member): readonly T[] =>
  all.filter(({ m }) => m !== member);
