/** A player on a real server, who uses the client code and a real socket and records everything that arrives. */
import {
  Connection,
  type ConnectionStatus,
  type PlayCommand,
  readServerMessage,
  type ServerMessage,
  type SocketEvents,
  seatOf,
  type TableCommand,
} from '@hush/protocol';
import { type Command, reach } from '@hush/rules';
import { WebSocket } from 'ws';
import { type ClientClock, realTime } from './client-clock.ts';

/** A reading of the sand that the server sent at some time between request and answer. */
export interface SandReading {
  /** The number of the game to which the sand belongs. */
  readonly game: number;
  readonly at: number;
  readonly runs: boolean;
  readonly askedAt: number;
  readonly heardAt: number;
}

export interface Greeting {
  readonly askedAt: number;
  readonly heardAt: number;
  /** How many frames were sent on this connection before the greeting; 1 means that the greeting took one round trip. */
  readonly sent: number;
  readonly with: 'snapshot' | 'delta';
  readonly sand: SandReading;
  /** The last reading of the sand on the previous connection. */
  readonly before: SandReading | null;
}

/** A reading of the sand whose game is not known yet, with the greeting that contained it. */
type Told = Omit<SandReading, 'game'> & { readonly greeting?: Omit<Greeting, 'sand' | 'before'> };

/** How long the client waits before it reconnects, and how long the connection had been broken then. */
export interface Wait {
  readonly since: number;
  readonly wait: number;
}

export interface Asked {
  readonly n: number;
  readonly command: PlayCommand | TableCommand;
}

/** Everything that a player was told and has sent, up to one moment. */
export interface Testimony {
  readonly member: number;
  /** The entries that arrived since the last testimony, by version. */
  readonly heard: ReadonlyMap<number, string>;
  /** Entries that arrived twice with different contents. */
  readonly contradictions: readonly string[];
  readonly asked: readonly Asked[];
  readonly refused: ReadonlySet<number>;
  readonly waiting: ReadonlySet<number>;
  /**
   * The server said that all commands up to this number are answered; the answers themselves may have been lost with
   * their connection.
   */
  readonly settled: number;
}

export interface PlayerPlan {
  readonly table: string;
  readonly port: number;
  readonly chance: () => number;
  /** The clock; real time by default. */
  readonly clock?: ClientClock;
  /** The probability that a command is sent twice. */
  readonly doubled?: number;
  /** Called with the token of the seat. */
  readonly seated?: (token: string) => void;
}

export class Player {
  readonly connection: Connection;
  #heard = new Map<number, string>();
  #contradictions: string[] = [];
  readonly asked: Asked[] = [];
  readonly #refused = new Set<number>();
  /** The reason of every refusal that the player got, in order. */
  readonly refusals: string[] = [];
  #settled = 0;
  /** When each hello was sent, whether it was answered or not. */
  readonly hellos: number[] = [];
  /** The close code of every connection of this player that has ended. */
  readonly ends: number[] = [];
  readonly greetings: Greeting[] = [];
  /** All waits before reconnecting since the connection last broke. */
  waits: Wait[] = [];
  #brokenAt: number | null = null;
  /** When news of one of the player's own commands last arrived. */
  answeredAt = 0;
  sand: SandReading | null = null;
  /** While true, every attempt to connect fails. */
  isOutOfReach = false;
  readonly #plan: PlayerPlan;
  readonly #clock: ClientClock;
  /** How many entries each member has made. */
  readonly #made = new Map<number, number>();
  #socket: WebSocket | null = null;
  #helloAt = 0;
  #sent = 0;

  constructor(plan: PlayerPlan) {
    const { clock = realTime } = plan;
    this.#plan = plan;
    this.#clock = clock;
    this.connection = new Connection(
      { table: plan.table },
      {
        connect: events => this.#dial(events),
        now: () => clock.now(),
        later: (after, then) => clock.later(after, then),
        chance: plan.chance,
      },
      {
        changed: status => this.#noteStatus(status),
        ...(plan.seated === undefined ? {} : { seated: plan.seated }),
      },
    );
  }

  #noteStatus(status: ConnectionStatus): void {
    if (status.type === 'online') this.#brokenAt = null;
    if (status.type !== 'waiting') return;
    const now = this.#clock.now();
    if (this.#brokenAt === null) this.waits = [];
    this.#brokenAt ??= now;
    this.waits.push({ since: now - this.#brokenAt, wait: status.retryAfter });
  }

  get member(): number {
    return this.connection.mirror.member ?? 0;
  }

  /** How many entries were received since the last testimony. */
  get heard(): number {
    return this.#heard.size;
  }

  /** How many entries of this member were received. */
  madeBy(member: number): number {
    return this.#made.get(member) ?? 0;
  }

  do(command: PlayCommand): void {
    this.asked.push({ n: this.connection.do(command), command });
  }

  manage(command: TableCommand): void {
    this.asked.push({ n: this.connection.manage(command), command });
  }

  /** Everything that the player was told since the last testimony; the next one continues from there. */
  testify(): Testimony {
    const heard = this.#heard;
    const contradictions = this.#contradictions;
    this.#heard = new Map();
    this.#contradictions = [];
    const waiting = this.connection.mirror
      .unsent()
      .flatMap(message => ('n' in message ? [message.n ?? 0] : []));
    return {
      member: this.member,
      heard,
      contradictions,
      asked: [...this.asked],
      refused: new Set(this.#refused),
      waiting: new Set(waiting),
      settled: this.#settled,
    };
  }

  /** Sends a command that this seat may give now; one of three commands is of a kind that is never refused. */
  act(): void {
    const { mirror } = this.connection;
    const { chance } = this.#plan;
    const seat = seatOf(mirror.predicted, this.member);
    const legal = mirror.game === null ? [] : reach(mirror.game, seat).filter(({ type }) => MOVES.has(type));
    const command = chance() < 1 / 3 ? undefined : legal[Math.floor(chance() * legal.length)];
    if (command === undefined) this.manage({ type: 'ready', ready: chance() < 0.5 });
    else this.do(withoutSeat(command));
  }

  /** Breaks the connection without closing it. */
  breakLine(): void {
    this.#socket?.terminate();
  }

  #dial(events: SocketEvents): { send(text: string): void; close(): void } {
    if (this.isOutOfReach) return unreachable(events);
    const { port } = this.#plan;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      perMessageDeflate: false,
      origin: `http://127.0.0.1:${port}`,
    });
    this.#socket = socket;
    let isCurrent = true;
    socket.on('open', () => {
      this.#helloAt = this.#clock.now();
      this.#sent = 0;
      this.hellos.push(this.#helloAt);
      events.opened();
    });
    socket.on('message', data => {
      if (!isCurrent) return;
      const text = String(data);
      const noted = this.#note(text);
      events.heard(text);
      if (noted !== null) this.#noteSand(noted);
    });
    socket.on('close', (code, why) => {
      this.ends.push(code);
      events.closed(code, String(why));
    });
    socket.on('error', () => undefined); // a close event follows
    return {
      send: text => {
        if (socket.readyState !== WebSocket.OPEN) return;
        this.#sent++;
        socket.send(text);
        if (COMMAND.test(text) && this.#plan.chance() < (this.#plan.doubled ?? 0)) socket.send(text);
      },
      close: () => {
        isCurrent = false;
        socket.terminate();
      },
    };
  }

  /** Returns the sand in a message; its game is known only when the mirror has applied the message. */
  #note(text: string): Told | null {
    const read = readServerMessage(text);
    if (!read.ok) throw new Error(`${read.error}: ${text}`);
    const message = read.value;
    if (message.t === 'news') this.#noteEntry(message.v, message);
    if (message.t === 'no') {
      // A command refused as `stale` was answered before, and the first answer counts.
      if (message.why !== 'stale') this.#refused.add(message.n);
      this.refusals.push(message.why);
    }
    const heardAt = this.#clock.now();
    if (message.t === 'welcome') return this.#noteWelcome(message, heardAt);
    if (message.t === 'pong') return { ...message.sand, askedAt: message.at, heardAt };
    // A reading that the server sent unasked is at least as new as everything that arrived before.
    if (message.t === 'sand')
      return { ...message.sand, askedAt: this.sand?.askedAt ?? this.#helloAt, heardAt };
    return null;
  }

  #noteSand({ greeting, ...told }: Told): void {
    const sand = { ...told, game: this.connection.mirror.confirmed.games };
    if (greeting !== undefined) this.greetings.push({ ...greeting, sand, before: this.sand });
    this.sand = sand;
  }

  #noteWelcome(message: Extract<ServerMessage, { readonly t: 'welcome' }>, heardAt: number): Told {
    const { entries = [], snapshot, sand, v, n } = message;
    const kind = snapshot === undefined ? 'delta' : 'snapshot';
    const greeting = { askedAt: this.#helloAt, heardAt, sent: this.#sent, with: kind } as const;
    this.#settled = Math.max(this.#settled, n);
    for (const [i, entry] of entries.entries()) {
      this.#noteEntry(v - entries.length + 1 + i, entry as Extract<ServerMessage, { t: 'news' }>);
    }
    return { ...sand, askedAt: this.#helloAt, heardAt, greeting };
  }

  #noteEntry(version: number, { e, m, n, p }: Omit<Extract<ServerMessage, { t: 'news' }>, 't' | 'v'>): void {
    const text = JSON.stringify({ e, m, n, p }); // the entry gets the journal's form, in which absent fields are left out
    const known = this.#heard.get(version);
    if (known !== undefined && known !== text)
      this.#contradictions.push(`${version}: ${known}, then ${text}`);
    if (known === undefined && m !== undefined) this.#made.set(m, this.madeBy(m) + 1);
    this.#heard.set(version, text);
    if (m === this.member && n !== undefined) this.answeredAt = this.#clock.now();
  }
}

function withoutSeat(command: Command): PlayCommand {
  const { seat: _, ...wish } = { seat: 0, ...command };
  return wish as PlayCommand;
}

const COMMAND = /^{"t":"(?:do|table)"/;

const MOVES: ReadonlySet<string> = new Set(['move', 'vortex', 'escalator', 'explore', 'lay']);

/** Called when a connection could not be opened. */
function unreachable(events: SocketEvents): { send(): void; close(): void } {
  let isCurrent = true;
  setImmediate(() => isCurrent && events.closed(1006, 'out of reach'));
  return {
    send: () => undefined,
    close: () => {
      isCurrent = false;
    },
  };
}

const PATIENCE = 600_000; // milliseconds of real time; this limit only ends a test that hangs
const LOOK = 5;

/** Checks a condition every few milliseconds of a clock until it holds. */
export async function until(
  done: () => boolean,
  what: string,
  clock: ClientClock = realTime,
  patience = PATIENCE,
): Promise<void> {
  const begun = performance.now();
  while (!done()) {
    if (performance.now() - begun > patience) throw new Error(`waited in vain for ${what}`);
    await new Promise<void>(resolve => void clock.later(LOOK, resolve));
  }
}

/** Seats players at a table one after the other, each through a port of its own, and starts the game. */
export async function playTable(plans: readonly PlayerPlan[]): Promise<readonly Player[]> {
  const players: Player[] = [];
  for (const plan of plans) {
    const player = new Player(plan);
    await until(() => player.connection.status.type === 'online', 'a greeting', plan.clock);
    player.connection.join(`Player ${players.length + 1}`, 'fox');
    await until(() => player.connection.mirror.member !== null, 'a seat', plan.clock);
    players.push(player);
  }
  const [host] = players;
  const clock = plans[0]?.clock;
  if (host === undefined) throw new Error('nobody plays');
  host.manage({ type: 'begin' });
  await until(() => host.connection.mirror.game !== null, 'the game', clock);
  host.do({ type: 'start' });
  const isPlaying = ({ connection }: Player): boolean =>
    connection.mirror.confirmed.game?.status === 'playing';
  await until(() => players.every(isPlaying), 'the start', clock);
  return players;
}
