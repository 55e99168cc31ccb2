/** Private files of a journal, and the syncs that make new files durable. */
import { accessSync, closeSync, constants, existsSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE_FILE = 0o600;

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
