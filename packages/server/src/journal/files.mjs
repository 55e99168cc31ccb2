/** Private directories and files of a journal, and the syncs that make new ones durable. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE_DIRECTORY = 0o700;
const PARENT_DIRECTORY = 0o777; // the mode before the umask is applied, as for the shell's mkdir
const PRIVATE_FILE = 0o600;

/**
 * Creates the directories one by one, because Node's recursive mkdir never ends where none can be created, for instance
 * below /proc. The data directory is private; its parents get the system's default mode.
 * @param {string} path
 * @param {number} [mode]
 */
export function makeWithParents(path, mode = PRIVATE_DIRECTORY) {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path && !existsSync(dirname(path))) makeWithParents(dirname(path), PARENT_DIRECTORY);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const made = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    // ignored if another process has just created the directory
    if (!made || !statSync(path).isDirectory()) throw error;
  }
}

/** Creates a private file; SQLite gives its other files the same mode. @param {string} path */
export function makePrivateFile(path) {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/**
 * The real reason when mkdir reports a missing parent: the nearest existing directory refuses new entries.
 * @param {string} path
 * @returns {unknown}
 */
export function pathObstacle(path) {
  if (!existsSync(path)) return path === dirname(path) ? undefined : pathObstacle(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Syncs a directory: a new file is durable only when its directory is synced too. @param {string} path */
export function syncDirectory(path) {
  if (process.platform !== 'win32') syncFile(path, 'r'); // Windows cannot open directories
}

/** @param {string} path @param {string} [how] */
export function syncFile(path, how = 'r+') {
  const opened = openSync(path, how);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
