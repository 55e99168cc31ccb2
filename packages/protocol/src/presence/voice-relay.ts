/**
 * Voice travels from page to page; the table only carries what pages must tell each other to find a way. What it
 * carries goes to one member's line and nowhere else: not into the journal, not into a log, not to those who watch.
 */

import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { ClientMessage, IceServer, ServerMessage } from '../messages/messages.ts';
import type { Member } from '../state/table-state.ts';
import { type Rate, rateOf, TokenBucket } from '../token-bucket.ts';
import type { Client, Crowd } from './crowd.ts';
import { isVoiceSdp } from './sdp-filter.ts';

/** What of `signal` and `ice` was not done, and why. */
export type Unheard = 'not-seated' | 'no-such-member' | 'too-fast' | 'malformed';

type Asked = Extract<ClientMessage, { readonly t: 'signal' | 'ice' }>;

/** What an exchange needs from the table's world. */
interface Switchboard extends Pick<Clock, 'now'> {
  ice?(): IceGrant;
}

/** Silence has its own measure. */
type IsSilent = () => boolean;

export interface IceGrant {
  readonly servers: readonly IceServer[];
  /** Credentials among them are good for so long. */
  readonly lasts?: Millis;
}

/** The description of one voice; those of today's browsers have about a third of it. */
export const LONGEST_SDP = 8 * 1024;
export const MOST_CANDIDATES = 16;

/** Characters a line may pass on at once: nine pages that all begin anew need a third of it. */
export const SIGNAL_BURST = 128 * 1024;
/** And how many come back with every second. */
export const SIGNAL_PER_SECOND = 8 * 1024;
const USUAL: Rate = { burst: SIGNAL_BURST, perSecond: SIGNAL_PER_SECOND };
/** In silence one page that begins anew must find all others, and little more: it could be a letter (CM-2). */
export const SILENT_BURST: number = SIGNAL_BURST / 2;
export const SILENT_PER_SECOND = 1024;
const IN_SILENCE: Rate = { burst: SILENT_BURST, perSecond: SILENT_PER_SECOND };

/** Greetings of one line to one member: so many at once, then one in so long. Each makes the other page begin anew. */
export const HELLO_BURST = 4;
export const HELLO_APART: Millis = 1_000;

interface Spent {
  readonly characters: TokenBucket;
  /** By the member greeted. */
  readonly greetings: Map<Member, TokenBucket>;
}

export class VoiceRelay {
  readonly #crowd: Crowd;
  readonly #world: Switchboard;
  readonly #isSilent: IsSilent;
  readonly #spent = new WeakMap<Client, Spent>();
  readonly #now = (): number => this.#world.now();

  constructor(crowd: Crowd, world: Switchboard, isSilent: IsSilent) {
    this.#crowd = crowd;
    this.#world = world;
    this.#isSilent = isSilent;
  }

  attend(line: Client, asked: Asked): void {
    const from = this.#crowd.memberOf(line);
    if (typeof from !== 'number') this.#refuse(line, asked, 'not-seated');
    else if (asked.t === 'ice') send(line, { t: 'ice', ...(this.#world.ice?.() ?? { servers: [] }) });
    else this.#pass(line, from, asked);
  }

  #pass(line: Client, from: Member, asked: Extract<Asked, { readonly t: 'signal' }>): void {
    const { to, data } = asked;
    const frame = JSON.stringify({ t: 'signal', from, data } satisfies ServerMessage);
    if (!isVoiceSdp(data)) this.#refuse(line, asked, 'malformed');
    else if (!this.#afford(line, frame.length) || (data.type === 'hello' && !this.#mayGreet(line, to)))
      this.#refuse(line, asked, 'too-fast');
    else if (!this.#crowd.tellMember(to, frame)) this.#refuse(line, asked, 'no-such-member');
  }

  #afford(line: Client, characters: number): boolean {
    const rate = this.#isSilent() ? IN_SILENCE : USUAL;
    return this.#spentBy(line).characters.take(characters, rate);
  }

  #mayGreet(line: Client, to: Member): boolean {
    const { greetings } = this.#spentBy(line);
    const bucket = greetings.get(to) ?? new TokenBucket(rateOf(HELLO_BURST, HELLO_APART), this.#now);
    greetings.set(to, bucket);
    return bucket.take();
  }

  #spentBy(line: Client): Spent {
    const spent = this.#spent.get(line) ?? {
      characters: new TokenBucket(USUAL, this.#now),
      greetings: new Map(),
    };
    this.#spent.set(line, spent);
    return spent;
  }

  #refuse(line: Client, asked: Asked, why: Unheard): void {
    send(line, { t: 'unheard', why, ...(asked.t === 'signal' ? { to: asked.to } : {}) });
  }
}

const send = (line: Client, message: ServerMessage): void => line.send(JSON.stringify(message));
