/**
 * One server process of the simulation: it opens the table, accepts clients, and can be killed, lose its power, or be
 * stopped as for a planned restart. Its clock starts again with every start.
 */
import {
  type Client,
  type ClientMessage,
  type CloseCode,
  type Hello,
  readMessage,
  receive,
  Table,
  type TableWish,
  type TableWorld,
} from '../../src/index.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Audit } from './audit.ts';
import type { Chance } from './chance.ts';
import type { Mount, VirtualDisk } from './disk.ts';
import type { Host, Wire } from './net.ts';
import { WildCrew } from './wild-crew.ts';

export const CODE = 'BCDFGHJK';
const DEAD_AFTER = 9_500;

export type NodeDefect =
  | 'dedup-forgotten'
  | 'wall-clock'
  | 'program-unmarked'
  | 'consent-kept'
  | 'played-on-from-elsewhere';

/** Planted bugs that write other entries than the judge decided. */
const SPOILING: Partial<Record<NodeDefect, (entry: string) => string>> = {
  'consent-kept': entry => entry.replace(/(\["consentGiven",\d+),false\]/, '$1,true]'),
  'played-on-from-elsewhere': entry =>
    entry.includes('["playedOn"') ? entry.replace(/\["gameStarted",\d+\],/, '') : entry,
};

/** A layer between connections and the table, such as the relay of a cluster. */
export interface Passage {
  receive(client: Client, message: ClientMessage): void;
  disconnect(client: Client): void;
}

export type MakePassage = (table: Table, parts: Pick<NodeParts, 'time' | 'chance'>) => Passage;

const noPassage: MakePassage = table => ({
  receive: (client, message) => receive(table, client, message),
  disconnect: client => table.disconnect(client),
});

export interface NodeParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly disk: VirtualDisk;
  readonly audit: Audit;
  readonly defect: NodeDefect | null;
  readonly passage?: MakePassage;
}

/** A connection as the table sees it. */
class Guest implements Client {
  readonly wire: Wire;
  readonly #audit: Audit;
  heardAt: number;
  hello: Hello | null = null;
  /** Messages that arrived before the table was open. */
  waiting: string[] = [];
  isClosed = false;

  constructor(wire: Wire, audit: Audit, now: number) {
    this.wire = wire;
    this.#audit = audit;
    this.heardAt = now;
  }

  send(frame: string): void {
    if (this.isClosed) return;
    this.#audit.told(this.wire.window, frame);
    this.wire.tell(frame);
  }

  close(code: CloseCode, why: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.wire.end(code, why);
  }
}

/** One run of a process, from start to end. */
interface Life {
  readonly mount: Mount;
  readonly began: number;
  isOver: boolean;
}

export class SimNode implements Host {
  readonly #parts: NodeParts;
  #guests = new Map<Wire, Guest>();
  #life: Life | null = null;
  #starts = 0;
  table: Table | null = null;
  #passage: Passage | null = null;
  isDraining = false;

  constructor(parts: NodeParts) {
    this.#parts = parts;
  }

  get isUp(): boolean {
    return this.#life !== null && !this.isDraining;
  }

  // Methods that start and end the process.

  async create(wish: TableWish): Promise<void> {
    const life = this.#begin();
    const made = await Table.create(CODE, wish, this.#world(life));
    // With the planted bug `ack-before-durable`, the table may be reported as created although its first entry cannot
    // be read yet.
    if (!made.ok && made.error === 'taken') return this.#open(life);
    if (!made.ok) throw new Error('a table could not be made on a disk that is well');
    if (this.#life !== null) this.#ready(this.#life, made.value);
  }

  start(): void {
    if (this.#life === null) void this.#open(this.#begin());
  }

  #begin(): Life {
    const { disk, time, defect } = this.#parts;
    const life = { mount: disk.mount(), began: time.now, isOver: false };
    if (defect === 'dedup-forgotten' && this.#starts > 0) life.mount.forgetful = true;
    const spoil = defect === null ? undefined : SPOILING[defect];
    if (spoil !== undefined) life.mount.spoil = spoil;
    this.#life = life;
    this.#starts++;
    return life;
  }

  async #open(life: Life): Promise<void> {
    while (!life.isOver) {
      const durable = this.#parts.disk.durable(`table/${CODE}`).length;
      const opened = await Table.open(CODE, this.#world(life));
      if (opened.ok) {
        const { version } = opened.value;
        if (version < durable && !life.isOver)
          this.#parts.audit.fail(
            `the table was opened at version ${version}, and ${durable} was durable before`,
          );
        this.#ready(life, opened.value);
        return;
      }
      if (opened.error === 'unknown' || opened.error.type !== 'unavailable')
        this.#parts.audit.fail(`the table cannot be opened: ${JSON.stringify(opened.error)}`);
      await new Promise<void>(resolve => this.#parts.time.later(250, resolve));
    }
  }

  #ready(life: Life, table: Table): void {
    if (life.isOver) return;
    this.table = table;
    this.#passage = (this.#parts.passage ?? noPassage)(table, this.#parts);
    this.#parts.audit.opened(this);
    for (const guest of this.#guests.values()) this.#serve(guest);
  }

  /** Ends the process at once without closing connections; whether clients notice depends on the cause. */
  crash(powerFails: boolean): void {
    const life = this.#life;
    if (life === null) return;
    this.#end(life, false);
    if (powerFails) this.#parts.disk.powerFails();
    for (const wire of this.#guests.keys()) wire.hostGone(!powerFails || this.#parts.chance.happens(0.5));
    this.#guests.clear();
  }

  /** Stops the process as planned. */
  async drain(): Promise<void> {
    const life = this.#life;
    if (life === null || this.table === null || this.isDraining) return;
    this.isDraining = true;
    await this.table.drain(1012, 'restart');
    if (life.isOver) return;
    this.#end(life, true);
    for (const guest of this.#guests.values()) guest.close(1012, 'restart');
    this.#guests.clear();
  }

  #end(life: Life, isPlanned: boolean): void {
    life.isOver = true;
    this.#parts.audit.closing(this, isPlanned);
    this.#life = null;
    this.table = null;
    this.isDraining = false;
    this.#parts.disk.unmount(life.mount);
  }

  #world(life: Life): TableWorld {
    const { time, audit, chance, defect } = this.#parts;
    // With the planted bug of a wall clock, the clock jumps now and then; the real, monotonic clock starts at any
    // value and never goes back.
    const jump = defect === 'wall-clock' ? chance.between(1_000, 30_000) : 0;
    const jumpsAt = time.now + chance.between(500, 8_000);
    const origin = chance.below(1_000_000);
    return {
      journal: life.mount,
      now: () => origin + time.now - life.began + (time.now > jumpsAt ? jump : 0),
      later: (after, then) => time.later(after, () => !life.isOver && then()),
      secret: () => `secret-${chance.below(2 ** 31).toString(36)}-${chance.below(2 ** 31).toString(36)}-long`,
      report: trouble => audit.reported(this, trouble),
      bots: table => new WildCrew(table, origin),
    };
  }

  // Methods that handle connections.

  arrived(wire: Wire): void {
    const guest = new Guest(wire, this.#parts.audit, this.#parts.time.now);
    this.#guests.set(wire, guest);
    this.#watch(wire, guest);
  }

  #watch(wire: Wire, guest: Guest): void {
    const { time } = this.#parts;
    time.later(Math.max(1, guest.heardAt + DEAD_AFTER - time.now), () => {
      if (this.#guests.get(wire) !== guest) return;
      if (time.now - guest.heardAt < DEAD_AFTER) this.#watch(wire, guest);
      else {
        wire.cut();
        this.gone(wire);
      }
    });
  }

  heard(wire: Wire, text: string): void {
    const guest = this.#guests.get(wire);
    if (guest === undefined || guest.isClosed) return;
    guest.heardAt = this.#parts.time.now;
    guest.waiting.push(text);
    if (this.table !== null) this.#serve(guest);
  }

  #serve(guest: Guest): void {
    const passage = this.#passage;
    if (this.table === null || passage === null) return;
    for (const text of guest.waiting.splice(0)) {
      const message = readMessage(text);
      if (!message.ok) guest.close(1007, message.error);
      else passage.receive(guest, this.#heardAs(message.value));
    }
  }

  #heardAs(message: ClientMessage): ClientMessage {
    if (this.#parts.defect !== 'program-unmarked' || message.t !== 'join') return message;
    const { program: _, ...person } = message;
    return person;
  }

  gone(wire: Wire): void {
    const guest = this.#guests.get(wire);
    this.#guests.delete(wire);
    if (guest !== undefined && this.table !== null) this.#passage?.disconnect(guest);
  }
}
