/**
 * The checker of a simulation: it knows which entries are durable and since when, sees every frame, and reports a broken
 * promise at once.
 */

import { runsOutAt } from '@hush/rules';
import type { PlayCommand, ServerMessage, TableCommand, TableReport } from '../../src/index.ts';
import { decodeEntry } from '../../src/index.ts';
import { temperOf } from '../../src/state/bot-seats.ts';
import { evolveTable } from '../../src/state/evolve-table.ts';
import { EMPTY_TABLE, type LogEvent, type Member, type TableState } from '../../src/state/table-state.ts';
import { messageProblem } from '../messages/message-problem.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { VirtualDisk } from './disk.ts';
import { CODE, type SimNode } from './node.ts';
import { RightsAudit } from './rights-audit.ts';
import { SandAudit } from './sand-audit.ts';

const LOG = `table/${CODE}`;

export type AnyCommand = PlayCommand | TableCommand;

interface Asked {
  readonly window: number;
  readonly command: AnyCommand;
}

/** A broken promise of the server. */
export class Violation extends Error {}

export class Audit {
  readonly #time: VirtualTime;
  readonly #disk: VirtualDisk;
  readonly #isAlone: boolean;
  readonly sand: SandAudit;
  readonly rights = new RightsAudit(what => this.fail(what));
  /** Windows whose owner is a program. */
  readonly programs = new Set<number>();
  /** The state after each version of the log. */
  readonly states: TableState[] = [EMPTY_TABLE];
  /** For each member and command number: the logged events, and their version. */
  readonly happened = new Map<string, number>();
  /** How many snapshots were sent to each window; its first welcome always has one. */
  readonly snapshots = new Map<number, number>();
  /** The chat messages that were sent to all, by member and number. */
  readonly relayed = new Set<string>();
  /** The last frame as text, and its parsed content. */
  #frame = '';
  #message: ServerMessage = { t: 'people', people: [] };
  readonly #asked = new Map<string, Asked>();
  readonly #lastN = new Map<Member, number>();
  violation: Violation | null = null;
  /** Counts of the bots' actions. */
  byBots = 0;
  /** Called with each line of the run's report, for people. */
  tell: ((line: string) => void) | null = null;
  readonly #texts: string[] = [];

  constructor(time: VirtualTime, disk: VirtualDisk, isAlone: boolean) {
    this.#time = time;
    this.#disk = disk;
    this.#isAlone = isAlone;
    this.sand = new SandAudit(this, time, disk, isAlone);
    disk.onDurable = (log, version, entry) => {
      if (log === LOG) this.#durable(version, entry);
    };
  }

  get version(): number {
    return this.states.length - 1;
  }

  get state(): TableState {
    return this.states.at(-1) ?? EMPTY_TABLE;
  }

  /** Returns the state at a version as text; undefined if there is no such version. */
  textAt(version: number): string | undefined {
    const state = this.states[version];
    if (state === undefined) return undefined;
    this.#texts[version] ??= JSON.stringify(state);
    return this.#texts[version];
  }

  note(what: () => string): void {
    this.tell?.(`${this.#time.passed.toFixed(1).padStart(9)} ${what()}`);
  }

  fail(what: string): void {
    this.note(() => `VIOLATION ${what}`);
    this.violation ??= new Violation(`at ${this.#time.passed.toFixed(1)} ms: ${what}`);
  }

  /** Checks what must hold at the end of the run. */
  finish(): void {
    this.rights.finish(this.#disk.durable(LOG));
  }

  // Checks of log entries.

  #durable(version: number, text: string): void {
    const entry = decodeEntry(text);
    if (!entry.ok) {
      this.fail(`entry ${version} cannot be read: ${entry.error}`);
      return;
    }
    const { events, cause } = entry.value;
    const before = this.state;
    this.note(() => `durable ${version} ${text}`);
    if (cause !== null) this.#caused(version, cause, events);
    const by = cause?.member ?? null;
    // an event `playedOn` ends the part that comes from an earlier game
    const begun = events.findLastIndex(({ type }) => type === 'playedOn');
    for (const event of events.slice(begun + 1)) this.#happens(before, event, by);
    this.rights.follow(before, { version, by, events });
    this.sand.settle();
    this.states.push(events.reduce(evolveTable, before));
    this.sand.follow(before, this.state);
  }

  /**
   * Checks that every command is executed at most once, that a member's commands are in order, and that the events
   * fit the command.
   */
  #caused(version: number, { member, n }: { member: Member; n: number }, events: readonly LogEvent[]): void {
    const id = `${member} ${n}`;
    const first = this.happened.get(id);
    if (first !== undefined)
      this.fail(`command ${n} of member ${member} happened at ${first} and ${version}`);
    if (n <= (this.#lastN.get(member) ?? 0)) this.fail(`command ${n} of member ${member} is out of order`);
    this.#lastN.set(member, n);
    this.happened.set(id, version);
    const asked = this.#asked.get(id);
    if (events.length === 0) return;
    if (asked === undefined) this.fail(`nobody asked for ${n} of member ${member}`);
    else if (!fits(asked.command, events))
      this.fail(`${JSON.stringify(asked.command)} became ${JSON.stringify(events)}`);
  }

  #happens(before: TableState, event: LogEvent, member: Member | null): void {
    if (!('at' in event)) return;
    const { game } = before;
    // not checked: an event of another game, and an event without an author
    if (game === null || event.type === 'gameSetUp' || event.type === 'botSat') return;
    if (event.at < game.at) this.fail(`${event.type} at ${event.at} comes before ${game.at}`);
    if ('seat' in event && member !== null && before.seats[event.seat ?? -1] !== member)
      this.fail(`member ${member} did ${event.type} with somebody else's hands`);
    if (member === null && BY_HAND.includes(event.type) && 'seat' in event)
      this.#byBot(before, event.seat ?? -1, event.type);
    if (event.type === 'gameLost' && event.reason === 'sand' && event.at !== runsOutAt(game.hourglass))
      this.fail(`the sand ran out at ${event.at}, not at ${runsOutAt(game.hourglass)}`);
  }

  /**
   * Checks events without a command: a bot caused them, for a seat that it has at that moment, and the game is marked
   * (GB-1).
   */
  #byBot(before: TableState, seat: number, what: string): void {
    this.byBots++;
    if (temperOf(before, before.seats[seat] ?? null) === null)
      this.fail(`nobody asked for ${what} of seat ${seat}, and no bot sits there`);
    if (before.game?.bots.includes(seat) !== true) this.fail(`a bot on seat ${seat} is not marked`);
  }

  // Checks of the frames that clients get.

  /** Notes a command of a window, and checks that no other window of that member uses its number. */
  asked(window: number, member: Member, n: number, command: AnyCommand): void {
    const id = `${member} ${n}`;
    const other = this.#asked.get(id);
    if (other !== undefined && other.window !== window)
      this.fail(`windows ${other.window} and ${window} both asked for ${n} of member ${member}`);
    this.note(() => `window ${window} asks ${n} of ${member}: ${JSON.stringify(command)}`);
    this.#asked.set(id, { window, command });
  }

  /** Checks that every frame fits its schema, and that only durable events are sent, as they are in the log. */
  told(window: number, frame: string): void {
    const message = this.#read(frame);
    if (message.t === 'news') this.#toldNews(frame);
    else if (message.t === 'seated') this.rights.seated(message.member, this.programs.has(window));
    else if (message.t === 'said' || message.t === 'gestured') this.relayed.add(`${message.m} ${message.n}`);
    else if (message.t === 'welcome') this.#toldWelcome(window, message);
    else if (message.t === 'here' && new Set(message.here).size !== message.here.length)
      this.fail(`one seat, two hands: ${frame}`);
  }

  #toldWelcome(window: number, { v, snapshot }: Extract<ServerMessage, { readonly t: 'welcome' }>): void {
    if (snapshot !== undefined) this.snapshots.set(window, (this.snapshots.get(window) ?? 0) + 1);
    if (v > this.#disk.durable(LOG).length) this.fail(`a welcome at version ${v}, which is not durable`);
  }

  /** The parsed frame; the last one is cached, because it often goes to all clients. */
  #read(frame: string): ServerMessage {
    if (this.#frame !== frame) {
      this.#frame = frame;
      this.#message = JSON.parse(frame) as ServerMessage;
      const problem = messageProblem(this.#message);
      if (problem !== null) this.fail(`${problem}: ${frame}`);
    }
    return this.#message;
  }

  #toldNews(frame: string): void {
    const v = Number.parseInt(frame.slice('{"t":"news","v":'.length), 10);
    const entry = this.#disk.durable(LOG)[v - 1];
    if (entry === undefined) this.fail(`version ${v} was told and is not durable: ${frame}`);
    else if (frame !== `{"t":"news","v":${v},${entry.slice(1)}`)
      this.fail(`version ${v} was told as ${frame} and is ${entry}`);
  }

  // Methods that take reports from the authorities.

  opened(node: SimNode): void {
    this.note(() => `opened at ${node.table?.version}, sand ${JSON.stringify(node.table?.sand)}`);
    this.sand.settle();
    this.sand.nodes.add(node);
    this.sand.openedAt = this.#time.now;
  }

  closing(node: SimNode, isPlanned: boolean): void {
    this.note(() => `down, sand ${JSON.stringify(node.table?.sand)}`);
    this.sand.settle();
    // if the disk failed within the last two seconds, the stored moment of the sand may be too old
    if (!isPlanned || this.#disk.wellFor < 2_000) this.sand.lose();
    this.sand.nodes.delete(node);
  }

  reported(node: SimNode, trouble: TableReport): void {
    this.sand.settle();
    this.note(() => `report ${trouble.type}, sand ${JSON.stringify(node.table?.sand)}`);
    if (trouble.type === 'frozen') this.sand.lose();
    if (trouble.type === 'broken') this.fail(`a bug: ${String(trouble.error)}`);
    if (trouble.type === 'unreadable' || trouble.type === 'setAside')
      this.fail(`${JSON.stringify(trouble)} (${node.table?.version})`);
  }

  get isAlone(): boolean {
    return this.#isAlone;
  }
}

/** Events that only commands cause. */
const BY_HAND: readonly LogEvent['type'][] = ['heroMoved', 'tileDrawn', 'tileDiscarded', 'actionTurned'];

/** For each command, the types that its first event may have. */
const OUTCOMES: Readonly<Record<AnyCommand['type'], readonly LogEvent['type'][]>> = {
  start: ['gameStarted'],
  swap: ['tilesSwapped'],
  place: ['heroPlaced'],
  move: ['heroMoved'],
  go: ['heroMoved'],
  vortex: ['heroMoved'],
  escalator: ['heroMoved'],
  explore: ['tileDrawn'],
  lay: ['tileLaid'],
  steal: ['theftHappened'],
  discard: ['tileDiscarded'],
  turn: ['actionTurned'],
  pause: ['paused'],
  resume: ['resumed'],
  nudge: ['pawnMoved', 'tapped'],
  stare: ['stared'],
  say: [],
  phrase: [],
  unsay: [],
  gesture: [],
  leave: ['memberLeft'],
  ready: ['memberReady'],
  kick: ['memberLeft'],
  mute: ['memberMuted'],
  lock: ['tableLocked'],
  spectators: ['spectatorsAllowed'],
  delay: ['spectatorsDelayed'],
  programs: ['programsAllowed'],
  consent: ['consentGiven'],
  handOver: ['hostNamed'],
  wish: ['wishChanged'],
  seatBot: ['memberJoined'],
  sitIn: ['sitInAllowed'],
  begin: ['seatsClosed'],
  abandon: ['gameAbandoned'],
  playOn: ['memberJoined', 'memberLeft', 'seatsClosed'],
};

/** Whether the fields that a command and its first event share are equal: a hero, a cell, a member, a permission. */
function fits(command: AnyCommand, [event]: readonly LogEvent[]): boolean {
  if (event === undefined || !OUTCOMES[command.type].includes(event.type)) return false;
  const caused = new Map(Object.entries(event));
  return Object.entries(command).every(
    ([name, value]) =>
      name === 'type' || !caused.has(name) || JSON.stringify(caused.get(name)) === JSON.stringify(value),
  );
}
