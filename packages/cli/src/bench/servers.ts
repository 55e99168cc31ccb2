/** The measured servers, each in a process of its own: the bare one, and ours with a journal in memory or on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryJournal } from '@hush/protocol';
import { readConfig, startServer as startHush } from '@hush/server';
import { type Io, WorldError } from '../io.ts';
import { serveBareRooms } from './bare-server.ts';

export const SUBJECTS = ['bare', 'memory', 'sqlite'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export const isSubject = (name: string): name is SubjectName => SUBJECTS.some(subject => subject === name);

/** Serves until its parent process ends; the only line that it prints is its port. */
export async function serve(name: SubjectName, io: Io): Promise<number> {
  const stop = name === 'bare' ? await serveBareRooms(io) : await serveHush(name, io);
  await once(process.stdin.resume(), 'end');
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
  const token = randomBytes(16).toString('hex');
  const child = spawn(process.execPath, [...process.execArgv, ...FLAGS, command, 'bench', '--serve', name], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...SETTINGS, HUSH_DATA: data, HUSH_METRICS: token },
  });
  const http = `http://127.0.0.1:${await firstLine(child)}`;
  return {
    http,
    cpuSeconds: () => cpuSeconds(http, token),
    stop: async () => {
      const gone = once(child, 'exit');
      child.stdin?.end();
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return text.trim();
  }
  throw new WorldError(`the server did not start: ${text}`);
}

async function cpuSeconds(http: string, token: string): Promise<number> {
  const response = await fetch(`${http}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const found = /^process_cpu_seconds_total ([\d.e+-]+)/m.exec(await response.text());
  if (found === null) throw new WorldError(`the server does not tell its CPU time: ${response.status}`);
  return Number(found[1]);
}
