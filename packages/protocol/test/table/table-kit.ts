/** Test helpers: a table on virtual time with a journal in memory, and clients whose connections are functions. */
import { type Command, decide, evolve, explorations, type Game, reach } from '@hush/rules';
import {
  type Client,
  type ClientMessage,
  type Journal,
  memoryJournal,
  type PlayCommand,
  readMessage,
  receive,
  seatOf,
  Table,
  type TableReport,
  type TableWish,
  type TableWorld,
} from '../../src/index.ts';
import type { Chance } from '../simulation/chance.ts';
import { settled, VirtualTime } from '../virtual-time.ts';

export const CODE = 'BCDFGHJK';

export interface Circumstances {
  readonly wish?: TableWish;
  readonly journal?: Journal;
  readonly time?: VirtualTime;
  /** A text that is part of every secret of the table, so that two tables differ. */
  readonly salt?: string;
  /** The format of events that all servers of this journal can read. */
  readonly vocabulary?: NonNullable<TableWorld['vocabulary']>;
  /** The program that plays the bots. */
  readonly bots?: NonNullable<TableWorld['bots']>;
  readonly refusesName?: NonNullable<TableWorld['refusesName']>;
}

/** A layer between test clients and their table. */
export interface Between {
  /** The table as test clients reach it. */
  readonly table: Table;
  receive(visitor: Client, message: ClientMessage): void;
}

let between: ((table: () => Table) => Promise<Between>) | null = null;

/**
 * Puts a layer between test clients and all tables that are made later; null removes it. A relay of the cluster runs
 * the same tests with it.
 */
export function putBetween(make: typeof between): void {
  between = make;
}

export class Place {
  readonly time: VirtualTime;
  readonly journal: Journal;
  readonly world: TableWorld;
  /** What the table has reported to its operator. */
  readonly reports: TableReport[] = [];
  #table: Table | null = null;
  #between: Between | null = null;

  private constructor({
    journal = memoryJournal(),
    time = new VirtualTime(),
    salt = '',
    bots,
    vocabulary,
    refusesName,
  }: Circumstances) {
    this.time = time;
    this.journal = journal;
    let secrets = 0;
    this.world = {
      journal,
      now: () => time.now,
      later: (after, then) => time.later(after, then),
      secret: () => `secret-${salt}-number-${String(++secrets).padStart(8, '0')}`,
      report: trouble => {
        this.reports.push(trouble);
        if (trouble.type === 'broken') throw trouble.error;
      },
      ...(bots === undefined ? {} : { bots }),
      ...(vocabulary === undefined ? {} : { vocabulary }),
      ...(refusesName === undefined ? {} : { refusesName }),
    };
  }

  /** Creates a new table, and connects nobody. */
  static async create(circumstances: Circumstances = {}): Promise<Place> {
    const place = new Place(circumstances);
    const made = await Table.create(CODE, circumstances.wish ?? { scenario: 1 }, place.world);
    if (!made.ok) throw new Error(`not created: ${JSON.stringify(made.error)}`);
    place.#table = made.value;
    await place.#connect();
    return place;
  }

  /** Opens another authority for an existing table. */
  static async open(circumstances: Circumstances & { readonly journal: Journal }): Promise<Place> {
    const place = new Place(circumstances);
    await place.restart();
    return place;
  }

  async #connect(): Promise<void> {
    this.#between ??= (await between?.(() => this.#table ?? raise('no table'))) ?? null;
  }

  get table(): Table {
    return this.#between?.table ?? this.#table ?? raise('no table');
  }

  receive(visitor: Client, message: ClientMessage): void {
    if (this.#between === null) receive(this.table, visitor, message);
    else this.#between.receive(visitor, message);
  }

  get game(): Game {
    return this.table.state.game ?? raise('no game');
  }

  /** Stops the authority as planned and opens another one. */
  async restart(): Promise<void> {
    if (this.#table !== null) await this.#table.drain(1012, 'restart');
    const opened = await Table.open(CODE, this.world);
    if (!opened.ok) throw new Error(`not opened: ${JSON.stringify(opened.error)}`);
    this.#table = opened.value;
    await this.#connect();
  }

  /** Seats a person with this name. */
  async sit(name: string, more: { readonly program?: true } = {}): Promise<Visitor> {
    const visitor = new Visitor(this);
    visitor.hello();
    visitor.say({ t: 'join', name, avatar: 'fox', token: `token-of-${name.padEnd(20, '-')}`, ...more });
    await settled();
    return visitor;
  }

  async watch(): Promise<Visitor> {
    const visitor = new Visitor(this);
    visitor.hello();
    await settled();
    return visitor;
  }
}

export type Frame = Readonly<Record<string, unknown>>;

export class Visitor implements Client {
  readonly #place: Place;
  /** All frames that this client has received, in their order. */
  readonly frames: string[] = [];
  readonly heardAt: number[] = [];
  closed: number | null = null;
  n = 0;
  member: number | null = null;
  token: string | undefined;

  constructor(place: Place, token?: string) {
    this.#place = place;
    this.token = token;
  }

  send(frame: string): void {
    this.frames.push(frame);
    this.heardAt.push(this.#place.time.now);
    if (!frame.startsWith('{"t":"seated"') && !frame.startsWith('{"t":"welcome"')) return;
    const { member, token = this.token } = this.last;
    this.member = member as number | null;
    this.token = token as string | undefined;
  }

  close(code: number): void {
    this.closed = code;
  }

  get last(): Frame {
    return JSON.parse(this.frames.at(-1) ?? '{}');
  }

  /** All received frames of a kind. */
  heard(kind: string): readonly Frame[] {
    return this.frames.map((frame): Frame => JSON.parse(frame)).filter(frame => frame['t'] === kind);
  }

  get seat(): number {
    return seatOf(this.#place.table.state, this.member ?? 0);
  }

  hello(since?: number): void {
    const { token } = this;
    this.say({
      t: 'hello',
      protocol: 1,
      table: CODE,
      ...(token === undefined ? {} : { token }),
      ...(since === undefined ? {} : { since }),
    });
  }

  say(message: unknown): void {
    const read = readMessage(JSON.stringify(message));
    if (!read.ok) throw new Error(read.error);
    this.#place.receive(this, read.value);
  }

  do(c: unknown): number {
    this.say({ t: 'do', n: ++this.n, c });
    return this.n;
  }

  manage(c: unknown): number {
    this.say({ t: 'table', n: ++this.n, c });
    return this.n;
  }
}

/** A command of the rules as a client sends it: without the seat, which the server knows. */
export function asked(command: Command): PlayCommand {
  if (!('seat' in command)) return command;
  const { seat: _, ...rest } = command;
  return rest as PlayCommand;
}

/** Returns a legal command of a player, if possible one that makes progress; undefined if there is none. */
export function somethingLegal(game: Game, seat: number, chance: Chance): PlayCommand | undefined {
  const all = reach(game, seat);
  const forth = all.filter(({ type }) => type === 'explore' || type === 'lay' || type === 'steal');
  const soon =
    forth.length > 0 || chance.happens(0.5) ? forth : all.filter(command => opensDoor(game, command));
  const command = chance.pick(soon.length > 0 ? soon : all);
  return command && asked(command);
}

/** Whether the command makes an exploration possible. */
function opensDoor(game: Game, command: Command): boolean {
  const verdict = decide(game, command, { at: game.at, secret: { seed: '', stack: null, pile: null } });
  return verdict.ok && explorations(verdict.value.reduce(evolve, game)).places.length > 0;
}

export function raise(why: string): never {
  throw new Error(why);
}
