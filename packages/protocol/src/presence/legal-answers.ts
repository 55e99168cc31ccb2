/**
 * Answers `legal`, with which a program asks for its legal commands. The requests are rate-limited, because an answer costs
 * more than a request.
 */
import type { TableLog } from '../logs/table-log.ts';
import { frameOf, refusalFrame } from '../messages/frame.ts';
import { legalCommands } from '../state/legal-commands.ts';
import { rateOf } from '../token-bucket.ts';
import type { Client, Crowd } from './crowd.ts';
import { MemberLimits } from './member-limits.ts';

/**
 * The rate limit: a burst of so many requests, then one in each interval, twice as many as our quickest bot
 * needs.
 */
export const LEGAL_BURST = 20;
export const LEGAL_APART = 50;
const LEGAL_RATE = rateOf(LEGAL_BURST, LEGAL_APART);

interface LegalFacts {
  readonly log: TableLog;
  readonly crowd: Crowd;
  now(): number;
}

export class LegalAnswers {
  readonly #facts: LegalFacts;
  readonly #limits: MemberLimits;

  constructor(facts: LegalFacts) {
    this.#facts = facts;
    this.#limits = new MemberLimits(LEGAL_RATE, facts.now);
  }

  /** Sends a program its legal commands in the durable state, with the version of that state. */
  answer(client: Client): void {
    const { log, crowd } = this.#facts;
    const legal = this.#legalFor(crowd.memberOf(client));
    client.send(
      typeof legal === 'string' ? refusalFrame(0, legal) : frameOf({ t: 'legal', v: log.version, c: legal }),
    );
  }

  #legalFor(member: ReturnType<Crowd['memberOf']>): ReturnType<typeof legalCommands> {
    if (typeof member !== 'number') return 'not-seated';
    return this.#limits.take(member) ? legalCommands(this.#facts.log.state, member) : 'too-fast';
  }
}
