/** A server in a separate process that can be killed and started again, always at the same port. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableWish } from '@hush/protocol';

export interface ServerPlan {
  readonly program: string;
  readonly dataDir: string;
  readonly port: number;
  /** The bugs to plant; see server-child.ts. */
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

  /** The peak memory of the process in mebibytes; Linux only. */
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

  /** Resolves when the server listens. */
  async start(): Promise<void> {
    const child = this.#spawn();
    const gone = once(child, 'exit').then(() => {
      throw new Error('the server did not start');
    });
    await Promise.race([once(child.stdout, 'data'), gone]);
    gone.catch(() => undefined); // later, when the process ends, nothing waits for this promise
  }

  /** Ends the process some milliseconds after its start. */
  async startAndKill(after: number): Promise<void> {
    const child = this.#spawn();
    await sleep(after);
    if (child.exitCode !== null) throw new Error('the server did not start');
    await this.kill();
  }

  /** Kills the process when it has read its journal and does not listen yet. */
  async startStillborn(): Promise<void> {
    const child = this.#spawn('stillborn');
    const [code, signal]: readonly unknown[] = await once(child, 'exit');
    if (signal !== 'SIGKILL') throw new Error(`the server ended with ${code}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Kills the process; resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Asks the process to stop; resolves when it has ended. */
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
