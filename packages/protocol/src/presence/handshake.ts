/**
 * Decides which member a new connection belongs to, whether its window may give commands, and which welcome it gets. `admit`
 * is pure: the table acts on its result. A member may have any number of windows, at any number of authorities; only the
 * newest gives commands. A window's epoch is the command number at which it began.
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
import type { DelayedView } from './delayed-view.ts';

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
  /** A new window of this member; an entry without events must open its epoch first. */
  | { readonly type: 'new-epoch'; readonly member: Member }
  /** The owner of a seat knows entries that this log does not have; another authority may have them. */
  | { readonly type: 'ahead'; readonly member: Member; readonly since: number }
  /** No seat in this log has this token; another authority may have given the seat a moment ago. */
  | { readonly type: 'unknown-token' };

export interface HandshakeFacts {
  /** The durable log; while a job is judged, the log together with the draft. */
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

/** The hash of a seat's token in the log: it identifies the token but does not help to guess it. */
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
  // The window was asleep while a newer window of the member connected.
  if (hello.n !== undefined && crowd.has(member) && current === undefined) return TAKEN_OVER;
  return { type: 'new-epoch', member };
}

/**
 * Whether a hello proves that this log has lost its end. Anybody can send a version, so only owners of seats are believed,
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

/**
 * Returns the member with this token; null for a spectator (no token, or a seat that was given up), undefined for an
 * unknown token.
 */
export function memberWith(log: HandshakeFacts['log'], token: string | undefined): Member | null | undefined {
  if (token === undefined) return null;
  const member = log.memberWith(seatKeyOf(token));
  return member !== undefined && seatOf(log.state, member) < 0 ? null : member;
}

/**
 * The epoch of a window from its hello. A client that resumes without `n` counts as the newest window; a client
 * without `since` as a new window.
 */
const epochIn = ({ since, n }: Hello): number => n ?? (since === undefined ? -1 : Number.MAX_SAFE_INTEGER);

export interface GreeterFacts {
  readonly code: string;
  readonly log: TableLog;
  readonly privateLogs: PrivateLogs;
  readonly crowd: Crowd;
  readonly delayed: DelayedView;
  sand(): SandReading;
}

/** Sends clients what they need besides the entries: the welcome, the token of a new seat, the list of people. */
export class Greeter {
  readonly #facts: GreeterFacts;

  constructor(facts: GreeterFacts) {
    this.#facts = facts;
  }

  /** Sends the welcome, with the missing entries or with a snapshot. */
  greet(client: Client, { since }: Hello, { member, epoch, refusal }: Greeting): Welcome {
    this.#facts.crowd.add(client, member, epoch);
    const welcome = this.#welcome(member, since);
    client.send(welcome.frame, 'welcome');
    if (refusal !== undefined) client.send(refusalFrame(0, refusal));
    return welcome;
  }

  /** Sends a snapshot to a connection that was too slow to receive all entries. */
  refresh(client: Client): void {
    const member = this.#facts.crowd.memberOf(client);
    if (member !== undefined) client.send(this.#welcome(member).frame, 'welcome');
  }

  /** Sends a client the token of the seat that it has taken, unless its connection is closed. */
  seat(client: Client, member: Member, token: string): void {
    const { crowd, log, delayed } = this.#facts;
    if (crowd.memberOf(client) === undefined) return;
    crowd.add(client, member);
    client.send(frameOf({ t: 'seated', member, token }), 'seat');
    // the client gets the whole table if its seat has earlier command numbers, which continue, or if it watched with a
    // delay
    if (log.lastN(member) > 0 || delayed.isOn) this.refresh(client);
  }

  sendPeople(): void {
    this.#facts.crowd.broadcast({ t: 'people', people: this.#people() });
  }

  #people(): readonly Person[] {
    const { log, privateLogs } = this.#facts;
    return log.names.people(member => log.keyOf(member), privateLogs);
  }

  #welcome(member: Member | null, since?: number): Welcome {
    const { code, log, crowd, sand, delayed } = this.#facts;
    const n = member === null ? 0 : log.lastN(member);
    const around = { people: this.#people(), here: crowd.here(), table: code, member, n };
    if (member === null && delayed.isOn)
      return log.earlierWelcome({ ...around, sand: delayed.sand() }, delayed.seen);
    return log.welcome({ ...around, sand: sand() }, since);
  }
}
