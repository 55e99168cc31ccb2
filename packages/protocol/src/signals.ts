/**
 * Voice travels from page to page; the table only carries what pages must tell each other to find a way. What it
 * carries goes to one member's line and nowhere else: not into the journal, not into a log, not to those who watch.
 */
import type { Millis } from '@hush/rules';
import type { Crowd, Line } from './crowd.ts';
import type { Member } from './lobby.ts';
import type { ClientMessage, IceServer, ServerMessage } from './messages.ts';

/** What of `signal` and `ice` was not done, and why. */
export type Unheard = 'not-seated' | 'no-such-member' | 'too-fast';

type Asked = Extract<ClientMessage, { readonly t: 'signal' | 'ice' }>;

/** What an exchange needs from the table's world. */
interface Switchboard {
  now(): number;
  ice?(): IceGrant;
}

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

interface Spent {
  readonly characters: number;
  readonly at: number;
}

export class Exchange {
  readonly #crowd: Crowd;
  readonly #world: Switchboard;
  readonly #spent = new WeakMap<Line, Spent>();

  constructor(crowd: Crowd, world: Switchboard) {
    this.#crowd = crowd;
    this.#world = world;
  }

  attend(line: Line, asked: Asked): void {
    const from = this.#crowd.memberOf(line);
    if (typeof from !== 'number') this.#refuse(line, asked, 'not-seated');
    else if (asked.t === 'ice') send(line, { t: 'ice', ...(this.#world.ice?.() ?? { servers: [] }) });
    else this.#pass(line, from, asked);
  }

  #pass(line: Line, from: Member, asked: Extract<Asked, { readonly t: 'signal' }>): void {
    const frame = JSON.stringify({ t: 'signal', from, data: asked.data } satisfies ServerMessage);
    if (!this.#afford(line, frame.length)) this.#refuse(line, asked, 'too-fast');
    else if (!this.#crowd.tellMember(asked.to, frame)) this.#refuse(line, asked, 'no-such-member');
  }

  #afford(line: Line, characters: number): boolean {
    const at = this.#world.now();
    const before = this.#spent.get(line) ?? { characters: 0, at };
    const returned = ((at - before.at) / 1000) * SIGNAL_PER_SECOND;
    const spent = Math.max(0, before.characters - returned) + characters;
    if (spent > SIGNAL_BURST) return false;
    this.#spent.set(line, { characters: spent, at });
    return true;
  }

  #refuse(line: Line, asked: Asked, why: Unheard): void {
    send(line, { t: 'unheard', why, ...(asked.t === 'signal' ? { to: asked.to } : {}) });
  }
}

const send = (line: Line, message: ServerMessage): void => line.send(JSON.stringify(message));
