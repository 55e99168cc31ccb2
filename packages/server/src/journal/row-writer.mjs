/**
 * Writes many rows with few statements, because a call of the driver takes about as long as writing a row. Statements
 * for 1, 2, 4, ... rows are prepared once.
 */

/** @import Database from 'libsql' */

const MOST_TOGETHER = 32;

export class RowWriter {
  /** @type {Database.Database} */ #db;
  /** @type {string} */ #into;
  /** @type {string} */ #row;
  /** @type {number} */ #columns;
  /** Prepared statements by the number of rows. @type {Map<number, Database.Statement<[unknown[]]>>} */ #statements =
    new Map();

  /**
   * @param {Database.Database} db
   * @param {string} into the statement up to its values
   * @param {readonly string[]} row an expression for each column, with one parameter
   */
  constructor(db, into, row) {
    this.#db = db;
    this.#into = into;
    this.#row = `(${row.join(', ')})`;
    this.#columns = row.length;
  }

  /** @param {readonly unknown[]} values of all rows, one after the other */
  write(values) {
    const total = values.length / this.#columns;
    for (let done = 0; done < total; ) {
      const rows = Math.min(MOST_TOGETHER, 1 << (31 - Math.clz32(total - done)));
      this.#statement(rows).run(values.slice(done * this.#columns, (done + rows) * this.#columns));
      done += rows;
    }
  }

  /** @param {number} rows */
  #statement(rows) {
    const known = this.#statements.get(rows);
    if (known !== undefined) return known;
    const text = `${this.#into} VALUES ${Array.from({ length: rows }, () => this.#row).join(', ')}`;
    const statement = this.#db.prepare(text);
    this.#statements.set(rows, statement);
    return statement;
  }
}
