/**
 * `hush bench`: measures this server beside a bare `ws` server that sends the same bytes, in one run, with a load generator
 * in a separate process. Figures can be compared only within one run.
 */
import { parseArgs } from 'node:util';
import { type Io, WorldError } from '../io.ts';
import { benchBots, companyReport } from './bots.ts';
import { type Capacity, generateLoad, type Measured, Staircase } from './load.ts';
import {
  type BenchServer,
  isSubject,
  SUBJECTS,
  type SubjectName,
  serve,
  startBenchServer,
} from './servers.ts';
import { type BenchTable, newsSizes, openBareRoom, openBenchTable } from './tables.ts';

export interface BenchOptions {
  readonly tables: number;
  readonly players: number;
  readonly seconds: number;
  /** Actions a second at which the CPU time of an action is measured. */
  readonly rate: number;
  /** Measures only at `rate`, and does not search for the highest rate that is served in time. */
  readonly isSteady: boolean;
  /** How many rounds are measured at `rate`. */
  readonly rounds: number;
  /** The number of the action whose news is compared with that of the tenth. */
  readonly late: number;
}

export interface Subject {
  readonly name: SubjectName;
  /** The highest rate that is served in time; null if there is none, or if it was not measured. */
  readonly capacity: Capacity | null;
  readonly equal: Measured;
  /** CPU time per action of the whole server process, in microseconds, at the rate that all servers got. */
  readonly cpuPerAction: number;
  /** CPU time per action in each round. */
  readonly cpus: readonly number[];
  /** CPU time as a multiple of the bare server's CPU time in the same round; the median of all rounds. */
  readonly cpuBesideBare: number;
}

export interface BenchResult {
  readonly subjects: readonly Subject[];
  /** Bytes per player for the news of one action, early in a game and late in a game. */
  readonly early: number;
  readonly late: number;
}

const OPTIONS = {
  tables: { type: 'string', default: '200' },
  players: { type: 'string', default: '8' },
  seconds: { type: 'string', default: '3' },
  rate: { type: 'string', default: '1000' },
  steady: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  late: { type: 'string', default: '1000' },
  /** How many tables with bots run beside the measured tables of people. */
  bots: { type: 'string' },
  json: { type: 'boolean', default: false },
  // Internal: the bench starts the measured servers with this option.
  serve: { type: 'string' },
} as const;

export const BENCH_USAGE =
  'usage: hush bench [--tables 200] [--players 8] [--seconds 3] [--rate 1000] [--steady] [--rounds 9] [--late 1000] [--bots 100] [--json]';

export async function benchCommand(args: readonly string[], io: Io): Promise<number> {
  const values = readOptions(args);
  if (values.serve !== undefined) {
    if (!isSubject(values.serve)) throw new WorldError(BENCH_USAGE);
    return serve(values.serve, io);
  }
  if (values.bots !== undefined) return benchCompany(values, io);
  const options = {
    tables: whole(values.tables),
    players: whole(values.players),
    seconds: whole(values.seconds),
    rate: whole(values.rate),
    isSteady: values.steady,
    rounds: whole(values.rounds ?? '9'),
    late: whole(values.late),
  };
  const result = await bench(options, io);
  io.out(values.json ? `${JSON.stringify(result)}\n` : report(result, options));
  return 0;
}

async function benchCompany(values: ReturnType<typeof readOptions>, io: Io): Promise<number> {
  const options = {
    tables: whole(values.tables),
    players: whole(values.players),
    seconds: whole(values.seconds),
    rate: whole(values.rate),
    bots: whole(values.bots ?? ''),
    rounds: whole(values.rounds ?? '5'),
  };
  const result = await benchBots(options, io);
  io.out(values.json ? `${JSON.stringify(result)}\n` : companyReport(result, options));
  return 0;
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    throw new WorldError(BENCH_USAGE);
  }
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new WorldError(BENCH_USAGE);
  return Number(text);
}

async function bench(options: BenchOptions, io: Io): Promise<BenchResult> {
  const stands: Stand[] = [];
  try {
    for (const name of SUBJECTS) {
      io.complain(`opening tables at ${name}`);
      stands.push(await openStand(name, options));
    }
    io.complain('measuring');
    const subjects = await measureAll(stands, options);
    const sizes = await newsSizes(serverOf(stands, 'memory').http, options);
    return { subjects, ...sizes };
  } finally {
    for (const stand of stands) await stand.close();
  }
}

/** A server process and its tables. */
interface Stand {
  readonly name: SubjectName;
  readonly server: BenchServer;
  readonly rooms: readonly BenchTable[];
  close(): Promise<void>;
}

const OPENED_TOGETHER = 10;

async function openStand(name: SubjectName, { tables, players }: BenchOptions): Promise<Stand> {
  const server = await startBenchServer(name);
  const rooms: BenchTable[] = [];
  const close = (): Promise<void> => {
    for (const room of rooms) room.close();
    return server.stop();
  };
  const open = (i: number): Promise<BenchTable> =>
    name === 'bare' ? openBareRoom(server.http, `room${i}`, players) : openBenchTable(server.http, players);
  try {
    for (let i = 0; i < tables; i += OPENED_TOGETHER) {
      const some = Array.from({ length: Math.min(OPENED_TOGETHER, tables - i) }, (_, j) => open(i + j));
      rooms.push(...(await Promise.all(some)));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { name, server, rooms, close };
}

function serverOf(stands: readonly Stand[], name: SubjectName): BenchServer {
  const stand = stands.find(each => each.name === name);
  if (stand === undefined) throw new Error(`nobody serves ${name}`);
  return stand.server;
}

const WARM_ROUNDS = 5;

/**
 * Measures the servers alternately for a few seconds each, so that other load on the machine affects all of them. CPU time
 * is measured on warm servers, because a new one still compiles code.
 */
async function measureAll(stands: readonly Stand[], options: BenchOptions): Promise<readonly Subject[]> {
  const { rate, seconds, isSteady, rounds } = options;
  for (let i = 0; i < (isSteady ? Math.min(rounds, WARM_ROUNDS) : 1); i++) {
    for (const { rooms } of stands) await generateLoad(rooms, rate, seconds);
  }
  const capacities = isSteady ? null : await capacitiesOf(stands, options);
  const measured: EqualLoad[][] = [];
  for (let i = 0; i < rounds; i++) measured.push(await loadAllEqually(inTurn(stands, i), options));
  return stands.map(stand => {
    const own = measured.map(loads => loadOf(loads, stand.name));
    const beside = measured.map(
      (loads, i) => (own[i]?.cpuPerAction ?? 0) / loadOf(loads, 'bare').cpuPerAction,
    );
    const middle = own.toSorted((a, b) => a.cpuPerAction - b.cpuPerAction)[Math.floor(rounds / 2)];
    if (middle === undefined) throw new Error('nothing was measured');
    const cpuBesideBare = beside.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
    const cpus = own.map(({ cpuPerAction }) => cpuPerAction);
    return { ...middle, cpus, capacity: capacities?.get(stand) ?? null, cpuBesideBare };
  });
}

/**
 * The order of the servers: forwards in one round, backwards in the next, so that no server always follows the same
 * one.
 */
const inTurn = (stands: readonly Stand[], round: number): readonly Stand[] =>
  round % 2 === 0 ? stands : stands.toReversed();

async function capacitiesOf(
  stands: readonly Stand[],
  { rate, seconds }: BenchOptions,
): Promise<ReadonlyMap<Stand, Capacity | null>> {
  const stairs = new Map(stands.map(stand => [stand, new Staircase(rate)] as const));
  for (let i = 0; [...stairs.values()].some(staircase => !staircase.isOver); i++) {
    for (const stand of inTurn(stands, i)) await stairs.get(stand)?.step(stand.rooms, seconds);
  }
  for (const [{ name }, staircase] of stairs)
    if (staircase.isLoadTheLimit)
      throw new WorldError(`the load itself is the limit beside ${name}: use another machine`);
  return new Map([...stairs].map(([stand, { capacity }]) => [stand, capacity] as const));
}

type EqualLoad = Pick<Subject, 'name' | 'equal' | 'cpuPerAction'>;

async function loadAllEqually(
  stands: readonly Stand[],
  { rate, seconds }: BenchOptions,
): Promise<EqualLoad[]> {
  const loads: EqualLoad[] = [];
  for (const { name, server, rooms } of stands) {
    const before = await server.cpuSeconds();
    const equal = await generateLoad(rooms, rate, seconds);
    const cpu = (await server.cpuSeconds()) - before;
    loads.push({ name, equal, cpuPerAction: (cpu * 1e6) / equal.sent });
  }
  return loads;
}

function loadOf(loads: readonly EqualLoad[], name: SubjectName): EqualLoad {
  const found = loads.find(each => each.name === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}

function report({ subjects, ...bytes }: BenchResult, { late }: BenchOptions): string {
  const bare = subjects.find(({ name }) => name === 'bare')?.capacity?.rate ?? Number.NaN;
  const lines = subjects.map(({ name, capacity, equal, cpuPerAction, cpuBesideBare }) =>
    [
      name.padEnd(8),
      `${capacity?.rate ?? 0} actions/s in time`.padStart(24),
      `(${capacity?.low ?? 0} to ${capacity?.high ?? 0}, the load took ${((capacity?.effort ?? 0) * 100).toFixed(0)} %)`.padStart(
        38,
      ),
      `${((capacity?.rate ?? 0) / bare).toFixed(2)} x bare`.padStart(12),
      `at ${equal.rate}/s: ${cpuPerAction.toFixed(0)} us CPU an action,`.padStart(34),
      `${cpuBesideBare.toFixed(2)} x bare`.padStart(11),
      `p99 ${equal.p99.toFixed(1)} ms`.padStart(14),
      `${equal.bytesPerFrame.toFixed(0)} bytes a frame`.padStart(17),
    ].join(' '),
  );
  const sizes = `news about the 10th action ${bytes.early} bytes, about the ${late}th ${bytes.late} bytes`;
  return `${lines.join('\n')}\n${sizes}\n`;
}
