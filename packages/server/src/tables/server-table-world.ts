/**
 * What one table needs from the server: journal, clock, secrets. An exception in one of its timers ends only this
 * table.
 */
import { randomBytes } from 'node:crypto';
import { BotPlayer } from '@hush/bots';
import type {
  BotPlayers,
  BotTable,
  IceGrant,
  Journal,
  Table,
  TableMetric,
  TableReport,
  TableWorld,
} from '@hush/protocol';
import type { Millis, Seat } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';

const SECRET_BYTES = 32;

/** The functions of the server that a table's world calls. */
export interface Observer {
  report(trouble: TableReport): void;
  measure(measure: TableMetric): void;
  /** Whether the operator does not want this name to be shown. */
  refusesName(name: string): boolean;
  /** The ICE servers for a seat; the same seat always gets the same user name. */
  ice(seat: string): IceGrant;
  /** The format of events that all servers of this journal can read. */
  vocabulary(): number;
  /** A random number from 0 (included) to 1 (excluded), for bots. */
  chance(): number;
  /** Resolves when all messages that arrived in this event-loop turn have been read. */
  turn(): Promise<void>;
  /** Queues a bot's decision; the returned function cancels it. */
  think(then: () => void): () => void;
}

export class ServerTableWorld implements TableWorld {
  readonly journal: Journal;
  readonly #clock: ServerClock;
  readonly #observer: Observer;
  #table: Table | null = null;

  constructor(journal: Journal, clock: ServerClock, observer: Observer) {
    this.journal = journal;
    this.#clock = clock;
    this.#observer = observer;
  }

  /** Called with the table when it has been made, because a table needs its world first. */
  belongsTo(table: Table): void {
    this.#table = table;
  }

  now(): number {
    return this.#clock.now();
  }

  later(after: Millis, then: () => void): () => void {
    return this.#clock.later(after, () => this.#attempt(then));
  }

  #attempt(then: () => void): void {
    try {
      then();
    } catch (error) {
      if (this.#table === null) throw error;
      this.#table.fail(error);
    }
  }

  turn(): Promise<void> {
    return this.#observer.turn();
  }

  ice(seat: Seat): IceGrant {
    return this.#observer.ice(`${this.#table?.code ?? ''}/${seat}`);
  }

  vocabulary(): number {
    return this.#observer.vocabulary();
  }

  secret(): string {
    return randomBytes(SECRET_BYTES).toString('base64url');
  }

  bots(table: BotTable): BotPlayers {
    const later: BotTable['later'] = (after, then) => this.#thinkLater(after, then);
    return new BotPlayer({ ...table, later }, () => this.#observer.chance());
  }

  #thinkLater(after: Millis, then: () => void): () => void {
    let cancel = this.later(after, () => {
      cancel = this.#observer.think(() => this.#attempt(then));
    });
    return () => cancel();
  }

  report(trouble: TableReport): void {
    this.#observer.report(trouble);
  }

  refusesName(name: string): boolean {
    return this.#observer.refusesName(name);
  }

  measure(measure: TableMetric): void {
    this.#observer.measure(measure);
  }
}
