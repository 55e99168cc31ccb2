/**
 * The measured servers, each in a process of its own: the bare server, and our server with a journal in memory or on
 * disk.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { memoryJournal } from '@hush/protocol';
import { readConfig, startServer as startHush } from '@hush/server';
import { type Io, WorldError } from '../io.ts';
import { serveBareRooms } from './bare-server.ts';

export const SUBJECTS = ['bare', 'memory', 'sqlite'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export const isSubject = (name: string): name is SubjectName => SUBJECTS.some(subject => subject === name);

/**
 * Serves until its parent process ends. It prints its port, and its CPU time in seconds for each line that it reads: a request
 * for the metrics would cost the measured server more than ten actions.
 */
export async function serve(name: SubjectName, io: Io): Promise<number> {
  const stop = name === 'bare' ? await serveBareRooms(io) : await serveHush(name, io);
  for await (const _ of createInterface({ input: process.stdin })) {
    const { user, system } = process.cpuUsage();
    io.out(`${(user + system) / 1e6}\n`);
  }
  await stop();
  return 0;
}

async function serveHush(name: 'memory' | 'sqlite', io: Io): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  if (!config.ok) throw new WorldError(config.error.join(' '));
  const journal = name === 'memory' ? { journal: memoryJournal() } : {};
  const started = await startHush({ config: config.value, ...journal });
  if (!started.ok) throw new WorldError(started.error);
  io.out(`${started.value.port}\n`);
  return () => started.value.stop();
}

export interface BenchServer {
  readonly http: string;
  /** CPU time of the whole process since its start. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Settings without limits per address, which would refuse the load. */
const SETTINGS = {
  PORT: '0',
  HOST: '127.0.0.1',
  HUSH_LOG: 'error',
  HUSH_CONNECTIONS_PER_IP: '100000',
  HUSH_MAX_CONNECTIONS: '100000',
  HUSH_TABLES_PER_HOUR: '100000',
} as const;

/** The same flags as `npm start`: a larger young generation, so that the garbage of an action is collected cheaply. */
const FLAGS = ['--max-semi-space-size=32'];

/** Starts this command again, as a server; a benchmark outside of the command passes the path of its launcher. */
export async function startBenchServer(
  name: SubjectName,
  command: string = process.argv[1] ?? '',
): Promise<BenchServer> {
  const data = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  const child = spawn(process.execPath, [...process.execArgv, ...FLAGS, command, 'bench', '--serve', name], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...SETTINGS, HUSH_DATA: data },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new WorldError(`the server ${name} has ended`);
    return line.value;
  };
  return {
    http: `http://127.0.0.1:${await nextLine()}`,
    cpuSeconds: () => {
      child.stdin.write('\n');
      return nextLine().then(Number);
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
