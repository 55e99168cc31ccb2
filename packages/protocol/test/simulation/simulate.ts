/**
 * One run of the simulation from one seed: players on a bad network, authorities that crash, a faulty disk; then a phase
 * without faults, after which every promise must hold. The same seed always gives the same run.
 */
import { HEARTBEAT } from '../../src/client/connection.ts';
import type { TableWish } from '../../src/index.ts';
import { VirtualTime } from '../virtual-time.ts';
import { Audit, type Violation } from './audit.ts';
import { Chance } from './chance.ts';
import { DISK_DEFECTS, type DiskDefect, VirtualDisk } from './disk.ts';
import { Net, type Wire } from './net.ts';
import { type MakePassage, type NodeDefect, SimNode } from './node.ts';
import { Person, type Scene, type Window } from './person.ts';
import type { RightsCounts } from './rights-audit.ts';

export type Defect = DiskDefect | NodeDefect;

export interface Story {
  readonly violation: Violation | null;
  /** Counts of what happened in the run. */
  readonly entries: number;
  readonly happenings: number;
  readonly millis: number;
  /** Counts of what bots did. */
  readonly byBots: number;
  readonly rights: RightsCounts;
}

const isDiskDefect = (defect: Defect | null): defect is DiskDefect =>
  (DISK_DEFECTS as readonly (Defect | null)[]).includes(defect);

export interface Circumstances {
  /** The name of the bug to plant; null for none. */
  readonly defect?: Defect | null;
  /** The layer between connections and their table. */
  readonly passage?: MakePassage;
  /** Called with each line of the run's log. */
  readonly tell?: (line: string) => void;
  /** Called with every frame that is sent. */
  readonly overhear?: (frame: string, side: 'client' | 'server') => void;
}

export function simulate(seed: number, circumstances: Circumstances = {}): Promise<Story> {
  const { overhear } = circumstances;
  const simulation = new Simulation(seed, circumstances);
  if (overhear !== undefined) simulation.net.overhear = overhear;
  return simulation.run();
}

const NAMES = ['Ann', 'Bo', 'Cy', 'Di', 'Eve'];

class Simulation {
  readonly #chance: Chance;
  /** A separate source of random numbers, so that delays of news do not change anything else in a seed's run. */
  readonly #newsChance: Chance;
  readonly #time = new VirtualTime();
  readonly #disk: VirtualDisk;
  readonly #audit: Audit;
  readonly net: Net;
  readonly #nodes: readonly SimNode[];
  readonly #people: readonly Person[];
  #windows = 0;
  #isQuiet = false;
  /** How long the run lasts, in quarters of a second. */
  readonly #length: number;
  /** Whether games are short, so that some are finished, collected and continued. */
  readonly #isShort: boolean;

  constructor(seed: number, { defect = null, passage, tell }: Circumstances) {
    const chance = new Chance(seed);
    this.#chance = chance;
    this.#isShort = chance.happens(0.3);
    const isAlone = !chance.happens(0.25);
    const temper = { latency: chance.pick([0.5, 2, 8]) ?? 1, slow: chance.pick([0, 0.01, 0.1]) ?? 0 };
    this.#disk = new VirtualDisk(this.#time, chance, temper, isDiskDefect(defect) ? defect : null);
    this.#audit = new Audit(this.#time, this.#disk, isAlone);
    if (tell !== undefined) this.#audit.tell = tell;
    const delay = chance.pick([1, 20, 150]) ?? 1;
    this.net = new Net(this.#time, chance, { delay, jitter: delay * chance.next() });
    const parts = {
      time: this.#time,
      chance,
      disk: this.#disk,
      audit: this.#audit,
      defect: isDiskDefect(defect) ? null : defect,
      ...(passage === undefined ? {} : { passage }),
    };
    this.#newsChance = new Chance(~seed);
    this.#nodes = Array.from({ length: isAlone ? 1 : 2 }, () => new SimNode(parts));
    const scene: Scene = {
      net: this.net,
      chance,
      audit: this.#audit,
      nodes: this.#nodes,
      nextWindow: () => ++this.#windows,
      wishes: () => ({ type: 'wish', wish: this.#wish() }),
      playsOn: () => ({ type: 'playOn', events: 1 + chance.below(this.#audit.rights.lastEvents + 2) }),
    };
    this.#length = chance.pick([6, 8, 12, 16, 40]) ?? 12;
    const count = 2 + chance.below(3);
    this.#people = NAMES.slice(0, count).map(
      (name, i) =>
        new Person(scene, name, {
          sits: i === 0 || i < count - 1 || chance.happens(0.5),
          isProgram: i > 0 && chance.happens(0.2),
        }),
    );
  }

  /** Two authorities stand for two nodes of a cluster: each gets news of the other's writes late, or not at all. */
  #spreadNews(): void {
    const chance = this.#newsChance;
    const late = chance.pick([0, 5, 200, 1_500]) ?? 0;
    this.#disk.news = { chance, late, lost: chance.pick([0, 0, 0.1, 0.5]) ?? 0 };
    this.#disk.compareEvery();
  }

  async run(): Promise<Story> {
    await this.#begin();
    for (let i = 0; i < this.#length && this.#audit.violation === null; i++) await this.#pass(250);
    if (this.#audit.violation === null) await this.#calmDown();
    return {
      violation: this.#audit.violation,
      entries: this.#audit.version,
      happenings: this.#time.happened,
      millis: this.#time.passed,
      byBots: this.#audit.byBots,
      rights: this.#audit.rights.counts,
    };
  }

  #wish(): TableWish {
    const chance = this.#chance;
    return {
      scenario: chance.pick([1, 2, 3, 4, 5, 7, 8, 11, 13]) ?? 1,
      hourglass: this.#isShort ? 2 : (chance.pick([2, 5, 12, 60]) ?? 60),
      house: {
        pause: chance.happens(0.5),
        pauseOnDisconnect: chance.happens(0.3),
        freeTalk: chance.happens(0.3),
      },
    };
  }

  async #begin(): Promise<void> {
    const [first, ...others] = this.#nodes;
    void first?.create(this.#wish());
    await this.#pass(3_000);
    for (const node of others) node.start();
    for (const person of this.#people) {
      this.#time.later(this.#chance.between(0, 400), () => person.open());
      this.#live(person);
    }
    this.#disk.isOld = true;
    if (others.length > 0) this.#spreadNews();
    this.#disk.onTrouble = () => this.#audit.sand.settle();
    this.#makeTrouble();
  }

  async #pass(millis: number): Promise<void> {
    await this.#time.pass(millis);
    this.#audit.sand.check();
  }

  #live(person: Person): void {
    const pace = this.#chance.pick([80, 200, 500]) ?? 200;
    const act = (): void => {
      if (this.#isQuiet) return;
      person.act();
      this.#time.later(this.#chance.wait(pace), act);
    };
    this.#time.later(450 + this.#chance.wait(pace), act);
  }

  // Methods that cause faults.

  /** Chooses the kinds of faults of this run; otherwise all runs would be alike. */
  #makeTrouble(): void {
    const share = this.#chance.pick([0, 0.15, 0.3, 0.5]) ?? 0;
    for (const [name, [mean, happen]] of Object.entries(this.#troubles()))
      if (this.#chance.happens(share)) this.#again(name, mean, happen);
  }

  /** For each kind of fault its mean interval in milliseconds, and the function that causes it. */
  #troubles(): Readonly<Record<string, readonly [number, () => void]>> {
    const chance = this.#chance;
    const wire = (): Wire | undefined => this.#somebody().place.wires.at(-1);
    return {
      'a line is cut': [1_500, () => wire()?.cut()],
      'a line is half open': [3_000, () => wire()?.die(['up', 'down'])],
      'a line is deaf or mute': [3_000, () => wire()?.die([chance.happens(0.5) ? 'up' : 'down'])],
      'a blackout': [3_000, () => this.#darken()],
      'a second window': [2_000, () => this.#somebody().open()],
      'a reload': [2_000, () => this.#somebody().reload()],
      'a kill': [2_000, () => this.#kill(false)],
      'a power failure': [3_000, () => this.#kill(true)],
      'a planned stop': [3_000, () => this.#drain()],
      'the disk refuses': [3_000, () => this.#disk.misbehave('refuse', chance.between(50, 3_000))],
      'the disk is unclear': [2_000, () => this.#disk.misbehave('unknown', chance.between(5, 1_000))],
      'the disk hangs': [3_000, () => this.#disk.misbehave('hang', chance.between(50, 3_000))],
    };
  }

  #again(name: string, mean: number, happen: () => void): void {
    this.#time.later(this.#chance.wait(mean), () => {
      if (this.#isQuiet) return;
      this.#audit.note(() => name);
      happen();
      this.#again(name, mean, happen);
    });
  }

  #somebody(): Person {
    return this.#chance.pick(this.#people) ?? raise('nobody');
  }

  #darken(): void {
    const { place } = this.#somebody();
    place.darkUntil = this.#time.now + this.#chance.between(200, 10_000);
  }

  #kill(powerFails: boolean): void {
    const nodes = powerFails ? this.#nodes : [this.#chance.pick(this.#nodes) ?? raise('no node')];
    for (const node of nodes) {
      node.crash(powerFails);
      this.#time.later(this.#chance.between(20, 2_000), () => node.start());
    }
  }

  #drain(): void {
    const node = this.#chance.pick(this.#nodes) ?? raise('no node');
    void node.drain().then(() => this.#time.later(this.#chance.between(20, 1_000), () => node.start()));
  }

  // Methods for the phase without faults.

  async #calmDown(): Promise<void> {
    this.#isQuiet = true;
    this.#audit.note(() => 'quiet');
    this.net.calm({ delay: 10, jitter: 5 });
    if (this.#disk.news !== undefined) this.#disk.news = { ...this.#disk.news, late: 5, lost: 0 };
    for (const { place } of this.#people) {
      place.darkUntil = 0;
      for (const wire of place.wires) if (wire.isStalled) wire.cut();
    }
    for (const node of this.#nodes) this.#time.later(2_500, () => node.start());
    let isSettled = false;
    for (let i = 0; i < MOST_QUIET && !isSettled && this.#audit.violation === null; i++) {
      await this.#pass(1_000);
      isSettled = i > 2 && this.#isSettled();
      // Waits until every window has sent another ping, because an answer that was delayed before this phase gives a
      // wrong time (PR-13b).
      if (isSettled) await this.#pass(HEARTBEAT + 100);
      isSettled &&= this.#isSettled();
    }
    if (this.#audit.violation === null) this.#finalChecks();
  }

  #isSettled(): boolean {
    const { version } = this.#audit;
    return (
      this.#nodes.every(({ table }) => table?.version === version) &&
      this.#people.every(({ place }) => place.wires.every(wire => wire.isOver || wire.isAlive)) &&
      this.#open().every(
        ({ connection: { status, mirror } }) =>
          status.type === 'online' && mirror.unanswered === 0 && mirror.version === version,
      )
    );
  }

  #open(): readonly Window[] {
    return this.#people
      .flatMap(({ windows }) => windows)
      .filter(({ connection }) => connection.status.type !== 'ended');
  }

  #finalChecks(): void {
    const audit = this.#audit;
    for (const { table } of this.#nodes) {
      if (table === null) audit.fail('an authority is down for ever');
      else if (JSON.stringify(table.state) !== audit.textAt(audit.version))
        audit.fail(`an authority is at ${table.version} of ${audit.version}`);
    }
    for (const window of this.#open()) {
      const { status, mirror } = window.connection;
      if (status.type !== 'online') audit.fail(`window ${window.id} is ${status.type}`);
      if (mirror.version !== audit.version)
        audit.fail(`window ${window.id} has version ${mirror.version} of ${audit.version}`);
      if (mirror.unanswered > 0) audit.fail(`window ${window.id} waits for ${mirror.unanswered} answers`);
      window.compare();
      this.#compareSand(window);
    }
    audit.finish();
    for (const { windows } of this.#people) if (windows.length === 1) windows[0]?.account();
  }

  /** Checks that the hourglasses of all windows agree within 50 ms. */
  #compareSand({ id, connection: { mirror } }: Window): void {
    const [node, ...others] = this.#nodes;
    if (others.length > 0 || node?.table?.state.game?.status !== 'playing') return;
    const off = mirror.sandNow() - node.table.sand.at;
    if (Math.abs(off) > 50) this.#audit.fail(`the hourglass of window ${id} is off by ${off.toFixed(1)} ms`);
  }
}

/**
 * Within this many seconds everything must work again: a dead connection is noticed after eight, and the longest
 * backoff is five.
 */
const MOST_QUIET = 30;

function raise(why: string): never {
  throw new Error(why);
}
