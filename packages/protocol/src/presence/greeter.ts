/** What clients are sent about the table beside its entries: the welcome, the token of a new seat, the list of people. */

import type { PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog, Welcome } from '../logs/table-log.ts';
import { frameOf, refusalFrame } from '../messages/frame.ts';
import type { Person, SandReading } from '../messages/parts.ts';
import type { Member } from '../state/table-state.ts';
import type { Client, Crowd, Hello } from './crowd.ts';
import type { Greeting } from './handshake.ts';

export interface GreeterFacts {
  readonly code: string;
  readonly log: TableLog;
  readonly privateLogs: PrivateLogs;
  readonly crowd: Crowd;
  sand(): SandReading;
}

export class Greeter {
  readonly #facts: GreeterFacts;

  constructor(facts: GreeterFacts) {
    this.#facts = facts;
  }

  /** The entries that the client misses, or a snapshot. */
  greet(client: Client, { since }: Hello, { member, epoch, refusal }: Greeting): Welcome {
    this.#facts.crowd.add(client, member, epoch);
    const welcome = this.#welcome(member, since);
    client.send(welcome.frame, 'welcome');
    if (refusal !== undefined) client.send(refusalFrame(0, refusal));
    return welcome;
  }

  /** A snapshot, for a connection that was too slow for all entries. */
  refresh(client: Client): void {
    const member = this.#facts.crowd.memberOf(client);
    if (member !== undefined) client.send(this.#welcome(member).frame, 'welcome');
  }

  /** Tells a client the token of the seat that it has taken, unless it is gone. */
  seat(client: Client, member: Member, token: string): void {
    const { crowd, log } = this.#facts;
    if (crowd.memberOf(client) === undefined) return;
    crowd.add(client, member);
    client.send(frameOf({ t: 'seated', member, token }), 'seat');
    if (log.lastN(member) > 0) this.refresh(client); // the seat is not new: its command numbers go on
  }

  sendPeople(): void {
    this.#facts.crowd.broadcast({ t: 'people', people: this.#people() });
  }

  #people(): readonly Person[] {
    const { log, privateLogs } = this.#facts;
    return log.names.people(member => log.keyOf(member), privateLogs);
  }

  #welcome(member: Member | null, since?: number): Welcome {
    const { code, log, crowd, sand } = this.#facts;
    const n = member === null ? 0 : log.lastN(member);
    const around = { people: this.#people(), here: crowd.here(), sand: sand() };
    return log.welcome({ table: code, member, n, ...around }, since);
  }
}
