/**
 * Tables of one person and seven bots that run beside the measured tables of people. The person lets the bots play one game
 * after the other and can pause them to measure without them. The bots run in the server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@hush/protocol';
import { type ActionTile, type Game, isOver } from '@hush/rules';
import { type Io, WorldError } from '../io.ts';
import { generateLoad, type Measured } from './load.ts';
import { startBenchServer } from './servers.ts';
import { type BenchTable, openBenchTable, openBotTable } from './tables.ts';

const LOOKS_EVERY = 500;
const BOTS = 7;
const ME = 0;

export interface CompanyOptions {
  readonly tables: number;
  readonly players: number;
  readonly seconds: number;
  readonly rate: number;
  readonly bots: number;
  /** How many rounds are measured. */
  readonly rounds: number;
}

export interface CompanyResult {
  /** Latencies of the tables of people without and with playing bots: medians of several rounds. */
  readonly alone: Measured;
  readonly beside: Measured;
  /** CPU time of the whole server per second, without and with playing bots. */
  readonly cpuAlone: number;
  readonly cpuBeside: number;
  /** Events at the tables with bots per second. */
  readonly botRate: number;
}

/** Milliseconds that bots may take until the first of them moves. */
const FIRST_MOVE = 60_000;

/** Alternates rounds with and without bots, so that other load on the machine affects both. */
export async function benchBots(options: CompanyOptions, io: Io): Promise<CompanyResult> {
  const server = await startBenchServer('sqlite');
  const rooms: BenchTable[] = [];
  const bots = new BotTables();
  try {
    io.complain(`opening ${options.tables} tables of people and ${options.bots} with bots`);
    for (let i = 0; i < options.tables; i++) rooms.push(await openBenchTable(server.http, options.players));
    await bots.open(server.http, options.bots);
    await generateLoad(rooms, options.rate, options.seconds); // warms the server up before the first measurement
    io.complain('measuring');
    const [alone, beside]: [Round[], Round[]] = [[], []];
    for (let i = 0; i < options.rounds; i++) {
      bots.rest(true);
      alone.push(await measure({ server, rooms, bots }, options, bots.begin()));
      beside.push(await measure({ server, rooms, bots }, options, await bots.play()));
    }
    return summary(alone, beside);
  } finally {
    bots.close();
    for (const room of rooms) room.close();
    await server.stop();
  }
}

interface Round {
  readonly measured: Measured;
  readonly cpu: number;
  readonly botRate: number;
}

/** The counters of the tables with bots at the beginning of a measurement. */
interface Begun {
  readonly versions: number;
  readonly at: number;
}

interface Measuring {
  readonly server: { cpuSeconds(): Promise<number> };
  readonly rooms: readonly BenchTable[];
  readonly bots: BotTables;
}

async function measure(
  { server, rooms, bots }: Measuring,
  { rate, seconds }: CompanyOptions,
  begun: Begun,
): Promise<Round> {
  const [cpu, at] = [await server.cpuSeconds(), performance.now()];
  const measured = await generateLoad(rooms, rate, seconds);
  const now = performance.now();
  return {
    measured,
    cpu: (((await server.cpuSeconds()) - cpu) * 1000) / (now - at),
    botRate: ((bots.versions - begun.versions) * 1000) / (now - begun.at),
  };
}

function summary(alone: readonly Round[], beside: readonly Round[]): CompanyResult {
  return {
    alone: middle(alone, ({ measured }) => measured.p99).measured,
    beside: middle(beside, ({ measured }) => measured.p99).measured,
    cpuAlone: middle(alone, ({ cpu }) => cpu).cpu,
    cpuBeside: middle(beside, ({ cpu }) => cpu).cpu,
    botRate: middle(beside, ({ botRate }) => botRate).botRate,
  };
}

function middle(rounds: readonly Round[], by: (round: Round) => number): Round {
  const found = rounds.toSorted((a, b) => by(a) - by(b))[rounds.length >> 1];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

export const companyReport = (
  { alone, beside, cpuAlone, cpuBeside, botRate }: CompanyResult,
  { tables, players, bots }: CompanyOptions,
): string =>
  [
    `${tables} tables of ${players} people at ${alone.rate} actions/s: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms, ${(100 * cpuAlone).toFixed(0)} % of a core`,
    `the same beside ${bots} tables with bots: p50 ${beside.p50.toFixed(1)} ms, p99 ${beside.p99.toFixed(1)} ms, ${(100 * cpuBeside).toFixed(0)} % of a core`,
    `there ${botRate.toFixed(0)} things a second happen`,
    '',
  ].join('\n');

class BotTables {
  readonly #people: Host[] = [];
  readonly #timer = setInterval(() => {
    for (const person of this.#people) person.lookOn();
  }, LOOKS_EVERY);

  async open(http: string, tables: number): Promise<void> {
    for (let i = 0; i < tables; i++) this.#people.push(new Host(await openBotTable(http, BOTS)));
  }

  /** Pauses the game, so that the bots stop, or resumes it. */
  rest(resting: boolean): void {
    for (const person of this.#people) person.rest(resting);
  }

  /** Lets the bots play; resolves with the starting time when one of them has moved. */
  async play(): Promise<Begun> {
    const begun = { versions: this.versions + this.#people.length, at: performance.now() };
    for (this.rest(false); this.versions <= begun.versions; await sleep(20))
      if (performance.now() - begun.at > FIRST_MOVE) throw new WorldError('the bots do not play');
    return begun;
  }

  begin(): Begun {
    return { versions: this.versions, at: performance.now() };
  }

  /** The number of entries of all these tables since they were opened. */
  get versions(): number {
    return this.#people.reduce((sum, { version }) => sum + version, 0);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const person of this.#people) person.close();
  }
}

/** A person who lets bots play: takes an action tile that another seat also has, and starts a new game after each one. */
class Host {
  readonly #connection: Connection;
  #resting = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get version(): number {
    return this.#connection.mirror.version;
  }

  rest(resting: boolean): void {
    this.#resting = resting;
    this.#connection.do({ type: resting ? 'pause' : 'resume' });
  }

  lookOn(): void {
    const { mirror } = this.#connection;
    const { game } = mirror;
    if (this.#resting || game === null || mirror.unanswered > 0) return;
    if (isOver(game)) this.#connection.manage({ type: 'begin' });
    else if (game.status === 'setup') this.#start(game);
  }

  #start(game: Game): void {
    const spare = game.actionTiles.findIndex(tile => isSpare(game, tile));
    if (spare > ME) this.#connection.do({ type: 'swap', with: spare });
    this.#connection.do({ type: 'start' });
  }

  close(): void {
    this.#connection.close();
  }
}

/** Whether other seats also own all actions of this tile. */
const isSpare = (game: Game, tile: ActionTile): boolean =>
  tile.every(action => game.actionTiles.filter(other => other.includes(action)).length > 1);
