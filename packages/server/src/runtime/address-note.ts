/**
 * A file in the data directory that says where its server listens. A second server that finds the directory locked reads it,
 * so that its operator learns where the first one runs.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'hush.address';
const LONGEST = 300;
const NOTE = /^(?<url>https?:\/\/\S+) (?<pid>\d+)\n$/;

export function writeAddressNote(dataDir: string, url: string): void {
  writeFileSync(join(dataDir, NAME), `${url} ${process.pid}\n`, { mode: 0o600 });
}

export function deleteAddressNote(dataDir: string): void {
  rmSync(join(dataDir, NAME), { force: true });
}

/** Returns a sentence about the server that uses the directory; empty if nothing is known. */
export function describeOtherServer(dataDir: string): string {
  const { url, pid } = NOTE.exec(readNote(join(dataDir, NAME)))?.groups ?? {};
  return url === undefined ? '' : `It is at ${url} (process ${pid}).`;
}

function readNote(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, LONGEST);
  } catch {
    return ''; // a server that has just started may not have written the file yet
  }
}
