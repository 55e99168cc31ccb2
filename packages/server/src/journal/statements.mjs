/** The SQL statements of the journal's database. */

/** @import Database from 'libsql' */

// Columns are read with CAST: a damaged row may hold any type, and the driver aborts the whole process if a text column is
// not UTF-8.
const SQL = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  head: `SELECT CAST(version AS INTEGER), CAST(sum AS INTEGER), CAST(link AS BLOB), CAST(game AS INTEGER), CAST(at AS INTEGER)
         FROM heads WHERE log = ?`,
  last: 'SELECT CAST(max(version) AS INTEGER) FROM entries WHERE log = ?',
  page: `SELECT CAST(version AS INTEGER), CAST(text AS BLOB), CAST(sum AS INTEGER), CAST(prev AS BLOB) FROM entries
         WHERE log = ? AND version >= ? ORDER BY version LIMIT ?`,
  forget: 'DELETE FROM entries WHERE log = ?',
  insert: 'INSERT INTO entries (log, version, text, sum, prev) VALUES (?, ?, CAST(? AS TEXT), ?, ?)',
  behead: 'DELETE FROM heads WHERE log = ?',
  names: 'SELECT CAST(log AS BLOB) FROM heads WHERE log >= ? AND log > ? AND log < ? ORDER BY log LIMIT ?',
  generation: "SELECT CAST(value AS INTEGER) FROM state WHERE name = 'generation'",
  nextGeneration: "UPDATE state SET value = value + 1 WHERE name = 'generation'",
  nextPage: "SELECT CAST(value AS INTEGER) FROM state WHERE name = 'nextPage'",
  keepNextPage: "INSERT OR REPLACE INTO state VALUES ('nextPage', ?)",
  pages: 'PRAGMA page_count',
  modules: "SELECT name FROM pragma_module_list WHERE name = 'sqlite_dbpage'",
};

/** The names of statements that return each row as an array. */
const READS = /** @type {const} */ ([
  'head',
  'last',
  'page',
  'names',
  'generation',
  'nextPage',
  'pages',
  'modules',
]);

/** @typedef {Record<keyof typeof SQL, Database.Statement<[unknown[]]>>} Statements */

/** @param {Database.Database} db @returns {Statements} */
export function prepare(db) {
  const prepared = Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]);
  /** @type {Statements} */
  const statements = Object.fromEntries(prepared);
  for (const name of READS) statements[name].raw();
  return statements;
}
