/**
 * A campaign of kills: tables under load, the server killed at a random moment, started again, the players back by
 * themselves. After every kill what they were told is compared with what the journal has.
 */
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { decodeEntry, type Journal, peekTable, readAll, type TableState } from '@hush/protocol';
import { openSqliteJournal } from '../src/index.ts';
import { type Greeting, type Player, playTable, type Testimony, until } from './player-client.ts';
import type { ServerProcess } from './server-process.ts';

const TABLES = 5;
const PLAYERS = 3;
const MOST_UNANSWERED = 6;
const PACE = 60; // milliseconds between two actions of one player, on average
const LONGEST_LOAD = 150; // milliseconds between the last recovery and the next kill, at most
/** Now and then the server lives longer than the sand may go back, or losing all of it would not show. */
const LONG_LIFE = { every: 10, millis: 1_600 };

/** What a crash may cost, in the players' favour. */
const MOST_REFUND = 1000;

export type Fault = 'lost' | 'doubled' | 'reordered' | 'invented' | 'contradicted' | 'sand';

export interface Finding {
  readonly fault: Fault;
  readonly say: string;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** Milliseconds from each kill until every player had an answer again. */
  readonly recoveries: readonly number[];
  /** Sand that came back with each restart, in milliseconds; never less than nothing. */
  readonly refunds: readonly number[];
  readonly entries: number;
}

/** One table, its players, and what the journal is known to have of it. */
interface Watched {
  readonly code: string;
  readonly players: readonly Player[];
  /** One table only listens, so that nothing but checkpoints keeps its sand. */
  readonly isSilent: boolean;
  readonly texts: string[];
  /** By member: the numbers of the commands in the journal. */
  readonly done: Map<number, Set<number>>;
}

export class Campaign {
  readonly #server: ServerProcess;
  readonly #chance: () => number;
  readonly #findings: Finding[] = [];
  readonly #recoveries: number[] = [];
  readonly #refunds: number[] = [];
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
      for (let i = 0; i < kills && this.#findings.length === 0; i++) await this.#kill(i);
      this.#isOver = true;
      await Promise.all(acting);
      await this.#end();
    } finally {
      this.#isOver = true;
      for (const { connection } of this.#players()) connection.close();
      await this.#server.kill();
    }
    const entries = this.#tables.reduce((sum, { texts }) => sum + texts.length, 0);
    return { findings: this.#findings, recoveries: this.#recoveries, refunds: this.#refunds, entries };
  }

  #players(): readonly Player[] {
    return this.#tables.flatMap(({ players }) => players);
  }

  #actors(): readonly Player[] {
    return this.#tables.filter(({ isSilent }) => !isSilent).flatMap(({ players }) => players);
  }

  async #seat(i: number): Promise<Watched> {
    // With free talk nothing has to be done seldom (CM-2).
    const code = await this.#server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
    const { port } = this.#server.plan;
    const plan = { table: code, port, chance: this.#chance };
    const players = await playTable(Array.from({ length: PLAYERS }, () => plan));
    return { code, players, isSilent: i === 0, texts: [], done: new Map() };
  }

  async #play(player: Player): Promise<void> {
    while (!this.#isOver) {
      await sleep(this.#chance() * 2 * PACE);
      if (!this.#isOver && player.connection.mirror.unanswered < MOST_UNANSWERED) player.act();
    }
  }

  /** Asks how far the sand is and nothing else. */
  async #listen({ connection }: Player): Promise<void> {
    while (!this.#isOver) {
      await sleep(this.#chance() * 2 * PACE);
      if (!this.#isOver && connection.status.type === 'online') connection.probe();
    }
  }

  async #kill(i: number): Promise<void> {
    await sleep(i % LONG_LIFE.every === 2 ? LONG_LIFE.millis : this.#chance() * LONGEST_LOAD);
    const killedAt = performance.now();
    await this.#server.kill();
    const goneAt = performance.now();
    const { dataDir } = this.#server.plan;
    const copy = `${dataDir}.copy`;
    cpSync(dataDir, copy, { recursive: true });
    // Written down before there is a server again: what that one tells is not in the copy.
    const testimonies = this.#testimonies();
    const started = this.#server.start();
    await this.#compare(copy, testimonies);
    rmSync(copy, { recursive: true });
    await started;
    await until(
      () =>
        this.#actors().every(({ answeredAt }) => answeredAt > goneAt) &&
        this.#players().every(({ greetings }) => (greetings.at(-1)?.askedAt ?? 0) > goneAt),
      'everybody to come back',
    );
    this.#recoveries.push(performance.now() - killedAt);
    for (const table of this.#tables) this.#judgeSand(table, goneAt);
  }

  #testimonies(): Testimonies {
    return new Map(this.#tables.map(({ code, players }) => [code, players.map(player => player.testify())]));
  }

  #find(fault: Fault, say: string): void {
    this.#findings.push({ fault, say });
  }

  // What was told, and what is there.

  async #compare(dataDir: string, testimonies: Testimonies, isLast = false): Promise<void> {
    const opened = await openSqliteJournal(dataDir);
    if (!opened.ok) throw new Error(opened.error.why);
    if (opened.loss !== null) this.#find('lost', opened.loss.why);
    for (const table of this.#tables) {
      await this.#compareTable(opened.journal, table, testimonies.get(table.code) ?? []);
      if (isLast) await this.#compareStates(opened.journal, table);
    }
    await opened.journal.close();
  }

  async #compareTable(journal: Journal, table: Watched, told: readonly Testimony[]): Promise<void> {
    const { code, texts } = table;
    const added = await readAll(journal, `table/${code}`, texts.length + 1);
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    if (added.version < texts.length) this.#find('lost', `${code} went back to version ${added.version}`);
    for (const text of added.entries) this.#learn(table, text);
    for (const testimony of told) {
      this.#compareNews(table, testimony);
      this.#compareCommands(table, testimony);
    }
  }

  #learn({ code, texts, done }: Watched, text: string): void {
    texts.push(text);
    const entry = decodeEntry(text);
    if (!entry.ok) throw new Error(entry.error);
    const { cause } = entry.value;
    if (cause === null) return;
    const mine = done.get(cause.member) ?? new Set();
    const where = `${code} version ${texts.length}, member ${cause.member}, command ${cause.n}`;
    if (mine.has(cause.n)) this.#find('doubled', where);
    else if (Math.max(0, ...mine) > cause.n) this.#find('reordered', where);
    done.set(cause.member, mine.add(cause.n));
  }

  /** Whatever anybody was told is in the journal, word for word. */
  #compareNews({ code, texts }: Watched, { heard, contradictions }: Testimony): void {
    for (const [version, text] of heard) {
      const kept = texts[version - 1];
      if (kept === undefined) this.#find('lost', `${code} version ${version}: ${text}`);
      else if (kept !== text) this.#find('contradicted', `${code} version ${version}: ${kept}, not ${text}`);
    }
    for (const say of contradictions) this.#find('contradicted', `${code} version ${say}`);
  }

  /** Whatever was asked is in the journal, was refused, or is still to be answered; and nothing else is there. */
  #compareCommands({ code, done }: Watched, { member, asked, refused, waiting, settled }: Testimony): void {
    const mine = done.get(member) ?? new Set();
    const numbers = new Set(asked.map(({ n }) => n));
    for (const n of mine) {
      if (!numbers.has(n)) this.#find('invented', `${code} member ${member}, command ${n}`);
    }
    const known = Math.max(settled, ...mine);
    for (const { n, command } of asked) {
      if (mine.has(n) || refused.has(n) || waiting.has(n)) continue;
      // Greeted with a later number one is not told what became of the earlier ones; but this kind is never refused.
      if (n <= known && command.type !== 'ready') continue;
      this.#find('lost', `${code} member ${member}, command ${n}: ${JSON.stringify(command)}`);
    }
  }

  // Sand.

  /**
   * Nobody was told a moment that is more than a second later than the one the sand came back to, and none has run
   * that nobody could have seen run. Both hold however long anybody had to wait for a processor.
   */
  #judgeSand({ code, players }: Watched, goneAt: number): void {
    const back = players.flatMap(({ greetings }) => greetings.find(({ askedAt }) => askedAt > goneAt) ?? []);
    const first = back.reduce<Greeting | null>((a, b) => (a === null || b.sand < a.sand ? b : a), null);
    const told = back.flatMap(({ before }) => before ?? []);
    if (first === null || told.length === 0 || told.some(({ runs }) => !runs)) return;
    const refund = Math.max(...told.map(({ at }) => at)) - first.sand;
    const most = Math.min(...told.map(({ at, askedAt }) => at + goneAt - askedAt));
    const hellos = players.flatMap(player => player.hellos.filter(at => at > goneAt));
    const lost = first.sand - (first.heardAt - Math.min(...hellos)) - most;
    if (lost > 0) this.#find('sand', `${code} lost ${Math.ceil(lost)} ms of sand`);
    if (refund > MOST_REFUND) this.#find('sand', `${code} got ${Math.round(refund)} ms of sand for nothing`);
    this.#refunds.push(Math.max(0, refund));
  }

  /** Everything that was asked is answered, and everybody has the same game as the journal. */
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

  async #compareStates(journal: Journal, { code, players }: Watched): Promise<void> {
    const kept = await peekTable(code, journal);
    if (!kept.ok) throw new Error(JSON.stringify(kept.error));
    for (const { connection, member } of players) {
      if (isDeepStrictEqual(plain(connection.mirror.confirmed), plain(kept.value))) continue;
      this.#find('contradicted', `${code} member ${member} sees another game than the journal has`);
    }
  }
}

const plain = (state: TableState): unknown => JSON.parse(JSON.stringify(state));

/** By the code of the table. */
type Testimonies = ReadonlyMap<string, readonly Testimony[]>;

/** The value below which so much of a list lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
