/**
 * Tables with many things at once: actions, windows that open and close, pauses, chat, gestures, pointing, members
 * who join, leave, rename themselves, are muted or removed, and spectators. A listener on every connection looks up
 * each chat message in the log: a talk window must have been open at the version at which the message was accepted,
 * and nobody may receive the message after news of a later version. A name is checked, too: one that was chosen
 * during a game is not shown before the game is over.
 */
import { type Game, GESTURES, isOver, reach } from '@hush/rules';
import {
  type Journal,
  memoryJournal,
  PHRASE_NAMES,
  type PlayCommand,
  type TableWish,
} from '../../src/index.ts';
import { Chance } from '../simulation/chance.ts';
import { asked, CODE, Place, raise, Visitor } from '../table/table-kit.ts';
import { VirtualTime } from '../virtual-time.ts';
import { after, type Listed, LOBBY, type Open, openIn } from './talk-scene.ts';

const LOG = `table/${CODE}`;
const PEOPLE = `people/${CODE}`;

/** For each version of the durable log, whether talking was allowed. */
class Chronicle {
  readonly #open: Open[] = ['all'];
  /** For each version, the last version before it at which no game was running. */
  readonly #lobby: number[] = [0];
  /** Names chosen during a game, each with its version. */
  readonly #late = new Map<string, number>();
  #scene = LOBBY;
  /** How often talking was allowed or forbidden. */
  changes = 0;

  get version(): number {
    return this.#open.length - 1;
  }

  at(version: number): Open | undefined {
    return this.#open[version];
  }

  /** Whether a client at this version may see this name. */
  mayShow(name: string, version: number): boolean {
    return (this.#lobby[version] ?? 0) > (this.#late.get(name) ?? -1);
  }

  #note(log: string, entries: readonly string[]): void {
    if (log === LOG) for (const text of entries) this.write(text);
    if (log === PEOPLE) for (const text of entries) this.#name(text);
  }

  /** Notes the newest name of an entry; in a compacted entry it is the last one. */
  #name(text: string): void {
    const fact = JSON.parse(text) as {
      readonly name?: string;
      readonly kept?: readonly [number, { name: string }][];
    };
    const name = fact.name ?? fact.kept?.at(-1)?.[1].name;
    if (name !== undefined && this.#scene.phase !== 'lobby') this.#late.set(name, this.version);
  }

  write(text: string): void {
    const before = openIn(this.#scene);
    const { e } = JSON.parse(text) as { readonly e: readonly Listed[] };
    this.#scene = e.reduce(after, this.#scene);
    this.#open.push(openIn(this.#scene));
    this.#lobby.push(this.#scene.phase === 'lobby' ? this.version : (this.#lobby.at(-1) ?? 0));
    if (openIn(this.#scene) !== before) this.changes++;
  }

  /** A journal whose appends are observed. */
  watching(journal: Journal): Journal {
    const watched =
      (write: Journal['append']): Journal['append'] =>
      async (log, expected, entries) => {
        const result = await write(log, expected, entries);
        if (result.ok) this.#note(log, entries);
        return result;
      };
    return {
      append: watched((...asked) => journal.append(...asked)),
      compact: watched((...asked) => journal.compact(...asked)),
      read: (log, from) => journal.read(log, from),
      subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
      purge: (log, seen) => journal.purge(log, seen),
      logs: (prefix, after) => journal.logs(prefix, after),
      moments: journal.moments,
      close: () => journal.close(),
    };
  }
}

const KICKED = 4002;

interface Shown {
  readonly name: string;
}

interface Words {
  readonly t: 'said' | 'unsaid' | 'gestured';
  readonly m: number;
  readonly n: number;
  readonly v: number;
}

export interface Tally {
  /** The first message that should not have arrived; null if there is none. */
  leak: string | null;
  rounds: number;
  delivered: number;
  hands: number;
  refused: number;
  changes: number;
  /** How many presence messages were sent during a game, and how many names they left out. */
  people: number;
  held: number;
  /** How many members joined and how many were removed. */
  came: number;
  shownOut: number;
}

export const noTally = (): Tally => ({
  leak: null,
  rounds: 0,
  delivered: 0,
  hands: 0,
  refused: 0,
  changes: 0,
  people: 0,
  held: 0,
  came: 0,
  shownOut: 0,
});

let secrets = 0;

/** A player or spectator that checks every message it receives. */
class Ear extends Visitor {
  readonly #chronicle: Chronicle;
  readonly #tally: Tally;
  readonly #heard = new Set<string>();
  readonly secret = `token-of-an-ear-${String(++secrets).padStart(8, '0')}`;
  #version = 0;
  #lastRefused = 0;

  constructor(place: Place, chronicle: Chronicle, tally: Tally) {
    super(place);
    this.#chronicle = chronicle;
    this.#tally = tally;
  }

  override send(frame: string): void {
    if (/^{"t":"(said|unsaid|gestured)"/.test(frame)) this.#check(JSON.parse(frame));
    else if (frame.startsWith('{"t":"news"')) this.#version = Number(frame.slice(16, frame.indexOf(',', 16)));
    else if (frame.startsWith('{"t":"no"')) this.#refused(frame);
    else {
      super.send(frame);
      const { v, people } = this.last;
      if (typeof v === 'number') this.#version = v;
      if (people !== undefined) this.#look(people as readonly Shown[]);
      this.frames.length = 0;
    }
  }

  override close(code: number): void {
    super.close(code);
    if (code === KICKED) this.#tally.shownOut++;
  }

  /** Checks the names of the members with a seat at the version that this client knows. */
  #look(people: readonly Shown[]): void {
    const hidden = people.find(({ name }) => !this.#chronicle.mayShow(name, this.#version));
    if (hidden !== undefined) this.#leak(`the name ${hidden.name} was seen at ${this.#version}`);
    if (this.#chronicle.at(this.#version) !== 'all') this.#tally.people++;
    this.#tally.held += people.filter(({ name }) => /^#\d$/.test(name)).length;
  }

  #check(words: Words): void {
    const { t, m, n, v } = words;
    const id = `${m} ${n}`;
    const open = this.#chronicle.at(v);
    const allowed = open === 'all' || (open === 'hands' && t === 'gestured');
    if (!allowed) this.#leak(`${JSON.stringify(words)}: ${open} was open`);
    // The answer to a repeated command goes to its author alone and has the old version.
    if (this.#heard.has(id) && m === this.member) return;
    if (this.#heard.has(id)) this.#leak(`${JSON.stringify(words)} was heard twice`);
    if (v !== this.#version) this.#leak(`${JSON.stringify(words)} was heard at ${this.#version}`);
    this.#heard.add(id);
    this.#tally.delivered++;
    if (open === 'hands') this.#tally.hands++;
  }

  #leak(what: string): void {
    this.#tally.leak ??= what;
  }

  /** Checks a refusal: `silence` while talking is allowed is a violation, too. */
  #refused(frame: string): void {
    const { n, why } = JSON.parse(frame) as { readonly n: number; readonly why: string };
    if (why !== 'silence' || n <= this.#lastRefused) return; // a refusal may also be the repeated answer to an old command
    this.#lastRefused = n;
    this.#tally.refused++;
    if (this.#chronicle.at(this.#version) === 'all')
      this.#leak(`${frame} at ${this.#version}, which is open`);
  }
}

/**
 * Wishes whose talk windows are opened by the elf, by the hourglass, or by pauses with free talk, only for gestures,
 * or never.
 */
const WISHES: readonly TableWish[] = [
  { scenario: 4, hourglass: 3600 },
  { scenario: 4, hourglass: 3600, house: { pause: true } },
  { scenario: 2, hourglass: 3600, house: { freeTalk: true, pause: true } },
  { scenario: 12, level: 12, hourglass: 3600 },
  { scenario: 12, level: 12, hourglass: 3600, house: { freeTalk: true, pause: true } },
  { scenario: 14, level: 12, hourglass: 3600 },
];

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await undefined;
};

/** All commands that one person sends in one step. */
function act({ ear, place, alone }: Seat, chance: Chance): void {
  const roll = chance.next();
  if (ear.member === null || ear.seat < 0) visit(ear, place, chance);
  else if (roll < 0.58) talk(ear, chance);
  else if (roll < 0.59 && alone) ear.say({ t: 'rename', name: newName(), avatar: 'hare' });
  else if (roll < 0.62) mingle(ear, place, chance);
  else play(ear, place, chance);
}

function talk(ear: Ear, chance: Chance): void {
  const roll = chance.next();
  if (roll < 0.33) ear.do({ type: 'say', text: 'left!' });
  else if (roll < 0.5) ear.do({ type: 'phrase', phrase: chance.pick(PHRASE_NAMES) });
  else if (roll < 0.7) ear.do({ type: 'gesture', gesture: chance.pick(GESTURES) });
  else if (roll < 0.83) ear.do({ type: 'gesture', gesture: 'point', to: 16 + chance.below(16) });
  else if (roll < 0.92) ear.do({ type: 'unsay', author: ear.member, said: Math.max(1, ear.n - 1) });
  else if (ear.n > 0) ear.say({ t: 'do', n: ear.n, c: { type: 'say', text: 'left!' } });
}

let names = 0;
/** A name that was never used before, so that its time of choice is known. */
const newName = (): string => `go ${++names}`;

/** A spectator also tries to chat, or asks for a seat with a name that carries a message. */
function visit(ear: Ear, place: Place, chance: Chance): void {
  const roll = chance.next();
  const isRoom = place.table.state.seats.filter(member => member !== null).length < MOST_HERE;
  if (roll < 0.1) ear.do({ type: 'say', text: 'left!' });
  else if (roll < 0.4 && isRoom) ear.say({ t: 'join', name: newName(), avatar: 'hare', token: ear.secret });
}

function mingle(ear: Ear, place: Place, chance: Chance): void {
  const { seats } = place.table.state;
  const roll = chance.next();
  const member = chance.pick(seats.filter(one => one !== null)) ?? 1;
  if (roll < 0.35) ear.manage({ type: 'mute', member, muted: chance.happens(0.3) });
  else if (roll < 0.5) ear.manage({ type: 'ready', ready: chance.happens(0.5) });
  else if (roll < 0.65) ear.manage({ type: 'lock', locked: false });
  else if (roll < 0.8 && member !== ear.member) ear.manage({ type: 'kick', member });
  else if (roll < 0.9) ear.manage({ type: 'handOver', member });
  else ear.manage({ type: 'leave' });
}

function play(ear: Ear, place: Place, chance: Chance): void {
  const { game } = place.table.state;
  const roll = chance.next();
  if (game === null) ear.manage({ type: 'begin' });
  else if (game.status === 'setup') ear.do({ type: 'start' });
  else if (game.status === 'paused') ear.do({ type: 'resume' });
  else if (roll < 0.15) ear.do({ type: 'pause' });
  else if (roll < 0.2) ear.do({ type: chance.happens(0.5) ? 'nudge' : 'stare', to: chance.below(3) });
  else if (roll < 0.207) ear.manage({ type: 'abandon' });
  else if (isOver(game)) ear.manage({ type: 'begin' });
  else ear.do(somethingToDo(game, ear.seat, chance));
}

/** Explores as soon as possible, because exploring opens windows. */
function somethingToDo(game: Game, seat: number, chance: Chance): PlayCommand {
  const all = reach(game, seat);
  const forth = all.filter(({ type }) => type === 'explore' || type === 'lay');
  const command = chance.pick(forth.length > 0 ? forth : all);
  return command === undefined ? { type: 'explore' } : asked(command);
}

export interface Story {
  readonly seed: number;
  readonly rounds: number;
  /** How many authorities serve the table from one journal. */
  readonly authorities: number;
}

interface Seat {
  readonly ear: Ear;
  readonly place: Place;
  /** Only with one authority may names change: with two, a new name and a start could happen at the same time. */
  readonly alone: boolean;
}

/** The most players, and the most people including spectators. */
const MOST_HERE = 4;
const LINES = 6;

/** Simulates one table and all people who come to it. */
class Stage {
  readonly places: Place[] = [];
  readonly time = new VirtualTime();
  readonly seats: Seat[] = [];
  readonly #chronicle: Chronicle;
  readonly #tally: Tally;
  #alone = true;

  constructor(chronicle: Chronicle, tally: Tally) {
    this.#chronicle = chronicle;
    this.#tally = tally;
  }

  async open({ seed, authorities }: Story): Promise<void> {
    const journal = this.#chronicle.watching(memoryJournal());
    const { time, places } = this;
    this.#alone = authorities === 1;
    const wish = WISHES[seed % WISHES.length] ?? { scenario: 4 };
    places.push(await Place.create({ wish, journal, time, salt: 'a' }));
    while (places.length < authorities)
      places.push(await Place.open({ journal, time, salt: `${places.length}` }));
    for (let i = 0; i < LINES; i++) {
      const { ear } = this.come(i);
      if (i < 3) ear.say({ t: 'join', name: newName(), avatar: 'hare', token: ear.secret });
      await turns(80);
    }
  }

  /** Adds a person, who watches at first. */
  come(i: number): Seat {
    const place = this.places[i % this.places.length] ?? raise('no place');
    const ear = new Ear(place, this.#chronicle, this.#tally);
    ear.hello();
    this.#tally.came++;
    const seat = { ear, place, alone: this.#alone };
    this.seats[i] = seat;
    return seat;
  }

  /** A random person; a person who was removed comes back under another name. */
  anybody(chance: Chance): Seat {
    const i = chance.below(LINES);
    const seat = this.seats[i];
    return seat === undefined || seat.ear.closed !== null ? this.come(i) : seat;
  }
}

/** Plays until this many rounds are over or a forbidden message has arrived. */
export async function interleave(story: Story, tally: Tally): Promise<void> {
  const chance = new Chance(story.seed);
  const chronicle = new Chronicle();
  const stage = new Stage(chronicle, tally);
  await stage.open(story);
  for (let round = 0; round < story.rounds && tally.leak === null; round++) {
    for (let i = 1 + chance.below(5); i > 0; i--) {
      act(stage.anybody(chance), chance);
      if (chance.happens(0.4)) await turns(chance.below(24));
    }
    await turns(40);
    await stage.time.pass(chance.wait(900));
  }
  tally.rounds += story.rounds;
  tally.changes += chronicle.changes;
  for (const { table } of stage.places)
    await Promise.race([table.drain(1001, 'done'), stage.time.pass(5_000)]);
}
