/** A server in a separate process: started, killed, started again, always at the same port. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableWish } from '@hush/protocol';

/** Below the ports that outgoing connections get: a client could otherwise be given the very port of a server that is down. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** Listens at a port, or resolves to null where it is taken. */
function listenAt(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise(resolve => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * A port that nobody listens at and that no other process takes while this one runs, not even while its server is killed and
 * not started yet. The port above it is the lock: whoever listens there has reserved the pair.
 */
export async function reservePort(from: number = FIRST_PORT + 2 * (process.pid % 2_500)): Promise<number> {
  for (let port = from; port < LAST_PORT; port += 2) {
    const lock = await listenAt(port + 1);
    if (lock === null) continue;
    const server = await listenAt(port);
    server?.close();
    if (server !== null) {
      await once(server, 'close');
      lock.unref(); // held until this process ends
      return port;
    }
    lock.close();
  }
  throw new Error('no free port');
}

export interface ServerPlan {
  readonly program: string;
  readonly dataDir: string;
  readonly port: number;
  /** Bugs of server-child.ts. */
  readonly plants?: readonly string[];
  /** Settings besides those that every test needs. */
  readonly env?: Readonly<Record<string, string>>;
}

export class ServerProcess {
  readonly plan: ServerPlan;
  #child: ChildProcess | null = null;

  constructor(plan: ServerPlan) {
    this.plan = plan;
  }

  get http(): string {
    return `http://127.0.0.1:${this.plan.port}`;
  }

  /** Its peak memory in mebibytes; Linux only. */
  get peak(): number {
    const status = readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  #spawn(...words: readonly string[]): ChildProcessByStdio<Writable, Readable, null> {
    const { program, dataDir, port, plants = [], env = {} } = this.plan;
    const child = spawn(process.execPath, [program, ...plants, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        HOST: '127.0.0.1',
        HUSH_DATA: dataDir,
        HUSH_LOG: 'error',
        HUSH_CONNECTIONS_PER_IP: '100000',
        HUSH_TABLES_PER_HOUR: '100000',
        ...env,
      },
    });
    this.#child = child;
    return child;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const child = this.#spawn();
    const gone = once(child, 'exit').then(() => {
      throw new Error('the server did not start');
    });
    await Promise.race([once(child.stdout, 'data'), gone]);
    gone.catch(() => undefined); // it will end one day
  }

  /** Ends it some milliseconds after its start. */
  async startAndKill(after: number): Promise<void> {
    const child = this.#spawn();
    await sleep(after);
    if (child.exitCode !== null) throw new Error('the server did not start');
    await this.kill();
  }

  /** It is killed when it has read its journal and does not listen yet. */
  async startStillborn(): Promise<void> {
    const child = this.#spawn('stillborn');
    const [code, signal]: readonly unknown[] = await once(child, 'exit');
    if (signal !== 'SIGKILL') throw new Error(`the server ended with ${code}`);
  }

  /** Kills it; resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Asks it to stop; resolves when it has ended. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  async createTable(wish: TableWish): Promise<string> {
    const response = await fetch(`${this.http}/api/tables`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.http, connection: 'close' },
      body: JSON.stringify({ wish }),
    });
    if (!response.ok) throw new Error(`no table: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { readonly code: string }).code;
  }
}
