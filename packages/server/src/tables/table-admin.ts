/** Tables as an operator sees them: the open tables, the content of one, and closing them. */
import type { CloseCode, Journal } from '@hush/protocol';
import type { TableRegistry } from './registry.ts';

interface OpenTableInfo {
  readonly code: string;
  readonly players: number;
  readonly watching: number;
  /** The status of the game, or `no game`. */
  readonly status: string;
}

/** The data of a table, without its drawings and its secrets. */
interface TableInfo {
  readonly scenario: number | string;
  readonly about?: string;
  readonly seats: readonly (number | null)[];
  readonly host: number | null;
  readonly locked: boolean;
  readonly status: string;
  readonly games: number;
  readonly entries: number;
  /** The stored names of the members. */
  readonly names: readonly string[];
}

export class TableAdmin {
  readonly #tables: TableRegistry;
  readonly #journal: Journal;

  constructor(tables: TableRegistry, journal: Journal) {
    this.#tables = tables;
    this.#journal = journal;
  }

  overview(): readonly OpenTableInfo[] {
    return this.#tables.open.map(({ table: { code, crowd, state } }) => ({
      code,
      players: crowd.members,
      watching: crowd.clients - crowd.members,
      status: state.game?.status ?? 'no game',
    }));
  }

  async exists(code: string): Promise<boolean> {
    const first = await this.#journal.read(`table/${code}`, 1);
    return first.ok ? first.version > 0 : first.error.type === 'corrupt';
  }

  /** Returns the data of a table; null if its log cannot be read. */
  async lookAt(code: string): Promise<TableInfo | null> {
    const [seen, end, people] = await Promise.all([
      this.#tables.peek(code),
      this.#journal.read(`table/${code}`, Number.MAX_SAFE_INTEGER),
      this.#journal.read(`people/${code}`, 1),
    ]);
    if (!seen.ok || seen.value === null || !end.ok) return null;
    const { wish, seats, host, locked, game, games } = seen.value;
    return {
      scenario: typeof wish.scenario === 'number' ? wish.scenario : wish.scenario.name,
      ...(wish.about === undefined ? {} : { about: wish.about }),
      seats,
      host,
      locked,
      status: game?.status ?? 'no game',
      games,
      entries: end.version,
      names: people.ok ? people.entries.map(nameIn) : [],
    };
  }

  /** Closes a table and evicts it; returns how many connections were told. */
  shut(code: string, closeCode: CloseCode, why: string): Promise<number> {
    return this.#tables.shut(code, closeCode, why);
  }

  async shutAll(closeCode: CloseCode, why: string): Promise<number> {
    const told = await Promise.all(
      this.#tables.open.map(({ table }) => this.shut(table.code, closeCode, why)),
    );
    return told.reduce((sum, count) => sum + count, 0);
  }

  remove(code: string): Promise<boolean> {
    return this.#tables.purge(code);
  }
}

/** The name in an entry of the log of names. Only our own tables write such entries, so any other text is damaged. */
function nameIn(entry: string): string {
  try {
    return String((JSON.parse(entry) as { readonly name?: unknown }).name ?? '');
  } catch {
    return '(damaged)';
  }
}
