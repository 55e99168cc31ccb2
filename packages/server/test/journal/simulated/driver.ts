/**
 * SQLite's own code as WebAssembly, behind the part of libsql's interface that the journal uses. It uses the
 * functions of `node:fs`. It has no shared memory, so a database is opened in exclusive locking mode; all other
 * settings are those of the journal.
 */
import { createRequire } from 'node:module';
import type { Database as WasmDatabase, Statement as WasmStatement } from 'node-sqlite3-wasm';

const CANNOT_OPEN = 14;
const DEVICE_CHARACTERISTICS = 48; // the index of the method in the struct sqlite3_io_methods
const LOCK_IMPORT = '_nodejsLock';
/**
 * A WebAssembly module with one function, i32 to i32, that always returns 4096: SQLITE_IOCAP_POWERSAFE_OVERWRITE. SQLite's
 * VFS for Unix says the same. Without it SQLite repeats the last frame of a commit until the sector is full.
 */
const POWERSAFE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // the head of the module: magic number and version
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f], // the types: one function from i32 to i32
  ...[3, 2, 1, 0], // the functions: one of that type
  ...[7, 5, 1, 1, 0x66, 0, 0], // the exports: the function as "f"
  ...[10, 7, 1, 5, 0, 0x41, 0x80, 0x20, 0x0b], // the code: i32.const 4096
]);

type Imports = Record<string, Record<string, (...args: number[]) => number>>;

/** Replaces the method by which SQLite asks what its disk guarantees. */
function promisePowersafe(exports: WebAssembly.Exports, file: number): void {
  const all = Object.values(exports);
  const memory = all.find(one => one instanceof WebAssembly.Memory);
  const table = all.find(one => one instanceof WebAssembly.Table);
  if (memory === undefined || table === undefined) throw new Error('SQLite exports no memory or no table');
  const view = new DataView(memory.buffer);
  const index = table.grow(1);
  table.set(index, new WebAssembly.Instance(new WebAssembly.Module(POWERSAFE)).exports['f']);
  view.setUint32(view.getUint32(file, true) + DEVICE_CHARACTERISTICS, index, true);
}

/** Loads SQLite. When it locks its first file, the methods of that file, which all files share, are replaced. */
function loadSqlite(): { readonly Database: typeof WasmDatabase } {
  const { Instance } = WebAssembly;
  let exports: WebAssembly.Exports | undefined;
  class Watched extends Instance {
    constructor(module: WebAssembly.Module, imports: Imports) {
      const own = { ...imports['a'] };
      const [name = '', lock] = Object.entries(own).find(([, one]) => one.name === LOCK_IMPORT) ?? [];
      if (lock === undefined) throw new Error(`SQLite has no import ${LOCK_IMPORT}`);
      own[name] = (file = 0, level = 0) => {
        if (exports !== undefined) promisePowersafe(exports, file);
        exports = undefined;
        return lock(file, level);
      };
      super(module, { ...imports, a: own });
      exports = this.exports;
    }
  }
  Object.assign(WebAssembly, { Instance: Watched });
  try {
    return createRequire(import.meta.url)('node-sqlite3-wasm');
  } finally {
    Object.assign(WebAssembly, { Instance });
  }
}

const sqlite = loadSqlite();

/** An error with the result code in the same property as in libsql. */
class CodedError extends Error {
  readonly rawCode: number;

  constructor(code: number) {
    super(`SQLite result code ${code}`);
    this.rawCode = code;
  }
}

Object.defineProperty(sqlite.Database.prototype, '_handleError', {
  value: (code: number): void => {
    if (code !== 0) throw new CodedError(code);
  },
});

type Row = Readonly<Record<string, unknown>>;
const asBuffer = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value) : value);

/** A statement. After an error it is prepared again, because a failed statement cannot be reset. */
class SimulatedStatement {
  readonly #db: WasmDatabase;
  readonly #sql: string;
  #prepared: WasmStatement | null;
  #isRaw = false;

  constructor(db: WasmDatabase, sql: string) {
    this.#db = db;
    this.#sql = sql;
    this.#prepared = db.prepare(sql);
  }

  raw(): this {
    this.#isRaw = true;
    return this;
  }

  run(values: never[]): void {
    this.#attempt(statement => void statement.run(values));
  }

  all(values: never[]): unknown[] {
    const rows = this.#attempt(statement => statement.all(values));
    return rows.map(row => {
      const columns = Object.entries(row as Row).map(([name, value]) => [name, asBuffer(value)] as const);
      return this.#isRaw ? columns.map(([, value]) => value) : Object.fromEntries(columns);
    });
  }

  get(values: never[]): unknown {
    return this.all(values)[0];
  }

  #attempt<T>(work: (statement: WasmStatement) => T): T {
    this.#prepared ??= this.#db.prepare(this.#sql);
    try {
      return work(this.#prepared);
    } catch (error) {
      this.finalize();
      throw error;
    }
  }

  finalize(): void {
    const prepared = this.#prepared;
    this.#prepared = null;
    try {
      prepared?.finalize();
    } catch (error) {
      if (!(error instanceof CodedError)) throw error; // `finalize` throws the error of the last run once more
    }
  }
}

/** Changes a statement before SQLite gets it, for planted bugs. */
export type Plant = (sql: string) => string;
let plant: Plant = sql => sql;
export const plantSql = (planted: Plant): void => {
  plant = planted;
};

const opened = new Set<SimulatedDatabase>();

/** Frees what a crash has left open; nothing more is written to the disk. */
export function dropDatabases(): void {
  for (const db of opened) db.drop();
}

/** Runs a checkpoint of the write-ahead log, as after 2,000 frames. */
export function checkpointAll(): void {
  // the database of the lock file is in a transaction and is skipped
  for (const db of opened) if (!db.inTransaction) db.pragma('wal_checkpoint(PASSIVE)');
}

export class SimulatedDatabase {
  readonly #db: WasmDatabase;
  readonly #statements: SimulatedStatement[] = [];

  constructor(path: string) {
    try {
      this.#db = new sqlite.Database(path);
    } catch {
      throw new CodedError(CANNOT_OPEN);
    }
    opened.add(this);
    this.#db.all('PRAGMA locking_mode = EXCLUSIVE');
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  exec(sql: string): void {
    this.#db.exec(plant(sql));
  }

  prepare(sql: string): SimulatedStatement {
    const statement = new SimulatedStatement(this.#db, plant(sql));
    this.#statements.push(statement);
    return statement;
  }

  pragma(text: string): unknown[] {
    return this.#db.all(plant(`PRAGMA ${text}`));
  }

  close(): void {
    for (const statement of this.#statements) statement.finalize();
    opened.delete(this);
    this.#db.close();
  }

  drop(): void {
    try {
      this.close();
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
    }
  }
}
