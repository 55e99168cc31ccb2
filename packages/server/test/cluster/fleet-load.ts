/**
 * Tables of a fleet whose players act all the time. At the end the journal is compared with what the players were
 * told.
 */
import { FORMATS } from '../../src/cluster/formats.ts';
import { type Finding, Ledger } from '../ledger.ts';
import { type Player, playTable, until } from '../player-client.ts';
import { openTestJournal } from './cluster-kit.ts';
import type { Fleet } from './fleet.ts';

/** Milliseconds between two actions of a player. */
const PACE = 100;
/** Milliseconds between two requests for the amount of sand. */
const PROBE = 500;
const MOST_UNANSWERED = 6;
/** Milliseconds between two checks of which commands have been answered. */
const LOOK = 5;
const PLAYERS = Number(process.env['HUSH_CLUSTER_PLAYERS'] ?? 3);
/** The story of every player who waited longer than this is printed. */
const SLOW = Number(process.env['HUSH_CLUSTER_SLOW'] ?? Number.POSITIVE_INFINITY);
/** A wait of at least this many milliseconds is noted among the player's events. */
const LONG_WAIT = 250;
/** Nodes of later builds may have written to the tables. */
const WITH_LATER = { ...FORMATS, newest: FORMATS.newest + 100 };

interface LoadedTable {
  readonly ledger: Ledger;
  readonly players: readonly Player[];
}

export interface Verdict {
  readonly entries: number;
  readonly findings: readonly Finding[];
  readonly chainBreaks: number;
  /** The most sand that a player got back at a new connection, in milliseconds. */
  readonly sandBack: number;
  /**
   * The most sand that was lost at once, in milliseconds: by how much the sand between two readings had run faster than
   * the clock.
   */
  readonly sandLost: number;
}

export class FleetLoad {
  readonly #fleet: Fleet;
  readonly #findings: Finding[] = [];
  readonly #tables: LoadedTable[] = [];
  #stop: () => void = () => undefined;

  private constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  static async begin(fleet: Fleet, tables: number, chance: () => number, pace = PACE): Promise<FleetLoad> {
    const load = new FleetLoad(fleet);
    for (let i = 0; i < tables; i++) await load.#open(i, chance);
    load.#act(pace);
    return load;
  }

  async #open(i: number, chance: () => number): Promise<void> {
    const { nodes, balancer } = this.#fleet;
    // The wish of a table with free talk: then `ready` is never refused (CM-2k), so each `ready` that the journal lacks
    // was lost.
    const wish = { scenario: 1, hourglass: 3600, house: { freeTalk: true } };
    const code = (await nodes[i % nodes.length]?.createTable(wish)) ?? '';
    const plan = { table: code, port: balancer.port, chance };
    const players = await playTable(Array.from({ length: PLAYERS }, () => plan));
    this.#tables.push({ ledger: new Ledger(code, finding => this.#findings.push(finding)), players });
  }

  get players(): readonly Player[] {
    return this.#tables.flatMap(table => table.players);
  }

  get tables(): number {
    return this.#tables.length;
  }

  /** For each table the highest version that a player was told. */
  versions(): Map<string, number> {
    const version = ({ players }: LoadedTable): number =>
      Math.max(...players.map(({ connection: { mirror } }) => mirror.version));
    return new Map(this.#tables.map(table => [table.ledger.code, version(table)]));
  }

  /** Resolves when players were told this many more entries. */
  async untilActions(more: number): Promise<void> {
    const told = (): number => [...this.versions().values()].reduce((sum, version) => sum + version, 0);
    const begun = told();
    await until(() => told() >= begun + more, 'more entries');
  }

  #act(pace: number): void {
    const timers = this.players.flatMap(player => [
      setInterval(() => {
        if (player.connection.mirror.unanswered < MOST_UNANSWERED) player.act();
      }, pace),
      setInterval(() => {
        if (player.connection.status.type === 'online') player.connection.probe();
      }, PROBE),
    ]);
    this.#stop = () => timers.forEach(clearInterval);
  }

  /**
   * Causes a fault; returns for each player the longest time, in milliseconds, in which a command waited and nothing
   * was answered.
   */
  async waitsFor(happen: () => Promise<void>): Promise<readonly number[]> {
    const watched = this.players.map(player => new Watch(player));
    const timer = setInterval(() => {
      for (const watch of watched) watch.look();
    }, LOOK);
    try {
      await happen();
      await this.#fleet.servers.ready();
      const since = performance.now();
      await until(() => watched.every(watch => watch.answeredAt > since), 'an answer for every player');
    } finally {
      clearInterval(timer);
    }
    for (const watch of watched)
      if (watch.longest > SLOW)
        process.stdout.write(`waited ${Math.round(watch.longest)} ms: ${watch.story}\n`);
    return watched.map(({ longest }) => longest);
  }

  /** Resolves when every player has a new answer. */
  async untilAnswered(): Promise<void> {
    const before = this.players.map(responsesOf);
    await until(
      () => this.players.every((player, at) => responsesOf(player) !== before[at]),
      'an answer for every player',
    );
  }

  /** Stops all players, and compares what they were told with the journal. */
  async judge(): Promise<Verdict> {
    this.#stop();
    const { players } = this;
    await until(() => players.every(({ connection: { mirror } }) => mirror.unanswered === 0), 'every answer');
    const journal = await openTestJournal(this.#fleet.servers, { reads: WITH_LATER });
    for (const { ledger, players: own } of this.#tables) {
      const end = await journal.read(`table/${ledger.code}`, 1);
      await until(
        () => own.every(({ connection: { mirror } }) => end.ok && mirror.version >= end.version),
        'all entries',
      );
      await ledger.compare(
        journal,
        own.map(player => player.testify()),
      );
      await ledger.compareStates(journal, own);
    }
    const { chainBreaks } = journal.counts;
    await journal.close();
    const entries = this.#tables.reduce((sum, { ledger }) => sum + ledger.entries, 0);
    return { entries, findings: this.#findings, chainBreaks, ...sandErrors(players) };
  }

  end(): void {
    this.#stop();
    for (const { connection } of this.players) connection.close();
  }
}

/** Measures how long a player waits for answers. */
class Watch {
  readonly #player: Player;
  #responses: number;
  #waitsSince: number | null = null;
  readonly #begun = performance.now();
  readonly #story: string[] = [];
  #status = '';
  #ends: number;
  /** When an answer to a command was last noticed. */
  answeredAt = 0;
  longest = 0;

  constructor(player: Player) {
    this.#player = player;
    this.#responses = responsesOf(player);
    this.#ends = player.ends.length;
  }

  /** The events of the connection and long waits, with milliseconds since the beginning. */
  get story(): string {
    return this.#story.join(', ');
  }

  #follow(now: number, isNew: boolean): void {
    const { connection, ends } = this.#player;
    const { status } = connection;
    const text = status.type === 'waiting' ? `waits ${Math.round(status.retryAfter)} ms` : status.type;
    const waited = isNew && this.#waitsSince !== null ? now - this.#waitsSince : 0;
    const news = [
      ...ends.slice(this.#ends).map(code => `ended with ${code}`),
      ...(text === this.#status ? [] : [text]),
      ...(waited > LONG_WAIT ? [`answered after ${Math.round(waited)} ms`] : []),
    ];
    this.#story.push(...news.map(what => `${Math.round(now - this.#begun)} ${what}`));
    this.#ends = ends.length;
    this.#status = text;
  }

  look(): void {
    const now = performance.now();
    const responses = responsesOf(this.#player);
    const isNew = responses !== this.#responses;
    this.#responses = responses;
    this.#follow(now, isNew);
    if (isNew) this.answeredAt = now;
    if (this.#waitsSince !== null) this.longest = Math.max(this.longest, now - this.#waitsSince);
    if (this.#player.connection.mirror.unanswered === 0) this.#waitsSince = null;
    else if (isNew || this.#waitsSince === null) this.#waitsSince = now;
  }
}

/** A number that grows with every news of a command of this player, and with every refusal. */
const responsesOf = (player: Player): number => player.madeBy(player.member) + player.refusals.length;

/**
 * Compares the sand that a new connection was told with the reading before the reconnection; the results do not depend on
 * how fast the machine is.
 */
function sandErrors(players: readonly Player[]): Pick<Verdict, 'sandBack' | 'sandLost'> {
  let [sandBack, sandLost] = [0, 0];
  for (const { before, sand } of players.flatMap(({ greetings }) => greetings)) {
    if (before === null || before.game !== sand.game || !before.runs) continue;
    sandBack = Math.max(sandBack, before.at - sand.at);
    sandLost = Math.max(sandLost, sand.at - before.at - (sand.heardAt - before.askedAt));
  }
  return { sandBack, sandLost };
}
