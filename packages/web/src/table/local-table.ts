/**
 * A table in this page: the server's own authority, reached over lines that are functions. Both ends run turn by
 * turn as over a network, so that nobody can tell the difference.
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

export interface ParlourPlan {
  readonly code: string;
  readonly wish: TableWish;
  /** With the table's logs in it, if it has been here before. */
  readonly journal: Promise<Journal>;
  readonly world: Pick<TableWorld, 'now' | 'later' | 'secret' | 'report' | 'bots'>;
}

export interface LocalTable {
  connect(events: SocketEvents): Socket;
  /** Game time as the table has it; zero as long as there is none. */
  sandNow(): Millis;
  /** Stops the sand exactly; resolves when nothing more is written. */
  close(): Promise<void>;
}

export function openParlour(plan: ParlourPlan): LocalTable {
  const table = furnish(plan);
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

/** The table as it was left; a new one where there was none, or where an older page left something else. */
async function furnish({ code, wish, journal: coming, world }: ParlourPlan): Promise<Table> {
  const journal = await coming;
  const full = { ...world, journal };
  const left = await Table.open(code, full).catch(() => null);
  if (left?.ok === true) return left.value;
  await purgeTable(journal, code);
  const made = await Table.create(code, wish, full);
  if (!made.ok) throw new Error(`no table in this page: ${JSON.stringify(made.error)}`);
  return made.value;
}

/** One connection, both of its ends. */
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

  /** Strict like the server: what it would not understand is not understood here either. */
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

  /** In order, and never before whoever asked has returned. */
  #soon(act: () => void): void {
    void Promise.resolve().then(() => {
      if (this.#isOpen) act();
    });
  }
}
