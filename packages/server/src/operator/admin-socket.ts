/**
 * `hush admin` talks to a running server through a Unix socket in the data directory: the request is one JSON line,
 * and so is the answer. Whoever may open the file is the operator; there is no network port.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { err, ok, type Result } from '@hush/rules';
import type { Log } from '../runtime/log.ts';

const FILE = 'admin.sock';
const LONGEST = 4_096;
const PATIENCE = 30_000;

const adminSocketPath = (dataDir: string): string => resolve(join(dataDir, FILE));

type Run = (words: readonly string[]) => Promise<Result<string, string>>;

/** Starts listening. Only one server uses the data directory, so an existing socket was left by a crash and is replaced. */
export function listenForAdmin(dataDir: string, run: Run, log: Log): Server {
  const path = adminSocketPath(dataDir);
  rmSync(path, { force: true });
  const server = createServer(socket => {
    let text = '';
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('error', error => log.debug({ err: error }, 'admin socket error'));
    socket.on('data', data => {
      text += data.toString();
      if (text.length > LONGEST) socket.destroy();
      else if (text.includes('\n'))
        void answer(text.split('\n', 1)[0] ?? '', run, log).then(said => socket.end(said));
    });
  });
  server.on('error', error => log.error({ err: error }, 'no socket for hush admin'));
  server.listen(path, () => chmodSync(path, 0o600));
  server.unref();
  return server;
}

async function answer(line: string, run: Run, log: Log): Promise<string> {
  const words = wordsIn(line);
  const result = words === null ? err('The request is not a list of words.') : await attempt(words, run, log);
  log.info({ command: words?.[0], ok: result.ok }, 'operator');
  return `${JSON.stringify(result)}\n`;
}

async function attempt(words: readonly string[], run: Run, log: Log): Promise<Result<string, string>> {
  try {
    return await run(words);
  } catch (error) {
    log.error({ err: error }, 'command of the operator broken by a bug');
    return err('Something went wrong here; the log says what.');
  }
}

function wordsIn(line: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(line);
    return Array.isArray(words) && words.every(word => typeof word === 'string') ? words : null;
  } catch {
    return null;
  }
}

/** Sends a command to the server of a data directory. */
export function askAdmin(dataDir: string, words: readonly string[]): Promise<Result<string, string>> {
  const path = adminSocketPath(dataDir);
  if (!existsSync(path)) return Promise.resolve(err(`No server runs on ${dataDir}.`));
  return new Promise(settle => {
    const socket = connect(path, () => socket.write(`${JSON.stringify(words)}\n`));
    let text = '';
    socket.on('data', data => {
      text += data.toString();
    });
    socket.on('error', () => settle(err(`No server answers on ${dataDir}.`)));
    socket.on('close', () => settle(resultIn(text)));
  });
}

function resultIn(text: string): Result<string, string> {
  try {
    const read = JSON.parse(text) as Result<string, string>;
    return read.ok ? ok(read.value) : err(read.error);
  } catch {
    return err('The server gave no answer.');
  }
}
