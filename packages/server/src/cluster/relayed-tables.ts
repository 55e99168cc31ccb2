/**
 * The tables of a cluster as the WebSocket server sees them: this node opens the tables that it owns, and relays the
 * connections of other tables to their owners. A relayed connection is a `Client` of its table like any other.
 */
import {
  CLOSE_CODES,
  type Client,
  type ClientMessage,
  type Clock,
  type CloseCode,
  frameOf,
  type Hello,
  readMessage,
} from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { OpenTable, Room, TableAccess, TableLookupError } from '../tables/open-table.ts';
import type { TableRegistry } from '../tables/registry.ts';
import type { NodeBus } from './bus.ts';
import type { LiveNodes } from './live-nodes.ts';
import type { NodeLines, NodeMessage } from './node-lines.ts';
import { Recent } from './position.ts';
import { RelayedGuest } from './relayed-guest.ts';
import { RemoteRoom } from './remote-room.ts';

/**
 * The time after which a node asks again which node owns a table. The asked owner may be gone; if it is only slow, it
 * continues to open the table.
 */
const ASK_AGAIN: Millis = 1_000;
/**
 * While nodes do not agree about the owner of a table, because one has just stopped, or while NATS elects a leader,
 * the search for a table is repeated after this time. A page that is sent away would come back only after seconds.
 */
const FIND_AGAIN: Millis = 100;
const FIND_WITHIN: Millis = 5_000;
/**
 * How long to wait until another node releases a table. After that it does not have the table or is gone; if it still
 * has it, the journal accepts the appends of only one node.
 */
const GIVE_WITHIN: Millis = 1_000;
/**
 * How many tables are moved one after the other in one queue. There are enough queues to move all tables of a server
 * within seconds.
 */
const TABLES_A_ROW = 200;
const MOST_SHOWN_OUT = 10_000;
/** If the list is longer than this, closed tables are removed from it. */
const MANY_IN_PLACE = 1_000;
const MOVED = 'This table moves to another server; the game goes on in a moment.';

type LineMessage =
  | { readonly t: 'said'; readonly line: number; readonly message: object }
  | { readonly t: 'refresh'; readonly line: number }
  | { readonly t: 'left'; readonly line: number };

/** A table, the reason why there is none, or that another node owns it now. */
type Found = Result<Room, TableLookupError> | 'elsewhere';

interface FindQuestion {
  readonly code: string;
  readonly token?: string;
  /** True if the owner cannot read the table's entries, so this node is asked instead of the owner. */
  readonly isNewer?: boolean;
}

interface FindReply {
  readonly error?: TableLookupError;
  /** True if the asked node does not own the table. */
  readonly isElsewhere?: boolean;
  readonly knows?: boolean;
}

/** Whether this version of the protocol does not know a message of a page, which another node has let through. */
const isUnknownHere = (message: object): boolean => !readMessage(JSON.stringify(message)).ok;

/** The tables that this node has opened. */
export type OwnTables = Pick<
  TableRegistry,
  'find' | 'enter' | 'attend' | 'refresh' | 'leave' | 'open' | 'opened' | 'shut'
>;

export interface RelayedTablesWorld {
  readonly bus: NodeBus;
  readonly clock: Clock;
  readonly space: string;
  readonly nodes: Pick<LiveNodes, 'self' | 'ownerOf' | 'newerOwnerOf' | 'holdersOf' | 'speaksLater'>;
  readonly lines: NodeLines;
  readonly registry: OwnTables;
}

export class RelayedTables implements TableAccess {
  readonly #world: RelayedTablesWorld;
  /** Local connections to tables of other nodes. */
  readonly #away = new Map<number, { readonly client: Client; readonly owner: string }>();
  /** Connections of other nodes to our tables, by node and connection number. */
  readonly #visitors = new Map<string, Map<number, RelayedGuest>>();
  /** Tables that this node has opened because their owner's build cannot read them. */
  readonly #inPlaceOf = new Set<string>();
  /** How many searches for each table of this node are in progress, by code. */
  readonly #finding = new Map<string, number>();
  readonly #shownOut = new Recent<Set<string>>(MOST_SHOWN_OUT);
  #lastLine = 0;
  #given = 0;

  constructor(world: RelayedTablesWorld) {
    this.#world = world;
    const { bus, space, nodes } = world;
    bus.subscribe(`${space}.find.${nodes.self}`, (text, answer) => {
      const question = JSON.parse(text) as FindQuestion;
      void this.#answer(question).then(reply => answer(JSON.stringify(reply)));
    });
    bus.subscribe(
      `${space}.give.${nodes.self}`,
      (code, answer) => void this.#give(code).then(() => answer('')),
    );
  }

  get relayed(): number {
    return this.#away.size;
  }

  /** How many open tables were given to another node. */
  get given(): number {
    return this.#given;
  }

  async #answer({ code, token, isNewer = false }: FindQuestion): Promise<FindReply> {
    if (isNewer) this.#takePlace(code);
    // the other node has a different list of live nodes, so it asked the wrong owner
    if (!this.#isOurs(code)) return { error: 'unavailable', isElsewhere: true };
    const found = await this.#findOwn(code, token);
    return found.ok
      ? { knows: token !== undefined && found.value.knows(token) === true }
      : { error: found.error };
  }

  #isOurs(code: string): boolean {
    const { nodes } = this.#world;
    let owner: string | null = nodes.ownerOf(code);
    if (!this.#inPlaceOf.has(code)) return owner === nodes.self;
    while (owner !== null && owner !== nodes.self) owner = nodes.newerOwnerOf(code, owner);
    return owner === nodes.self;
  }

  #takePlace(code: string): void {
    if (this.#inPlaceOf.size >= MANY_IN_PLACE) this.#forgetPutAway();
    this.#inPlaceOf.add(code);
  }

  /**
   * Forgets tables that were opened in place of their owner and are closed now; the owner asks again if it needs
   * them.
   */
  #forgetPutAway(): void {
    for (const code of this.#inPlaceOf)
      if (this.#world.registry.opened(code) === undefined && !this.#finding.has(code))
        this.#inPlaceOf.delete(code);
  }

  /**
   * Finds a table that this node owns. If another node may still have it open, that node stops the table's sand and
   * releases it first.
   */
  async #findOwn(code: string, token: string | undefined): Promise<Result<OpenTable, TableLookupError>> {
    this.#finding.set(code, (this.#finding.get(code) ?? 0) + 1);
    try {
      return await this.#open(code, token);
    } finally {
      const left = (this.#finding.get(code) ?? 1) - 1;
      if (left > 0) this.#finding.set(code, left);
      else this.#finding.delete(code);
    }
  }

  async #open(code: string, token: string | undefined): Promise<Result<OpenTable, TableLookupError>> {
    const { registry, nodes, bus, space } = this.#world;
    if (registry.opened(code) === undefined)
      await Promise.all(
        nodes.holdersOf(code).map(node => bus.ask(`${space}.give.${node}`, code, GIVE_WITHIN)),
      );
    return registry.find(code, token);
  }

  async #give(code: string): Promise<void> {
    const { registry } = this.#world;
    if (this.#isOurs(code)) return;
    if (registry.opened(code) !== undefined) this.#given++;
    await registry.shut(code, CLOSE_CODES.restart, MOVED);
  }

  // Finds the table for a connection of this node. A room that is not a `RemoteRoom` comes from the registry, hence
  // the casts.

  async find(code: string, token?: string): Promise<Result<Room, TableLookupError>> {
    const { clock } = this.#world;
    const until = clock.now() + FIND_WITHIN;
    for (;;) {
      const found = await this.#search(code, token);
      if (found !== 'elsewhere' && (found.ok || found.error !== 'unavailable')) return found;
      if (clock.now() >= until) return err('unavailable');
      await new Promise<void>(resolve => void clock.later(FIND_AGAIN, resolve));
    }
  }

  async #search(code: string, token: string | undefined): Promise<Found> {
    const { nodes } = this.#world;
    let isNewer = false;
    let owner: string | null = nodes.ownerOf(code);
    for (;;) {
      const found: Found =
        owner === nodes.self
          ? await this.#findHere(code, token, isNewer)
          : await this.#ask(owner, { code, isNewer, ...(token === undefined ? {} : { token }) });
      if (found === 'elsewhere' || found.ok || found.error !== 'newer') return found;
      // A later build has written to this table, so a node with a later build opens it instead of its owner.
      owner = nodes.newerOwnerOf(code, owner);
      if (owner === null) return found;
      isNewer = true;
    }
  }

  #findHere(
    code: string,
    token: string | undefined,
    isNewer: boolean,
  ): Promise<Result<Room, TableLookupError>> {
    if (isNewer) this.#takePlace(code);
    return this.#findOwn(code, token);
  }

  async #ask(owner: string, question: FindQuestion): Promise<Found> {
    const { bus, space } = this.#world;
    const { code, token } = question;
    const answer = await bus.ask(`${space}.find.${owner}`, JSON.stringify(question), ASK_AGAIN);
    if (answer === null) return 'elsewhere'; // the asked node is gone or slow
    const { error, isElsewhere = false, knows = false } = JSON.parse(answer) as FindReply;
    if (isElsewhere) return 'elsewhere';
    if (error !== undefined) return err(error);
    const place = { code, owner, line: ++this.#lastLine };
    return ok(new RemoteRoom(place, knows ? token : undefined, this.#shownOut));
  }

  enter(room: Room, client: Client, hello: Hello): void {
    if (!(room instanceof RemoteRoom)) {
      this.#world.registry.enter(room as OpenTable, client, hello);
      return;
    }
    const { code, owner, line } = room;
    this.#away.set(line, { client, owner });
    this.#world.lines.send(owner, { t: 'enter', line, code, hello });
  }

  attend(room: Room, client: Client, message: ClientMessage): void {
    if (!(room instanceof RemoteRoom)) {
      this.#world.registry.attend(room as OpenTable, client, message);
      return;
    }
    if (this.#away.has(room.line))
      this.#world.lines.send(room.owner, { t: 'said', line: room.line, message });
  }

  refresh(room: Room, client: Client): void {
    if (!(room instanceof RemoteRoom)) {
      this.#world.registry.refresh(room as OpenTable, client);
      return;
    }
    if (this.#away.has(room.line)) this.#world.lines.send(room.owner, { t: 'refresh', line: room.line });
  }

  leave(room: Room, client: Client): void {
    if (!(room instanceof RemoteRoom)) {
      this.#world.registry.leave(room as OpenTable, client);
      return;
    }
    if (this.#away.delete(room.line)) this.#world.lines.send(room.owner, { t: 'left', line: room.line });
  }

  // Methods that handle messages from other nodes.

  heard(from: string, message: NodeMessage): void {
    switch (message.t) {
      case 'frame':
        for (const line of message.lines) this.#ours(from, line)?.send(message.frame, message.what);
        return;
      case 'close': {
        const client = this.#ours(from, message.line);
        this.#away.delete(message.line);
        client?.close(message.code as CloseCode, message.why); // the table, which is at its owner, has chosen the code
        return;
      }
      case 'enter':
        this.#welcome(from, message);
        return;
      case 'said':
      case 'refresh':
      case 'left':
        this.#attendTo(from, message);
    }
  }

  #ours(from: string, line: number): Client | undefined {
    const away = this.#away.get(line);
    return away?.owner === from ? away.client : undefined;
  }

  #welcome(from: string, { line, code, hello }: Extract<NodeMessage, { readonly t: 'enter' }>): void {
    const guest = new RelayedGuest(this.#world.lines, from, line);
    const visitors = this.#visitors.get(from) ?? new Map<number, RelayedGuest>();
    this.#visitors.set(from, visitors.set(line, guest));
    guest.closed = () => this.#ended(visitors, guest);
    const open = this.#isOurs(code) ? this.#world.registry.opened(code) : undefined;
    if (open === undefined) guest.work = this.#seat(guest, code, hello);
    else this.#enter(guest, open, hello);
  }

  /**
   * Called when a table has closed a relayed connection: the other node does not report that it left. As with a socket,
   * the guest leaves the table when its current work is finished.
   */
  #ended(visitors: Map<number, RelayedGuest>, guest: RelayedGuest): void {
    visitors.delete(guest.line);
    queueMicrotask(() => {
      if (guest.room !== null) this.#world.registry.leave(guest.room, guest);
    });
  }

  #enter(guest: RelayedGuest, room: OpenTable, hello: Hello): void {
    guest.room = room;
    this.#world.registry.enter(room, guest, hello);
  }

  async #seat(guest: RelayedGuest, code: string, hello: Hello): Promise<void> {
    const found = this.#isOurs(code) ? await this.#findOwn(code, hello.token) : null;
    if (guest.isGone) return;
    if (found?.ok !== true) {
      guest.close(CLOSE_CODES.restart, MOVED);
      return;
    }
    this.#enter(guest, found.value, hello);
  }

  #attendTo(from: string, message: LineMessage): void {
    const guest = this.#visitors.get(from)?.get(message.line);
    if (guest === undefined) return;
    const { room } = guest;
    if (message.t === 'left') this.#visitors.get(from)?.delete(message.line);
    if (message.t === 'said' && this.#world.nodes.speaksLater(from) && isUnknownHere(message.message)) {
      const { n } = message.message as { readonly n?: unknown };
      if (typeof n === 'number') guest.send(frameOf({ t: 'no', n, why: 'not-yet' }));
      return;
    }
    if (room !== null) this.#pass(guest, room, message);
    else
      guest.work = guest.work
        .then(() => guest.room !== null && this.#pass(guest, guest.room, message))
        .then(() => undefined);
  }

  #pass(guest: RelayedGuest, room: OpenTable, message: LineMessage): void {
    const { registry } = this.#world;
    switch (message.t) {
      case 'left':
        guest.isGone = true;
        registry.leave(room, guest);
        return;
      case 'refresh':
        if (!guest.isGone) registry.refresh(room, guest);
        return;
      case 'said': // the other node has read it with the same strict reader
        if (!guest.isGone) registry.attend(room, guest, message.message as ClientMessage);
    }
  }

  /**
   * Called when messages to or from a node are lost or the node is gone: all its connections are closed, and the
   * pages reconnect at once.
   */
  broken(node: string): void {
    for (const [line, { client, owner }] of this.#away) {
      if (owner !== node) continue;
      this.#away.delete(line);
      client.close(CLOSE_CODES.restart, MOVED);
    }
    const visitors = this.#visitors.get(node);
    this.#visitors.delete(node);
    for (const guest of visitors?.values() ?? []) {
      guest.isGone = true;
      if (guest.room !== null) this.#world.registry.leave(guest.room, guest);
    }
  }

  /**
   * Moves tables that now belong to another node, one by one: stops the sand and closes the connections, which then
   * reconnect to the new owner.
   */
  async letGo(): Promise<void> {
    const { registry } = this.#world;
    this.#forgetPutAway();
    const others = registry.open.map(({ table }) => table.code).filter(code => !this.#isOurs(code));
    const rows = Math.ceil(others.length / TABLES_A_ROW);
    await Promise.all(
      Array.from({ length: rows }, async () => {
        for (let code = others.pop(); code !== undefined; code = others.pop()) await this.#give(code);
      }),
    );
  }
}
