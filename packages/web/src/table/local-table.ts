/**
 * A table in this page: the same `Table` as on the server, with in-memory connections. Both ends of a connection
 * answer in a later microtask, as over a network, so that clients see no difference.
 */
import {
  CLOSE_CODES,
  type Client,
  type Journal,
  purgeTable,
  readMessage,
  receive,
  type Socket,
  type SocketEvents,
  Table,
  type TableWish,
  type TableWorld,
} from '@hush/protocol';
import type { Millis } from '@hush/rules';

export interface LocalTablePlan {
  readonly code: string;
  readonly wish: TableWish;
  /** Where the table is stored; contains the table's logs if the table existed before. */
  readonly journal: Promise<Journal>;
  readonly world: Pick<TableWorld, 'now' | 'later' | 'secret' | 'report' | 'bots'>;
}

export interface LocalTable {
  connect(events: SocketEvents): Socket;
  /** The game time of the table; zero until the table is open. */
  sandNow(): Millis;
  /** Drains the table: stops the sand, and resolves when everything is written. */
  close(): Promise<void>;
}

export function openLocalTable(plan: LocalTablePlan): LocalTable {
  const table = openOrCreate(plan);
  let opened: Table | null = null;
  void table.then(found => {
    opened = found;
  });
  return {
    connect: events => new InPageLine(table, events),
    sandNow: () => opened?.sand.at ?? 0,
    close: async () => (await table).drain(CLOSE_CODES.goingAway, 'The page has left the table.'),
  };
}

/** Opens the stored table. If there is none, or an older page left an unreadable one, it creates a new table. */
async function openOrCreate({ code, wish, journal: coming, world }: LocalTablePlan): Promise<Table> {
  const journal = await coming;
  const full = { ...world, journal };
  const left = await Table.open(code, full).catch(() => null);
  if (left?.ok === true) return left.value;
  await purgeTable(journal, code);
  const made = await Table.create(code, wish, full);
  if (!made.ok) throw new Error(`no table in this page: ${JSON.stringify(made.error)}`);
  return made.value;
}

/** Makes both ends of one connection. */
class InPageLine implements Socket {
  readonly #events: SocketEvents;
  readonly #line: Client = {
    send: frame => this.#soon(() => this.#events.heard(frame)),
    close: (code, why) => this.#soon(() => this.#end(code, why)),
  };
  #table: Table | null = null;
  #isOpen = true;

  constructor(table: Promise<Table>, events: SocketEvents) {
    this.#events = events;
    void table.then(found => this.#open(found));
  }

  send(text: string): void {
    this.#soon(() => this.#hear(text));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#table?.disconnect(this.#line);
  }

  #open(table: Table): void {
    if (!this.#isOpen) return;
    this.#table = table;
    this.#events.opened();
  }

  /** Reads a message as strictly as a server does: an invalid message closes the connection. */
  #hear(text: string): void {
    const message = readMessage(text);
    if (this.#table === null) return;
    if (message.ok) receive(this.#table, this.#line, message.value);
    else this.#end(CLOSE_CODES.malformed, message.error);
  }

  #end(code: number, why: string): void {
    this.close();
    this.#events.closed(code, why);
  }

  /** Runs something later, in order, and never before the caller has returned. */
  #soon(act: () => void): void {
    void Promise.resolve().then(() => {
      if (this.#isOpen) act();
    });
  }
}
