/**
 * Relays the signals with which two pages set up a voice connection; the sound itself travels from page to page. A signal
 * goes to one member only, and is never stored, logged or sent to spectators.
 */

import type { Millis, Seat } from '@hush/rules';
import type { Clock } from '../clock.ts';
import { frameOf } from '../messages/frame.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import type { IceServer } from '../messages/voice.ts';
import type { Member } from '../state/table-state.ts';
import { type Rate, rateOf, TokenBucket } from '../token-bucket.ts';
import type { Client, Crowd } from './crowd.ts';
import { isVoiceSdp } from './sdp-filter.ts';

/** The reason for which a `signal` or an `ice` request was refused. */
export type VoiceRefusal = 'not-seated' | 'no-such-member' | 'too-fast' | 'malformed';

type VoiceMessage = Extract<ClientMessage, { readonly t: 'signal' | 'ice' }>;

interface VoiceWorld extends Pick<Clock, 'now'> {
  ice?(seat: Seat): IceGrant;
}

/** What the relay needs to know of its table. */
interface VoiceTable {
  isSilent(): boolean;
  seatOf(member: Member): Seat;
}

export interface IceGrant {
  readonly servers: readonly IceServer[];
  /** How long the credentials of the ICE servers are valid. */
  readonly lasts?: Millis;
  /** Whether pages may use only relayed connections. */
  readonly relay?: boolean;
}

/**
 * How many characters one connection may send at once: three times what a page needs when nine pages start their
 * calls again.
 */
export const SIGNAL_BURST = 128 * 1024;
/** How many characters one connection may send per second in the long run. */
export const SIGNAL_PER_SECOND = 8 * 1024;
const USUAL: Rate = { burst: SIGNAL_BURST, perSecond: SIGNAL_PER_SECOND };
/** The lower limit during silence: as much as one page needs to reach all others, because signals could carry text (CM-2q). */
export const SILENT_BURST: number = SIGNAL_BURST / 2;
export const SILENT_PER_SECOND = 1024;
const IN_SILENCE: Rate = { burst: SILENT_BURST, perSecond: SILENT_PER_SECOND };

/** The limit of hello signals from one connection to one member, because each of them restarts the other page's call. */
export const HELLO_BURST = 4;
export const HELLO_APART: Millis = 1_000;

interface Spent {
  readonly characters: TokenBucket;
  /** The limits by the member who receives the hello signal. */
  readonly hellos: Map<Member, TokenBucket>;
}

export class VoiceRelay {
  readonly #crowd: Crowd;
  readonly #world: VoiceWorld;
  readonly #table: VoiceTable;
  readonly #spent = new WeakMap<Client, Spent>();
  readonly #now = (): number => this.#world.now();

  constructor(crowd: Crowd, world: VoiceWorld, table: VoiceTable) {
    this.#crowd = crowd;
    this.#world = world;
    this.#table = table;
  }

  receive(client: Client, message: VoiceMessage): void {
    const from = this.#crowd.memberOf(client);
    if (typeof from !== 'number') this.#refuse(client, message, 'not-seated');
    else if (message.t === 'ice')
      send(client, { t: 'ice', ...(this.#world.ice?.(this.#table.seatOf(from)) ?? { servers: [] }) });
    else this.#pass(client, from, message);
  }

  #pass(client: Client, from: Member, message: Extract<VoiceMessage, { readonly t: 'signal' }>): void {
    const { to, data } = message;
    const frame = frameOf({ t: 'signal', from, data });
    if (!isVoiceSdp(data)) this.#refuse(client, message, 'malformed');
    else if (!this.#afford(client, frame.length) || (data.type === 'hello' && !this.#maySayHello(client, to)))
      this.#refuse(client, message, 'too-fast');
    else if (!this.#crowd.sendTo(to, frame)) this.#refuse(client, message, 'no-such-member');
  }

  #afford(client: Client, characters: number): boolean {
    const rate = this.#table.isSilent() ? IN_SILENCE : USUAL;
    return this.#spentBy(client).characters.take(characters, rate);
  }

  #maySayHello(client: Client, to: Member): boolean {
    const { hellos } = this.#spentBy(client);
    const bucket = hellos.get(to) ?? new TokenBucket(rateOf(HELLO_BURST, HELLO_APART), this.#now);
    hellos.set(to, bucket);
    return bucket.take();
  }

  #spentBy(client: Client): Spent {
    const spent = this.#spent.get(client) ?? {
      characters: new TokenBucket(USUAL, this.#now),
      hellos: new Map(),
    };
    this.#spent.set(client, spent);
    return spent;
  }

  #refuse(client: Client, message: VoiceMessage, why: VoiceRefusal): void {
    send(client, { t: 'unheard', why, ...(message.t === 'signal' ? { to: message.to } : {}) });
  }
}

const send = (client: Client, message: ServerMessage): void => client.send(frameOf(message));
