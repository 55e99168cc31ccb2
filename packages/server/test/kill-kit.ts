/**
 * A campaign of kills: while players act at tables, the server is killed at a random moment and started again, and
 * the players reconnect by themselves. Now and then the server is killed again before it listens, or before everybody
 * has reconnected. After every kill the campaign compares what players were told with the journal.
 */
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteJournal } from '../src/index.ts';
import { type Fault, type Finding, Ledger } from './ledger.ts';
import { type Greeting, type Player, playTable, type Testimony, until } from './player-client.ts';
import type { ServerProcess } from './server-process.ts';

const TABLES = 5;
const PLAYERS = 3;
const MOST_UNANSWERED = 6;
const PACE = 60; // milliseconds between two actions of one player, on average
const LONGEST_LOAD = 150; // milliseconds between the last recovery and the next kill, at most
/** How many entries must be written before a server under load is killed. */
const LEAST_ENTRIES = 50;
/** The share of commands that are sent twice, as a network could do. */
const DOUBLED = 0.1;
/** How much sand a crash may give back, in milliseconds. */
const MOST_REFUND = 1_000;
/**
 * In one of ten runs this much sand passes before the kill, more than a crash may give back, so that losing all of it
 * would be noticed.
 */
const MUCH_SAND = MOST_REFUND + 200;

export interface Outcome {
  readonly findings: readonly Finding[];
  /** For each run that was not interrupted, the milliseconds from the kill until every player had an answer again. */
  readonly recoveries: readonly number[];
  /** How much sand each restart gave back, in milliseconds. */
  readonly refunds: readonly number[];
  readonly entries: number;
  /** How many servers were killed before they listened, at about that moment, and before everybody had reconnected. */
  readonly stillborn: number;
  readonly early: number;
  readonly shortLived: number;
}

/** One table, its players, and its entries in the journal so far. */
interface Watched {
  readonly code: string;
  readonly players: readonly Player[];
  /** The table whose players send nothing, so that only checkpoints store its sand. */
  readonly isSilent: boolean;
  readonly ledger: Ledger;
}

export class Campaign {
  readonly #server: ServerProcess;
  readonly #chance: () => number;
  readonly #findings: Finding[] = [];
  readonly #recoveries: number[] = [];
  readonly #refunds: number[] = [];
  #stillborn = 0;
  #early = 0;
  #shortLived = 0;
  /** How many milliseconds the last server needed until it listened. */
  #birth = 0;
  #tables: readonly Watched[] = [];
  #isOver = false;

  constructor(server: ServerProcess, chance: () => number) {
    this.#server = server;
    this.#chance = chance;
  }

  async run(kills: number): Promise<Outcome> {
    await this.#server.start();
    try {
      this.#tables = await Promise.all(Array.from({ length: TABLES }, (_, i) => this.#seat(i)));
      const acting = this.#tables.flatMap(({ players, isSilent }) =>
        players.map(player => (isSilent ? this.#listen(player) : this.#play(player))),
      );
      await this.#bearLoad(0);
      for (let i = 1; i <= kills && this.#findings.length === 0; i++) await this.#kill(i, i === kills);
      this.#isOver = true;
      await Promise.all(acting);
      await this.#end();
    } finally {
      this.#isOver = true;
      for (const { connection } of this.#players()) connection.close();
      await this.#server.kill();
    }
    const entries = this.#tables.reduce((sum, { ledger }) => sum + ledger.entries, 0);
    return {
      findings: this.#findings,
      recoveries: this.#recoveries,
      refunds: this.#refunds,
      entries,
      stillborn: this.#stillborn,
      early: this.#early,
      shortLived: this.#shortLived,
    };
  }

  #players(): readonly Player[] {
    return this.#tables.flatMap(({ players }) => players);
  }

  #actors(): readonly Player[] {
    return this.#tables.filter(({ isSilent }) => !isSilent).flatMap(({ players }) => players);
  }

  async #seat(i: number): Promise<Watched> {
    // Talk is always allowed at this table, so no command is limited (CM-2).
    const code = await this.#server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
    const { port } = this.#server.plan;
    const plan = { table: code, port, chance: this.#chance, doubled: DOUBLED };
    const players = await playTable(Array.from({ length: PLAYERS }, () => plan));
    const ledger = new Ledger(code, finding => this.#findings.push(finding));
    return { code, players, isSilent: i === 0, ledger };
  }

  async #play(player: Player): Promise<void> {
    while (!this.#isOver) {
      await sleep(this.#chance() * 2 * PACE);
      if (!this.#isOver && player.connection.mirror.unanswered < MOST_UNANSWERED) player.act();
    }
  }

  /** A player who asks for the sand and sends nothing else. */
  async #listen({ connection }: Player): Promise<void> {
    while (!this.#isOver) {
      await sleep(this.#chance() * 2 * PACE);
      if (!this.#isOver && connection.status.type === 'online') connection.probe();
    }
  }

  /** Kills the server, unless it has ended, and compares its data while the next one runs. */
  async #kill(i: number, isLast: boolean): Promise<void> {
    await this.#server.kill();
    const goneAt = performance.now();
    const { dataDir } = this.#server.plan;
    const copy = `${dataDir}.copy`;
    cpSync(dataDir, copy, { recursive: true });
    // The copy is made before the next server starts, so it does not contain that server's entries.
    const testimonies = this.#testimonies();
    await Promise.all([this.#live(isLast ? 0 : i, goneAt), this.#compare(copy, testimonies)]);
    rmSync(copy, { recursive: true });
  }

  #live(i: number, goneAt: number): Promise<void> {
    if (i % 10 === 3) return this.#dieStillborn();
    if (i % 10 === 5) return this.#dieEarly();
    return i % 10 === 7 ? this.#dieYoung(goneAt) : this.#growOld(i, goneAt);
  }

  async #dieStillborn(): Promise<void> {
    await this.#server.startStillborn();
    this.#stillborn++;
  }

  /** Kills the server at a random moment of its start, perhaps while it recovers its journal. */
  async #dieEarly(): Promise<void> {
    await this.#server.startAndKill(this.#chance() * this.#birth);
    this.#early++;
  }

  /** Kills the server while players reconnect: one of them cannot reach it until it has been killed. */
  async #dieYoung(goneAt: number): Promise<void> {
    const players = this.#players();
    const absent = players[Math.floor(this.#chance() * players.length)];
    const some = 1 + Math.floor(this.#chance() * (players.length - 2));
    if (absent !== undefined) absent.isOutOfReach = true;
    await this.#server.start();
    await this.#until(
      () => players.filter(({ hellos }) => (hellos.at(-1) ?? 0) > goneAt).length >= some,
      'some to come back',
    );
    if (this.#isEverybodyBack(goneAt)) throw new Error('somebody out of reach has come back');
    await this.#server.kill();
    if (absent !== undefined) absent.isOutOfReach = false;
    this.#shortLived++;
  }

  async #growOld(i: number, goneAt: number): Promise<void> {
    const begun = performance.now();
    await this.#server.start();
    this.#birth = performance.now() - begun;
    await this.#until(() => this.#isEverybodyBack(goneAt), 'everybody to come back');
    this.#recoveries.push(performance.now() - goneAt);
    for (const table of this.#tables) this.#judgeSand(table, goneAt);
    await this.#bearLoad(i);
  }

  /**
   * Waits until the server should be killed, but at least until enough has happened. In one of ten runs one player is
   * disconnected all the time.
   */
  async #bearLoad(i: number): Promise<void> {
    const heard = (): number => this.#tables.reduce((sum, { players: [one] }) => sum + (one?.heard ?? 0), 0);
    const isLong = i % 10 === 1;
    const isEnough = isLong ? this.#muchSand() : () => true;
    if (isLong) this.#loseOne();
    await sleep(this.#chance() * LONGEST_LOAD);
    await this.#until(() => heard() >= LEAST_ENTRIES && isEnough(), 'something to happen');
    // these players may connect again, and will reconnect to the next server
    for (const player of this.#players()) player.isOutOfReach = false;
  }

  /** Breaks the connection of one player of the last table, who then cannot reconnect. */
  #loseOne(): void {
    const player = this.#tables.at(-1)?.players.at(-1);
    if (player === undefined) return;
    player.isOutOfReach = true;
    player.breakLine();
  }

  /**
   * Returns a function that says whether much sand has run at the silent table since this call, according to its
   * players.
   */
  #muchSand(): () => boolean {
    const told = (): number => Math.max(...(this.#silent()?.players ?? []).map(({ sand }) => sand?.at ?? 0));
    const begun = told();
    return () => told() >= begun + MUCH_SAND;
  }

  #silent(): Watched | undefined {
    return this.#tables.find(({ isSilent }) => isSilent);
  }

  /**
   * Waits for a condition; stops waiting when a fault was found, because a broken server may never meet the
   * condition.
   */
  #until(done: () => boolean, what: string): Promise<void> {
    return until(() => done() || this.#findings.length > 0, what);
  }

  #isEverybodyBack(goneAt: number): boolean {
    return (
      this.#actors().every(({ answeredAt }) => answeredAt > goneAt) &&
      this.#players().every(({ greetings }) => (greetings.at(-1)?.askedAt ?? 0) > goneAt)
    );
  }

  #testimonies(): Testimonies {
    return new Map(this.#tables.map(({ code, players }) => [code, players.map(player => player.testify())]));
  }

  #find(fault: Fault, say: string): void {
    this.#findings.push({ fault, say });
  }

  // Methods that compare players and journal.

  async #compare(dataDir: string, testimonies: Testimonies, isLast = false): Promise<void> {
    const opened = await openSqliteJournal(dataDir);
    if (!opened.ok) throw new Error(opened.error.why);
    if (opened.loss !== null) this.#find('lost', opened.loss.why);
    for (const table of this.#tables) {
      await table.ledger.compare(opened.journal, testimonies.get(table.code) ?? []);
      if (isLast) await table.ledger.compareStates(opened.journal, table.players);
    }
    await opened.journal.close();
  }

  // Methods that compare the sand.

  /**
   * Checks that no player was told a game time more than a second later than the restored one, and that no sand was
   * lost. The checks do not depend on how fast the machine is: times are compared only with times that must be before
   * or after them. Sand of different games is not compared: a player who turns the hourglass early leaves little
   * sand, so games do end, and a new one may begin before the last player has reconnected.
   */
  #judgeSand({ code, players }: Watched, goneAt: number): void {
    const back = players.flatMap(({ greetings }) => greetings.find(({ askedAt }) => askedAt > goneAt) ?? []);
    const first = back.reduce<Greeting | null>((a, b) => (a === null || b.sand.at < a.sand.at ? b : a), null);
    const told = back.flatMap(({ before }) => before ?? []);
    if (first === null || told.length === 0 || told.some(({ runs }) => !runs)) return;
    if ([...told, ...back.map(({ sand }) => sand)].some(({ game }) => game !== first.sand.game)) return;
    const refund = Math.max(...told.map(({ at }) => at)) - first.sand.at;
    const most = Math.min(...told.map(({ at, askedAt }) => at + goneAt - askedAt));
    const hellos = players.flatMap(player => player.hellos.filter(at => at > goneAt));
    const lost = first.sand.at - (first.heardAt - Math.min(...hellos)) - most;
    if (lost > 0) this.#find('sand', `${code} lost ${Math.ceil(lost)} ms of sand`);
    if (refund > MOST_REFUND) this.#find('sand', `${code} got ${Math.round(refund)} ms of sand for nothing`);
    this.#refunds.push(Math.max(0, refund));
  }

  /** Checks that every command is answered, and that all clients have the same game as the journal. */
  async #end(): Promise<void> {
    const isQuiet = ({ players }: Watched): boolean =>
      players.every(
        ({ connection: { mirror } }) =>
          mirror.unanswered === 0 && mirror.version === players[0]?.connection.mirror.version,
      );
    if (this.#findings.length > 0) return;
    await until(() => this.#tables.every(isQuiet), 'quiet');
    await this.#server.kill();
    await this.#compare(this.#server.plan.dataDir, this.#testimonies(), true);
  }
}

/** What the players of each table were told, by the table's code. */
type Testimonies = ReadonlyMap<string, readonly Testimony[]>;
