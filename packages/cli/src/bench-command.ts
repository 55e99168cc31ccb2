/**
 * `hush bench`: what a server bears, beside a bare `ws` room server sending the same bytes, both measured in one run
 * by a load generator in a process of its own. Numbers of one machine compare only within one run.
 */
import { parseArgs } from 'node:util';
import { highestRate, load, type Measured } from './bench-load.ts';
import {
  type BenchServer,
  isSubject,
  SUBJECTS,
  type SubjectName,
  serve,
  startServer,
} from './bench-servers.ts';
import { type BenchTable, newsSizes, openBareRoom, openTable } from './bench-tables.ts';
import { type Io, WorldError } from './io.ts';

export interface BenchOptions {
  readonly tables: number;
  readonly players: number;
  readonly seconds: number;
  /** Actions a second at which the CPU time of an action is measured. */
  readonly rate: number;
  /** Only at that rate, without looking for the highest. */
  readonly isSteady: boolean;
  /** The number of the action whose news is compared with that of the tenth. */
  readonly late: number;
}

export interface Subject {
  readonly name: SubjectName;
  /** The highest rate that was served in time; null when there was none, or nobody looked for it. */
  readonly best: Measured | null;
  readonly equal: Measured;
  /** Of the whole server process at the equal rate, microseconds. */
  readonly cpuPerAction: number;
}

export interface BenchResult {
  readonly subjects: readonly Subject[];
  /** Bytes on the wire of the news of one action to one player, early and late in a game. */
  readonly early: number;
  readonly late: number;
}

const OPTIONS = {
  tables: { type: 'string', default: '200' },
  players: { type: 'string', default: '8' },
  seconds: { type: 'string', default: '3' },
  rate: { type: 'string', default: '1000' },
  steady: { type: 'boolean', default: false },
  late: { type: 'string', default: '1000' },
  json: { type: 'boolean', default: false },
  // For the bench itself, which starts the servers it measures: not a way to run a server.
  serve: { type: 'string' },
} as const;

const USAGE =
  'usage: hush bench [--tables 200] [--players 8] [--seconds 3] [--rate 1000] [--steady] [--late 1000] [--json]';

export async function benchCommand(args: readonly string[], io: Io): Promise<number> {
  const values = readOptions(args);
  if (values.serve !== undefined) {
    if (!isSubject(values.serve)) throw new WorldError(USAGE);
    return serve(values.serve, io);
  }
  const options = {
    tables: whole(values.tables),
    players: whole(values.players),
    seconds: whole(values.seconds),
    rate: whole(values.rate),
    isSteady: values.steady,
    late: whole(values.late),
  };
  const result = await bench(options, io);
  io.out(values.json ? `${JSON.stringify(result)}\n` : report(result, options));
  return 0;
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    throw new WorldError(USAGE);
  }
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new WorldError(USAGE);
  return Number(text);
}

/** Every server in turn, none beside another: they would share the machine. */
async function bench(options: BenchOptions, io: Io): Promise<BenchResult> {
  const subjects: Subject[] = [];
  for (const name of SUBJECTS) {
    io.complain(`measuring ${name}`);
    subjects.push(await withServer(name, server => measure(name, server, options)));
  }
  io.complain('measuring bytes');
  const sizes = await withServer('memory', ({ http }) => newsSizes(http, options));
  return { subjects, ...sizes };
}

async function withServer<T>(name: SubjectName, use: (server: BenchServer) => Promise<T>): Promise<T> {
  const server = await startServer(name);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

const OPENED_TOGETHER = 10;

async function measure(name: SubjectName, server: BenchServer, options: BenchOptions): Promise<Subject> {
  const { tables, players, rate, seconds } = options;
  const open = (i: number): Promise<BenchTable> =>
    name === 'bare' ? openBareRoom(server.http, `room${i}`, players) : openTable(server.http, players);
  const rooms: BenchTable[] = [];
  for (let i = 0; i < tables; i += OPENED_TOGETHER) {
    const some = Array.from({ length: Math.min(OPENED_TOGETHER, tables - i) }, (_, j) => open(i + j));
    rooms.push(...(await Promise.all(some)));
  }
  try {
    await load(rooms, rate, seconds); // warm
    const before = await server.cpuSeconds();
    const equal = await load(rooms, rate, seconds);
    const cpu = (await server.cpuSeconds()) - before;
    const best = options.isSteady ? null : await highestRate(rooms, rate, seconds);
    return { name, best, equal, cpuPerAction: (cpu * 1e6) / equal.sent };
  } finally {
    for (const room of rooms) room.close();
  }
}

function report({ subjects, ...bytes }: BenchResult, { late }: BenchOptions): string {
  const bare = subjects.find(({ name }) => name === 'bare')?.best?.rate ?? Number.NaN;
  const lines = subjects.map(({ name, best, equal, cpuPerAction }) =>
    [
      name.padEnd(8),
      `${best?.rate ?? 0} actions/s in time`.padStart(24),
      `${((best?.rate ?? 0) / bare).toFixed(2)} x bare`.padStart(12),
      `p99 ${best?.p99.toFixed(1) ?? '-'} ms`.padStart(14),
      `at ${equal.rate}/s: ${cpuPerAction.toFixed(0)} us CPU an action`.padStart(32),
      `p99 ${equal.p99.toFixed(1)} ms`.padStart(14),
      `${equal.bytesPerFrame.toFixed(0)} bytes a frame`.padStart(17),
    ].join(' '),
  );
  const sizes = `news about the 10th action ${bytes.early} bytes, about the ${late}th ${bytes.late} bytes`;
  return `${lines.join('\n')}\n${sizes}\n`;
}
