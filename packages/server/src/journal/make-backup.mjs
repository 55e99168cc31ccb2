/**
 * Copies the journal at one point in time, while a server may be writing. It runs in a worker, because it takes as long as
 * the disk needs.
 */
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { isDamage, reasonOf } from './errors.mjs';
import { makePrivateFile, syncDirectory, syncFile } from './files.mjs';
import { DATABASE, isUnexamined } from './open.mjs';

/** @import { BackupError, BackupMade, BackupResult } from './worker-messages.ts' */

const FIRST_THE_SERVER =
  'no backup was made; start the server, anew if it runs, which finds out what is lost and sets it aside, then try again.';

/** @param {BackupError['type']} type @param {string} why @returns {BackupResult} */
const refuse = (type, why) => ({ ok: false, error: { type, why } });

/**
 * Makes a backup. The copy gets its final name only when it is complete, checked and synced.
 * @param {string} dataDir
 * @param {string} given
 * @returns {BackupResult}
 */
export function makeBackup(dataDir, given) {
  const source = join(resolve(dataDir), DATABASE);
  const target = resolve(given);
  if (!existsSync(source)) return refuse('missing', `There is no journal in ${resolve(dataDir)}.`);
  if (existsSync(target)) return refuse('exists', `${target} is there already and is left as it is.`);
  const draft = `${target}.${process.pid}.partial`;
  try {
    if (isUnexamined(resolve(dataDir)))
      return refuse('damaged', `${source}-wal is damaged: ${FIRST_THE_SERVER}`);
    rmSync(draft, { force: true });
    makePrivateFile(draft);
    copy(source, draft);
    const made = verifyCopy(draft);
    syncFile(draft);
    // creates the final name with a link, because a rename would replace a file that another process has created
    // meanwhile
    linkSync(draft, target);
    rmSync(draft);
    syncDirectory(dirname(target));
    return { ok: true, ...made };
  } catch (error) {
    if (isDamage(error))
      return refuse('damaged', `${source} is damaged: no backup was made; keep the older ones.`);
    return refuse('unwritable', `The backup ${target} cannot be written: ${reasonOf(error)}.`);
  } finally {
    if (existsSync(draft)) rmSync(draft);
  }
}

/** @param {string} source @param {string} draft */
function copy(source, draft) {
  const db = new Database(source, { timeout: 5000 });
  try {
    db.prepare('VACUUM INTO ?').run([draft]);
  } finally {
    db.close();
  }
}

/** The error when SQLite finds a fault in the structure of a copy. */
export class UnsoundCopy extends Error {}

/** Checks the structure of a copy and counts its contents. @param {string} draft @returns {BackupMade} */
export function verifyCopy(draft) {
  const db = new Database(draft);
  const one = (/** @type {string} */ sql) => {
    const [value] = /** @type {unknown[]} */ (db.prepare(sql).raw().get([]) ?? []);
    return value;
  };
  try {
    const verdict = one('PRAGMA integrity_check(1)');
    if (verdict !== 'ok') throw new UnsoundCopy(`the copy is not sound (${verdict})`);
    const logs = Number(one('SELECT count(*) FROM heads'));
    const has = (/** @type {string} */ table) =>
      // journals of earlier formats have fewer tables
      one(`SELECT count(*) FROM sqlite_schema WHERE name = '${table}'`) !== 0;
    const recent = has('recent') ? Number(one('SELECT count(*) FROM recent')) : 0;
    const packed = has('packs') ? Number(one('SELECT total(count) FROM packs')) : 0;
    const entries = Number(one('SELECT count(*) FROM entries')) + recent + packed;
    return { logs, entries, bytes: statSync(draft).size };
  } finally {
    db.close();
  }
}
