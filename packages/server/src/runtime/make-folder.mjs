/** Creates folders whose parents may be missing. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE_FOLDER = 0o700;
const PARENT_FOLDER = 0o777; // the mode before the umask is applied, as for the shell's mkdir

/**
 * Creates the folders one by one, because Node's recursive mkdir never ends where none can be created, for instance
 * below /proc. The last folder is private, unless a mode is given; its parents get the system's default mode.
 * @param {string} path
 * @param {number} [mode]
 * @returns {string | undefined} the topmost folder that was created
 */
export function makeFolder(path, mode = PRIVATE_FOLDER) {
  if (existsSync(path) && statSync(path).isDirectory()) return undefined;
  const parent = dirname(path);
  const top = existsSync(parent) ? undefined : makeFolder(parent, PARENT_FOLDER);
  try {
    mkdirSync(path, { mode });
    return top ?? path;
  } catch (error) {
    const made = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!made || !statSync(path).isDirectory()) throw error; // otherwise another process has just created the folder
    return top;
  }
}
