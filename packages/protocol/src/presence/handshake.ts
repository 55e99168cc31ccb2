/**
 * Who a new connection is, whether its window may give commands, and what it is welcomed with. `admit` is pure: the
 * table acts on its answer. A member may have any number of windows, at any number of authorities; only the newest
 * gives commands. A window's epoch is the command number at which it began.
 */
import { sha256 } from '@hush/rules';
import type { PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog, Welcome } from '../logs/table-log.ts';
import { CLOSE_CODES, type CloseCode } from '../messages/close-codes.ts';
import { frameOf, refusalFrame } from '../messages/frame.ts';
import type { Person, SandReading } from '../messages/parts.ts';
import { isOverHardQuota } from '../state/quota.ts';
import { type Member, seatOf } from '../state/table-state.ts';
import type { Client, Crowd, Hello } from './crowd.ts';

/** A connection that is greeted, as a member or as a spectator. */
export interface Greeting {
  readonly type: 'greet';
  readonly member: Member | null;
  readonly epoch: number;
  readonly refusal?: 'worn-out';
}

export interface RefusedHello {
  readonly type: 'close';
  readonly code: CloseCode;
  readonly why: string;
}

export type Admission =
  | Greeting
  | RefusedHello
  /** A new window of this member: an entry without events must open its epoch first. */
  | { readonly type: 'new-epoch'; readonly member: Member }
  /** The owner of a seat knows entries that this log does not have; another authority may have them. */
  | { readonly type: 'ahead'; readonly member: Member; readonly since: number }
  /** No seat in this log has this token; another authority may have seated it a moment ago. */
  | { readonly type: 'unknown-token' };

export interface HandshakeFacts {
  /** The durable log; while a job is judged, the log with the draft. */
  readonly log: Pick<TableLog, 'state' | 'version' | 'memberWith' | 'epochOf'>;
  readonly crowd: Crowd;
}

export const WRONG_TOKEN: RefusedHello = {
  type: 'close',
  code: CLOSE_CODES.wrongToken,
  why: 'That seat does not exist.',
};
/** The answer to a client without a seat at a table that does not admit spectators. */
export const NO_SPECTATORS: RefusedHello = {
  type: 'close',
  code: CLOSE_CODES.unwatched,
  why: 'This table is not open to spectators.',
};
const TAKEN_OVER: RefusedHello = {
  type: 'close',
  code: CLOSE_CODES.takenOver,
  why: 'This seat is open in a newer window.',
};

/** What the log shows of a seat's token: enough to recognize it, too little to guess it. */
export const seatKeyOf = (token: string): string => sha256(`seat:${token}`).slice(0, 32);

export function admit({ log, crowd }: HandshakeFacts, client: Client, hello: Hello): Admission {
  const member = memberWith(log, hello.token);
  if (member === undefined) return { type: 'unknown-token' };
  if (member === null && log.state.unwatched === true) return NO_SPECTATORS;
  if (member !== null && isBelieved(log, crowd, member, hello))
    return { type: 'ahead', member, since: hello.since };
  const current = crowd.epochOf(client, member);
  const epoch = current ?? epochIn(hello);
  if (member === null || epoch >= log.epochOf(member)) return { type: 'greet', member, epoch };
  // Over the hard quota nothing is appended, so a new window can only watch (PR-34).
  if (isOverHardQuota(log)) return { type: 'greet', member: null, epoch, refusal: 'worn-out' };
  // This window was asleep while a newer window took the seat, and the newer one is connected.
  if (hello.n !== undefined && crowd.has(member) && current === undefined) return TAKEN_OVER;
  return { type: 'new-epoch', member };
}

/**
 * Whether a hello proves that this log has lost its end. Anybody can say a number, so only owners of seats are believed, and
 * each of them once, because every loss makes the log longer (PR-77).
 */
function isBelieved(
  log: HandshakeFacts['log'],
  crowd: Crowd,
  member: Member,
  hello: Hello,
): hello is Hello & { readonly since: number } {
  return (hello.since ?? 0) > log.version && !crowd.believed.has(member) && !isOverHardQuota(log);
}

/** Null for a connection that watches; undefined for a token that opens no seat. */
export function memberWith(log: HandshakeFacts['log'], token: string | undefined): Member | null | undefined {
  if (token === undefined) return null;
  const member = log.memberWith(seatKeyOf(token));
  return member !== undefined && seatOf(log.state, member) < 0 ? null : member;
}

/** A client that resumes without `n` counts as the newest window, one without `since` as a new one. */
const epochIn = ({ since, n }: Hello): number => n ?? (since === undefined ? -1 : Number.MAX_SAFE_INTEGER);

export interface GreeterFacts {
  readonly code: string;
  readonly log: TableLog;
  readonly privateLogs: PrivateLogs;
  readonly crowd: Crowd;
  sand(): SandReading;
}

/** Sends clients what they need beside the entries: the welcome, the token of a new seat, the list of people. */
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
