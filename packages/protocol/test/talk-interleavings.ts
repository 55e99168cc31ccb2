/**
 * Tables at which everything happens at once: actions, windows that open and close, words, gestures, fingers that point.
 * A listener behind every line looks each of them up in the log: it must lie in a window that was open at the version
 * it was accepted at, and nobody may hear it after hearing of anything later. What is open is told here once more, from
 * the events alone, so that the rules are not asked whether they are right.
 */
import { type Game, GESTURES, reach } from '@hush/rules';
import { type Journal, memoryJournal, PHRASE_NAMES, type PlayCommand, type TableWish } from '../src/index.ts';
import { Chance } from './simulation/chance.ts';
import { VirtualTime } from './simulation/time.ts';
import { asked, CODE, Place, raise, Visitor } from './table-kit.ts';

const LOG = `table/${CODE}`;

type Open = 'all' | 'hands' | 'nothing';

interface Scene {
  readonly phase: 'lobby' | 'playing' | 'paused';
  readonly window: boolean;
  readonly never: boolean;
  readonly handsOnly: boolean;
  readonly free: boolean;
  readonly elf: boolean;
}

const LOBBY: Scene = {
  phase: 'lobby',
  window: false,
  never: false,
  handsOnly: false,
  free: false,
  elf: false,
};

const openIn = ({ phase, window, never, handsOnly, free }: Scene): Open => {
  if (phase === 'lobby') return 'all';
  if (phase === 'paused' || never || !(window || free)) return 'nothing';
  return handsOnly ? 'hands' : 'all';
};

type Listed = readonly [type: string, ...rest: readonly unknown[]];

function after(scene: Scene, event: Listed): Scene {
  switch (event[0]) {
    case 'gameSetUp': {
      const { scenario, house } = event[2] as {
        readonly scenario: number;
        readonly house: { freeTalk: boolean };
      };
      return {
        phase: 'lobby', // as free as before: CM-4
        window: false,
        never: scenario === 14 || scenario === 15,
        handsOnly: scenario === 12,
        free: house.freeTalk,
        elf: scenario >= 4,
      };
    }
    case 'gameStarted':
    case 'resumed':
      return { ...scene, phase: 'playing' };
    case 'paused':
      return { ...scene, phase: 'paused' };
    case 'heroMoved':
    case 'tileDrawn':
      return { ...scene, window: false };
    case 'tileLaid':
      return { ...scene, window: scene.elf && event[5] === 'elf' };
    case 'hourglassTurned':
      return { ...scene, window: true };
    case 'gameWon':
    case 'gameLost':
    case 'gameAbandoned':
      return LOBBY;
    default:
      return scene;
  }
}

/** The log as it becomes durable: what was open at each version. */
class Chronicle {
  readonly #open: Open[] = ['all'];
  #scene = LOBBY;
  /** How often it became open or shut. */
  changes = 0;

  get version(): number {
    return this.#open.length - 1;
  }

  at(version: number): Open | undefined {
    return this.#open[version];
  }

  get now(): Open {
    return openIn(this.#scene);
  }

  write(text: string): void {
    const before = openIn(this.#scene);
    const { e } = JSON.parse(text) as { readonly e: readonly Listed[] };
    this.#scene = e.reduce(after, this.#scene);
    this.#open.push(openIn(this.#scene));
    if (openIn(this.#scene) !== before) this.changes++;
  }

  /** A journal whose writing is watched. */
  watching(journal: Journal): Journal {
    return {
      append: async (log, expected, entries) => {
        const result = await journal.append(log, expected, entries);
        if (result.ok && log === LOG) for (const text of entries) this.write(text);
        return result;
      },
      read: (log, from) => journal.read(log, from),
      subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
      purge: log => journal.purge(log),
      logs: prefix => journal.logs(prefix),
      close: () => journal.close(),
    };
  }
}

interface Words {
  readonly t: 'said' | 'unsaid' | 'gestured';
  readonly m: number;
  readonly n: number;
  readonly v: number;
}

export interface Tally {
  /** The first thing heard that should not have been. */
  leak: string | null;
  rounds: number;
  delivered: number;
  hands: number;
  refused: number;
  changes: number;
}

/** One who sits, and checks everything that is heard. */
class Ear extends Visitor {
  readonly #chronicle: Chronicle;
  readonly #tally: Tally;
  readonly #heard = new Set<string>();
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
      const { v } = this.last;
      if (typeof v === 'number') this.#version = v;
      this.frames.length = 0;
    }
  }

  #check(words: Words): void {
    const { t, m, n, v } = words;
    const id = `${m} ${n}`;
    const open = this.#chronicle.at(v);
    const allowed = open === 'all' || (open === 'hands' && t === 'gestured');
    if (!allowed) this.#leak(`${JSON.stringify(words)}: ${open} was open`);
    // The answer to a command that was sent again is for its author alone, and of its time.
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

  /** Nobody is silenced while talk is open either. */
  #refused(frame: string): void {
    const { n, why } = JSON.parse(frame) as { readonly n: number; readonly why: string };
    if (why !== 'silence' || n <= this.#lastRefused) return; // or it is an old answer once more
    this.#lastRefused = n;
    this.#tally.refused++;
    if (this.#chronicle.at(this.#version) === 'all')
      this.#leak(`${frame} at ${this.#version}, which is open`);
  }
}

/** Windows come by the elf, by the hourglass, by pauses in free talk, for hands only, or never. */
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

/** What one person does in one go. */
function act(ear: Ear, place: Place, chance: Chance): void {
  const roll = chance.next();
  const { game } = place.table.state;
  if (roll < 0.2) ear.do({ type: 'say', text: 'left!' });
  else if (roll < 0.3) ear.do({ type: 'phrase', phrase: chance.pick(PHRASE_NAMES) });
  else if (roll < 0.42) ear.do({ type: 'gesture', gesture: chance.pick(GESTURES) });
  else if (roll < 0.5) ear.do({ type: 'gesture', gesture: 'point', to: 16 + chance.below(16) });
  else if (roll < 0.55) ear.do({ type: 'unsay', author: ear.member, said: Math.max(1, ear.n - 1) });
  else if (roll < 0.6 && ear.n > 0) ear.say({ t: 'do', n: ear.n, c: { type: 'say', text: 'left!' } });
  else if (game === null) ear.manage({ type: 'begin' });
  else if (game.status === 'setup') ear.do({ type: 'start' });
  else if (game.status === 'paused') ear.do({ type: 'resume' });
  else if (roll < 0.66) ear.do({ type: 'pause' });
  else if (roll < 0.68) ear.do({ type: 'nudge', to: chance.below(3) });
  else if (roll < 0.683) ear.manage({ type: 'abandon' });
  else ear.do(somethingToDo(game, ear.seat, chance));
}

/** Whatever explores is done as soon as it can be: it opens windows. */
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

interface Stage {
  readonly places: readonly Place[];
  readonly ears: readonly { readonly ear: Ear; readonly place: Place }[];
  readonly time: VirtualTime;
}

async function gather({ seed, authorities }: Story, chronicle: Chronicle, tally: Tally): Promise<Stage> {
  const journal = chronicle.watching(memoryJournal());
  const time = new VirtualTime();
  const wish = WISHES[seed % WISHES.length] ?? { scenario: 4 };
  const first = await Place.create({ wish, journal, time, salt: 'a' });
  const places = [first];
  while (places.length < authorities)
    places.push(await Place.open({ journal, time, salt: `${places.length}` }));
  const ears: { readonly ear: Ear; readonly place: Place }[] = [];
  for (let i = 0; i < 3; i++) {
    const place = places[i % places.length] ?? first;
    const ear = new Ear(place, chronicle, tally);
    ear.hello();
    ear.say({ t: 'join', name: `Ear ${i}`, avatar: 'hare', token: `token-of-ear-number-${i}-------` });
    await turns(80);
    ears.push({ ear, place });
  }
  return { places, ears, time };
}

/** Plays on until so many rounds are over, or something was heard that should not have been. */
export async function interleave(story: Story, tally: Tally): Promise<void> {
  const chance = new Chance(story.seed);
  const chronicle = new Chronicle();
  const { places, ears, time } = await gather(story, chronicle, tally);
  for (let round = 0; round < story.rounds && tally.leak === null; round++) {
    for (let i = 1 + chance.below(5); i > 0; i--) {
      const { ear, place } = chance.pick(ears) ?? raise('nobody is there');
      act(ear, place, chance);
      if (chance.happens(0.4)) await turns(chance.below(24));
    }
    await turns(40);
    await time.pass(chance.wait(900));
  }
  tally.rounds += story.rounds;
  tally.changes += chronicle.changes;
  for (const { table } of places) await Promise.race([table.drain(1001, 'done'), time.pass(5_000)]);
}
