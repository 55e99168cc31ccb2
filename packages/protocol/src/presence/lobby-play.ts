/**
 * The lobby before a game, in memory only: the seed of the next game, so that the page can show its deal, and the toy mall,
 * in which people move heroes while they wait. The table neither judges nor stores the toy mall.
 */
import { type ActionTile, type ByHero, type Cell, dealActionTiles, SCENARIOS } from '@hush/rules';
import type { TableLog } from '../logs/table-log.ts';
import { frameOf } from '../messages/frame.ts';
import type { LobbyMessage } from '../messages/lobby.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import { isPlaying, playersOf, seatOf, type TableState } from '../state/table-state.ts';
import { rateOf } from '../token-bucket.ts';
import type { Client, Crowd } from './crowd.ts';
import { MemberLimits } from './member-limits.ts';

/**
 * The rate limit: a burst of so many moves, then one in each interval. A held key moves a hero nine squares a second; moves above the limit
 * are dropped without an answer.
 */
export const TOY_BURST = 20;
export const TOY_APART = 100;
const TOY_RATE = rateOf(TOY_BURST, TOY_APART);

/** The smallest number of players for whom the deal is shown: three in the scenario with a leader, otherwise two. */
const leastFor = (leader: boolean): number => (leader ? 3 : 2);

const rulesOf = ({ scenario }: TableState['wish']): readonly string[] =>
  (typeof scenario === 'object' ? scenario : SCENARIOS.find(({ number }) => number === scenario))?.rules ??
  [];

interface LobbyFacts {
  readonly log: TableLog;
  readonly crowd: Crowd;
  now(): number;
  /** Makes an unguessable text. */
  secret(): string;
  /** The seed that the wish prescribes, if any. */
  dictatedSeed(): string | undefined;
}

export class LobbyPlay {
  readonly #facts: LobbyFacts;
  #next: { readonly game: number; readonly seed: string } | null = null;
  #toys: Partial<ByHero<Cell>> = {};
  /** The deal that was last broadcast, as text. */
  #told = '';
  readonly #limits: MemberLimits;

  constructor(facts: LobbyFacts) {
    this.#facts = facts;
    this.#limits = new MemberLimits(TOY_RATE, facts.now);
  }

  /** The seed of the next game; it stays the same until that game begins. */
  seedOf(game: number): string {
    const dictated = this.#facts.dictatedSeed();
    if (dictated !== undefined) return dictated;
    if (this.#next?.game !== game) this.#next = { game, seed: this.#facts.secret() };
    return this.#next.seed;
  }

  /** Sends a connection the state of the lobby, except during a game. */
  greet(client: Client): void {
    if (isPlaying(this.#facts.log.state)) return;
    const message = this.#message();
    if (this.#told === '') this.#told = JSON.stringify(message.deal);
    client.send(frameOf(message));
  }

  /** Called after entries became durable: broadcasts the deal if it has changed. */
  look(): void {
    const { log, crowd } = this.#facts;
    if (isPlaying(log.state)) {
      this.#toys = {};
      this.#told = '';
      this.#limits.clear();
      return;
    }
    const message = this.#message();
    const deal = JSON.stringify(message.deal);
    if (deal === this.#told) return;
    this.#told = deal;
    crowd.broadcast(message);
  }

  /** Moves a hero of the toy mall and broadcasts the move. */
  receive(client: Client, { hero, to }: Extract<ClientMessage, { readonly t: 'toy' }>): void {
    const { crowd, log } = this.#facts;
    const m = crowd.memberOf(client);
    if (typeof m !== 'number' || seatOf(log.state, m) < 0 || isPlaying(log.state)) return;
    if (!this.#limits.take(m)) return;
    this.#toys = { ...this.#toys, [hero]: to };
    crowd.broadcast({ ...this.#message(), m, hero });
  }

  #message(): LobbyMessage {
    return { t: 'lobby', deal: this.#deal(), toys: this.#toys };
  }

  #deal(): readonly ActionTile[] {
    const { state } = this.#facts.log;
    const leader = rulesOf(state.wish).includes('leader');
    const players = Math.max(playersOf(state).length, leastFor(leader));
    return dealActionTiles(this.seedOf(state.games + 1), players, leader);
  }
}
