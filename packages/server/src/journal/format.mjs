/**
 * The format of the database, and the migrations from earlier formats. Format 1 (version 0.1.0) had no links between entries
 * and stored every moment of the sand as an entry, in the logs `sand/CODE`. Format 2 (version 0.2.0) had no table of recent
 * entries and no compacted logs. Format 3 had no packs.
 */
import { PACKS_TABLE } from './packs.mjs';
import { RECENT_TABLE } from './recent.mjs';
import { entrySum, headSum } from './rows.mjs';

/** @import Database from 'libsql' */

export const FORMAT = 4;
export const APPLICATION = 0x48757368; // the application id in the file: the letters "Hush"

const TABLES = `
  CREATE TABLE entries (
    log TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL, prev BLOB,
    PRIMARY KEY (log, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE heads (
    log TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, sum INTEGER NOT NULL, link BLOB,
    game INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION};`;

const LINKS = `
  ALTER TABLE entries ADD COLUMN prev BLOB;
  ALTER TABLE heads ADD COLUMN link BLOB;
  ALTER TABLE heads ADD COLUMN game INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE heads ADD COLUMN at INTEGER NOT NULL DEFAULT 0;`;

const STATE = `
  CREATE TABLE state (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO state VALUES ('generation', 1);`;

/** The statements that migrate each earlier format. @type {Readonly<Record<number, readonly string[]>>} */
const STEPS = {
  0: [TABLES, STATE, RECENT_TABLE, PACKS_TABLE],
  1: [LINKS, STATE, RECENT_TABLE, PACKS_TABLE],
  2: [RECENT_TABLE, PACKS_TABLE],
  3: [PACKS_TABLE],
};

const SAND = 'sand/';
/**
 * How many checkpoints of a table are read from the end of its log: several authorities wrote them in any order, but
 * none was further behind.
 */
const LAST_MOMENTS = 100;

/**
 * Creates the tables of a new file, or migrates those of an earlier format, in one transaction.
 * @param {Database.Database} db
 * @param {number} format 0 for a new file
 */
export function migrateDatabase(db, format) {
  if (format === FORMAT) return;
  db.exec(`BEGIN IMMEDIATE; ${(STEPS[format] ?? []).join('\n')}`);
  if (format === 1) moveSand(db);
  db.exec(`PRAGMA user_version = ${FORMAT}; COMMIT;`);
}

/**
 * Stores the latest valid checkpoint of each table as its moment and deletes the log of checkpoints. If a log cannot
 * be read, the players get back the sand since the last event.
 * @param {Database.Database} db
 */
function moveSand(db) {
  const all = db.prepare('SELECT CAST(log AS BLOB) FROM heads WHERE log >= ? AND log < ?').raw();
  const head = db
    .prepare('SELECT CAST(version AS INTEGER), CAST(sum AS INTEGER) FROM heads WHERE log = ?')
    .raw();
  const keep = db.prepare('UPDATE heads SET game = ?, at = ?, sum = ? WHERE log = ?');
  for (const [name] of /** @type {[Buffer][]} */ (all.all([SAND, `${SAND}\u{10ffff}`]))) {
    const sand = name.toString();
    const log = `table/${sand.slice(SAND.length)}`;
    const latest = latestMoment(db, sand);
    const [[version, sum] = [0, 0]] = /** @type {[number, number][]} */ (head.all([log]));
    // a head that was damaged before is stored as damaged
    const isSound = sum === headSum(log, { version, link: null, game: 0, at: 0 });
    if (latest !== null && isSound)
      keep.run([latest.game, latest.at, headSum(log, { version, link: null, ...latest }), log]);
    for (const table of ['entries', 'heads']) db.prepare(`DELETE FROM ${table} WHERE log = ?`).run([sand]);
  }
}

/** @param {Database.Database} db @param {string} log */
function latestMoment(db, log) {
  const last =
    db.prepare(`SELECT CAST(version AS INTEGER), CAST(text AS BLOB), CAST(sum AS INTEGER) FROM entries
                           WHERE log = ? ORDER BY version DESC LIMIT ?`);
  const rows = /** @type {[number, Buffer, number][]} */ (last.raw().all([log, LAST_MOMENTS]));
  const sound = rows.filter(([version, text, sum]) => sum === entrySum(log, version, text, null));
  const moments = sound.map(
    ([, text]) => /** @type {{ game: number, at: number }} */ (JSON.parse(text.toString())),
  );
  return moments.sort((a, b) => b.game - a.game || b.at - a.at)[0] ?? null;
}
