/**
 * What travels between a client and a table: text frames of JSON, one message each. Commands go up, events come
 * down. docs/PROTOCOL.md explains it for people who write their own client.
 */
import type { Cell, Command, Gesture, Hero, Millis, Refusal } from '@hush/rules';
import type { Phrase } from '../commands/phrases.ts';
import type { Member, TableCommand, TableRefusal, TableState } from '../state/table-state.ts';

export const PROTOCOL_VERSION = 1;

type WithoutSeat<C> = C extends unknown ? Omit<C, 'seat'> : never;

/** A command of the game without its seat, which the server knows. A move may say where the hero was thought to be. */
export type PlayCommand =
  | WithoutSeat<Exclude<Command, { readonly type: 'move' | 'seatBot' }>>
  | (WithoutSeat<Extract<Command, { readonly type: 'move' }>> & { readonly from?: Cell })
  /** To a cell, from wherever the hero stands by then; `from` only tells a refusal that somebody was first from any other. */
  | { readonly type: 'go'; readonly hero: Hero; readonly to: Cell; readonly from?: Cell }
  /** A phrase of a closed list, which everybody reads in their own language. */
  | { readonly type: 'phrase'; readonly phrase: Phrase }
  /** Takes back what was said under a number: one's own, or as host anybody's. */
  | { readonly type: 'unsay'; readonly author: Member; readonly said: number };

export type ClientMessage =
  | {
      readonly t: 'hello';
      readonly protocol: number;
      readonly table: string;
      /** The secret of a seat; without it one watches. */
      readonly token?: string;
      /** The last version this client has; without it everything comes as a snapshot. */
      readonly since?: number;
      /** The last number this client has used for a command; without it, it is a new window and older ones end. */
      readonly n?: number;
    }
  /** `token` is a secret of the client's own making, so that asking again for a seat never takes two. */
  | { readonly t: 'join'; readonly name: string; readonly avatar: string; readonly token?: string }
  | { readonly t: 'rename'; readonly name: string; readonly avatar: string }
  | { readonly t: 'do'; readonly n: number; readonly c: PlayCommand }
  | { readonly t: 'table'; readonly n: number; readonly c: TableCommand }
  /** For one member's page, about voice. */
  | { readonly t: 'signal'; readonly to: Member; readonly data: Signal }
  /** Which servers help voice through walls. */
  | { readonly t: 'ice' }
  /** `at` is the client's own time and comes back unchanged; `ms` is how long the way there and back took of late. */
  | { readonly t: 'ping'; readonly at: number; readonly ms?: number };

/** What two pages tell each other to be heard. `id` is the sender's call, `for` the other's: what belongs to an older page is known by it. */
export type Signal =
  | { readonly type: 'hello'; readonly id: string }
  | {
      readonly type: 'offer' | 'answer';
      readonly id: string;
      readonly for: string;
      readonly sdp: string;
    }
  | {
      readonly type: 'candidates';
      readonly id: string;
      readonly for: string;
      readonly list: readonly Candidate[];
    }
  | { readonly type: 'bye'; readonly id: string };

export interface Candidate {
  readonly candidate: string;
  readonly mid: string;
}

/** As a browser's RTCPeerConnection takes it. */
export interface IceServer {
  readonly urls: string | readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

export interface Person {
  readonly member: Member;
  readonly name: string;
  readonly avatar: string;
}

export type ServerMessage =
  | {
      readonly t: 'welcome';
      readonly protocol: number;
      readonly table: string;
      /** Null for those who watch. */
      readonly member: Member | null;
      /** What this member asked up to this number has been answered; the next number must be higher. */
      readonly n: number;
      /** The version after applying what comes with this message. */
      readonly v: number;
      /** Either everything, or the entries after `since`. */
      readonly snapshot?: TableState;
      readonly entries?: readonly unknown[];
      readonly people: readonly Person[];
      readonly here: readonly Member[];
      readonly sand: SandReading;
    }
  /** An entry of the log: events, and whose command n of member m it was. */
  | {
      readonly t: 'news';
      readonly v: number;
      readonly e: readonly unknown[];
      readonly m?: Member;
      readonly n?: number;
      /** How many names there were at a start; for servers. */
      readonly p?: number;
    }
  | {
      readonly t: 'no';
      readonly n: number;
      readonly why: Refusal | TableRefusal;
      readonly first?: Member;
      readonly say?: string;
    }
  /** The secret of the seat just taken; keep it. */
  | { readonly t: 'seated'; readonly member: Member; readonly token: string }
  | { readonly t: 'people'; readonly people: readonly Person[] }
  | ({ readonly t: 'here' } & Presence)
  /** Words and gestures, told at the version that allowed them, and never kept. */
  | {
      readonly t: 'said';
      readonly m: Member;
      readonly n: number;
      readonly v: number;
      readonly text: string;
      /** Where it was a phrase; the text is then its English. */
      readonly phrase?: Phrase;
    }
  | {
      readonly t: 'gestured';
      readonly m: Member;
      readonly n: number;
      readonly v: number;
      readonly gesture: Gesture;
      /** Where a finger points. */
      readonly to?: Cell;
    }
  /** What an author said under a number is to be shown no longer. */
  | {
      readonly t: 'unsaid';
      readonly m: Member;
      readonly n: number;
      readonly v: number;
      readonly author: Member;
      readonly said: number;
    }
  | { readonly t: 'signal'; readonly from: Member; readonly data: Signal }
  /** `lasts`: credentials among them are good for so long. */
  | { readonly t: 'ice'; readonly servers: readonly IceServer[]; readonly lasts?: Millis }
  /** A signal reached nobody, or no servers are told. */
  | { readonly t: 'unheard'; readonly why: Refusal | TableRefusal; readonly to?: Member }
  | { readonly t: 'sand'; readonly sand: SandReading }
  | { readonly t: 'pong'; readonly at: number; readonly sand: SandReading }
  | { readonly t: 'bye'; readonly code: number; readonly why: string; readonly retryAfter?: Millis };

/** Who is at the table now. */
export interface Presence {
  readonly here: readonly Member[];
  /** How many watch, where anybody does. */
  readonly watching?: number;
  /** The way there and back of each of `here`, in round milliseconds; 0 where it is not known. */
  readonly ms?: readonly number[];
}

/** Game time at the moment of sending, and whether it runs: frozen while the journal cannot commit. */
export interface SandReading {
  readonly at: Millis;
  readonly runs: boolean;
  /** Nothing can be written down right now, so whatever is asked for waits; an older server does not say. */
  readonly held?: true;
}

/** Why a connection ends: one table for both ends. */
export const CLOSE_CODES = {
  goingAway: 1001,
  malformed: 1007,
  policy: 1008,
  tooBig: 1009,
  restart: 1012,
  tryLater: 1013,
  takenOver: 4001,
  kicked: 4002,
  noTable: 4004,
  wrongToken: 4005,
  oldClient: 4006,
  quarantined: 4007,
} as const;
export type CloseCode = (typeof CLOSE_CODES)[keyof typeof CLOSE_CODES];

/** After these there is no point in coming back by oneself. */
export const FINAL_CODES: readonly number[] = [
  CLOSE_CODES.takenOver,
  CLOSE_CODES.kicked,
  CLOSE_CODES.noTable,
  CLOSE_CODES.wrongToken,
  CLOSE_CODES.oldClient,
  CLOSE_CODES.quarantined,
];
