/**
 * Puts the relay of a cluster between the test clients of the protocol's tests and their tables: each client is
 * connected to one node, and another node owns the table. The packets between the nodes are real; the bus is a list
 * of subscriptions in memory.
 */
import { type Client, type ClientMessage, receive, type Table } from '@hush/protocol';
import { ok } from '@hush/rules';
import type { Between } from '../../../protocol/test/table/table-kit.ts';
import type { NodeBus } from '../../src/cluster/bus.ts';
import { FORMATS } from '../../src/cluster/formats.ts';
import { NodeLines } from '../../src/cluster/node-lines.ts';
import { type OwnTables, RelayedTables } from '../../src/cluster/relayed-tables.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { type OpenTable, type Room, roomOf } from '../../src/tables/open-table.ts';

type Hear = Parameters<NodeBus['subscribe']>[1];

/** A bus that delivers at once, so that the order of events is the same as without a relay. */
export function memoryBus(): NodeBus {
  const heard = new Map<string, Hear[]>();
  return {
    isClosed: false,
    publish: (subject, text) => {
      for (const hear of heard.get(subject) ?? []) hear(text, () => undefined);
    },
    subscribe: (subject, hear) => void heard.set(subject, [...(heard.get(subject) ?? []), hear]),
    ask: (subject, text) =>
      new Promise(resolve => {
        const all = heard.get(subject) ?? [];
        for (const hear of all) hear(text, resolve);
        if (all.length === 0) resolve(null);
      }),
    hasListener: async subject => heard.has(subject),
  };
}

/** The one table of a test, in the form of its owner's registry. */
export function tablesOf(table: () => Table): OwnTables {
  let room: OpenTable | null = null;
  const current = (): OpenTable => {
    if (room?.table !== table()) room = roomOf(table());
    return room;
  };
  return {
    open: [],
    opened: current,
    find: async () => ok(current()),
    enter: ({ table: own }, client, hello) => own.connect(client, hello),
    attend: ({ table: own }, client, message) => receive(own, client, message),
    refresh: ({ table: own }, client) => own.refresh(client),
    leave: ({ table: own }, client) => own.disconnect(client),
    shut: async () => 0,
  };
}

export const OWNER = 'owner';

/** Messages sent during one call of a test, or one turn of promises, share a packet, as in an event-loop turn. */
class Turn {
  #isOn = false;
  readonly #waiting: (() => void)[] = [];

  readonly soon = (then: () => void): void => {
    if (this.#isOn) this.#waiting.push(then);
    else queueMicrotask(then);
  };

  run(act: () => void): void {
    this.#isOn = true;
    act();
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next();
    this.#isOn = false;
  }
}

interface NodeTemper {
  readonly soon?: (then: () => void) => void;
  readonly broken?: (other: string) => void;
  readonly speaksLater?: (other: string) => boolean;
}

const failBy =
  (self: string) =>
  (other: string): never =>
    raise(`${self} and ${other} have lost a message`);

export function nodeOf(
  self: string,
  bus: NodeBus,
  registry: OwnTables,
  { soon = then => queueMicrotask(then), broken = failBy(self), speaksLater = () => false }: NodeTemper = {},
): RelayedTables {
  let tables: RelayedTables | null = null;
  const nodes = { self, ownerOf: () => OWNER, holdersOf: () => [], newerOwnerOf: () => null, speaksLater };
  const lines = new NodeLines({
    bus,
    space: 'test',
    node: self,
    reads: FORMATS,
    writes: () => FORMATS.oldest,
    soon,
    heard: (from, message) => tables?.heard(from, message),
    broken,
  });
  tables = new RelayedTables({
    bus,
    clock: systemClock,
    space: 'test',
    nodes,
    lines,
    registry,
  });
  return tables;
}

/** How many connections are opened in advance, because finding a table takes a turn and the tests connect at once. */
const AHEAD = 100;

interface RelayParts {
  readonly gate: RelayedTables;
  readonly turn: Turn;
}

export class Relay implements Between {
  readonly #own: () => Table;
  readonly #gate: RelayedTables;
  readonly #turn: Turn;
  readonly #rooms: Room[];
  readonly #roomOf = new Map<Client, Room>();
  readonly table: Table;

  constructor(own: () => Table, { gate, turn }: RelayParts, rooms: Room[]) {
    this.#own = own;
    this.#gate = gate;
    this.#turn = turn;
    this.#rooms = rooms;
    this.table = this.#withLines();
  }

  static async open(own: () => Table): Promise<Relay> {
    const [bus, turn] = [memoryBus(), new Turn()];
    nodeOf(OWNER, bus, tablesOf(own), turn);
    const gate = nodeOf(
      'gate',
      bus,
      tablesOf(() => raise('the gate owns no table')),
      turn,
    );
    const rooms: Room[] = [];
    for (let i = 0; i < AHEAD; i++) {
      const found = await gate.find('BCDFGHJK');
      if (found.ok) rooms.push(found.value);
    }
    return new Relay(own, { gate, turn }, rooms);
  }

  receive(visitor: Client, message: ClientMessage): void {
    const room = this.#roomOf.get(visitor);
    if (message.t === 'hello') this.#turn.run(() => this.#enter(visitor, message));
    else if (room === undefined)
      receive(this.#own(), visitor, message); // connections that no other node knows belong to this node's own table
    else this.#turn.run(() => this.#gate.attend(room, visitor, message));
  }

  #enter(visitor: Client, hello: Extract<ClientMessage, { readonly t: 'hello' }>): void {
    this.#leave(visitor);
    const room = this.#rooms.pop() ?? raise('more connections than were found ahead');
    this.#roomOf.set(visitor, room);
    this.#gate.enter(room, visitor, hello);
  }

  #leave(visitor: Client): void {
    const room = this.#roomOf.get(visitor);
    this.#roomOf.delete(visitor);
    if (room !== undefined) this.#gate.leave(room, visitor);
  }

  #refresh(visitor: Client): void {
    const room = this.#roomOf.get(visitor);
    if (room !== undefined) this.#gate.refresh(room, visitor);
  }

  /** The table, reached through the relay. */
  #withLines(): Table {
    const connections = {
      connect: (visitor: Client, hello: object) =>
        this.#turn.run(() => this.#enter(visitor, { t: 'hello', protocol: 1, table: 'BCDFGHJK', ...hello })),
      disconnect: (visitor: Client) => this.#turn.run(() => this.#leave(visitor)),
      refresh: (visitor: Client) => this.#turn.run(() => this.#refresh(visitor)),
    };
    return new Proxy(this.#own(), {
      get: (_, name) => {
        if (Object.hasOwn(connections, name)) return Reflect.get(connections, name);
        const table = this.#own();
        const value: unknown = Reflect.get(table, name, table);
        return typeof value === 'function' ? value.bind(table) : value;
      },
    });
  }
}

function raise(why: string): never {
  throw new Error(why);
}
