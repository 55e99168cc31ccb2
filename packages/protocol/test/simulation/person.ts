/**
 * A simulated player: opens windows, takes a seat, sends allowed and forbidden commands, and records the answer to every
 * command.
 */
import {
  actionsOf,
  type Command,
  DIRECTIONS,
  GESTURES,
  HEROES,
  isDirection,
  isOver,
  reach,
  slide,
} from '@hush/rules';
import { Connection, type Notice, type PlayCommand, seatOf, type TableCommand } from '../../src/index.ts';
import type { AnyCommand, Audit } from './audit.ts';
import type { Chance } from './chance.ts';
import { type Net, Place } from './net.ts';
import { CODE, type SimNode } from './node.ts';

export interface Scene {
  readonly net: Net;
  readonly chance: Chance;
  readonly audit: Audit;
  readonly nodes: readonly SimNode[];
  /** The number of the window, counted over all windows. */
  nextWindow(): number;
  wishes(): TableCommand;
  /** The command that continues the last game from one of its moments. */
  playsOn(): TableCommand;
}

type Outcome = 'open' | 'happened' | 'refused' | 'said';

interface Asked {
  readonly member: number;
  readonly n: number;
  readonly command: AnyCommand;
  outcome: Outcome;
}

/** One page of one person. */
export class Window {
  readonly id: number;
  readonly connection: Connection;
  /** The sent commands and their answers, by member and number. */
  readonly asked = new Map<string, Asked>();
  readonly #scene: Scene;
  #compared = 0;

  constructor(scene: Scene, place: Place, person: Person) {
    this.#scene = scene;
    this.id = scene.nextWindow();
    if (person.isProgram) scene.audit.programs.add(this.id);
    const { net, chance } = scene;
    const { token } = person;
    this.connection = new Connection(
      { table: CODE, ...(token === null ? {} : { token }) },
      {
        now: () => net.time.now,
        later: (after, then) => net.time.later(after, then),
        chance: () => chance.next(),
        secret: () => `my-secret-${chance.below(2 ** 31).toString(36)}-${chance.below(2 ** 31).toString(36)}`,
        connect: events => place.connect(chance.pick(scene.nodes) ?? raise('no node'), this.id, events),
      },
      {
        noticed: notice => this.#notice(notice),
        seated: secret => {
          person.token = secret;
        },
      },
    );
  }

  do(command: PlayCommand): void {
    this.#note(this.connection.do(command), command);
  }

  manage(command: TableCommand): void {
    this.#note(this.connection.manage(command), command);
  }

  #note(n: number, command: AnyCommand): void {
    const { member } = this.connection.mirror;
    if (member === null) return;
    this.asked.set(`${member} ${n}`, { member, n, command, outcome: 'open' });
    this.#scene.audit.asked(this.id, member, n, command);
  }

  #notice(notice: Notice): void {
    const { mirror } = this.connection;
    if (notice.type === 'synced' || this.#compared++ % 16 === 0) this.compare();
    if (notice.type === 'news') this.#settle(notice.member, notice.n, 'happened');
    if (notice.type === 'refused') this.#settle(mirror.member, notice.n, 'refused');
    if (notice.type !== 'other') return;
    const { message } = notice;
    if (message.t === 'said' || message.t === 'gestured') this.#settle(message.m, message.n, 'said');
  }

  /** Checks that every command has one answer: it was executed or refused. */
  #settle(member: number | null, n: number | null, outcome: Outcome): void {
    const asked = this.asked.get(`${member} ${n}`);
    if (asked === undefined) return;
    // With two authorities, one may refuse a command that the other has in its queue; then the sender gets a refusal
    // and an acceptance.
    const isNew = asked.outcome === 'open' || (asked.outcome === 'refused' && !this.#scene.audit.isAlone);
    if (!isNew && asked.outcome !== outcome)
      this.#scene.audit.fail(`${n} of member ${member} ${asked.outcome}, then ${outcome}`);
    asked.outcome = outcome;
    if (outcome === 'happened' && !this.#scene.audit.happened.has(`${member} ${n}`))
      this.#scene.audit.fail(`${n} of member ${member} was acknowledged and is not in the log`);
  }

  /**
   * Checks that no command was lost: it was executed, or this window was told that it was refused. A second snapshot, after
   * more entries than a welcome brings, does not tell which commands were refused (PR-9i).
   */
  account(): void {
    const { audit } = this.#scene;
    if ((audit.snapshots.get(this.id) ?? 0) > 1) return;
    const { member } = this.connection.mirror;
    for (const [id, asked] of this.asked) {
      if (asked.outcome !== 'open' || asked.member !== member) continue;
      if (!audit.happened.has(id) && !audit.relayed.has(id))
        audit.fail(`${asked.n} of member ${member} has vanished: ${JSON.stringify(asked.command)}`);
    }
  }

  /** Checks that the window's confirmed state equals the log up to that version. */
  compare(): void {
    const { mirror } = this.connection;
    const expected = this.#scene.audit.textAt(mirror.version);
    if (expected === undefined) {
      if (mirror.version !== 0) this.#scene.audit.fail(`window ${this.id} knows version ${mirror.version}`);
    } else if (JSON.stringify(mirror.confirmed) !== expected) {
      this.#scene.audit.fail(`window ${this.id} differs from the log at version ${mirror.version}`);
    }
  }
}

export class Person {
  readonly #scene: Scene;
  readonly place: Place;
  readonly #name: string;
  readonly #sits: boolean;
  readonly isProgram: boolean;
  windows: Window[] = [];
  token: string | null = null;

  constructor(scene: Scene, name: string, { sits, isProgram }: { sits: boolean; isProgram: boolean }) {
    this.#scene = scene;
    this.#name = name;
    this.#sits = sits;
    this.isProgram = isProgram;
    this.place = new Place(scene.net);
  }

  get window(): Window | undefined {
    return this.windows.at(-1);
  }

  /** Opens another page with the same secret, which takes over the seat. */
  open(): void {
    this.windows.push(new Window(this.#scene, this.place, this));
  }

  /** Reloads the page. */
  reload(): void {
    this.window?.connection.close();
    this.open();
  }

  act(): void {
    const { window } = this;
    if (window === undefined || window.connection.status.type === 'ended') this.open();
    else if (window.connection.mirror.version > 0) this.#use(window);
  }

  #use(window: Window): void {
    const { mirror } = window.connection;
    const { chance } = this.#scene;
    if (mirror.member === null) {
      if (this.#sits && chance.happens(0.7))
        window.connection.join(this.#name, 'fox', this.isProgram ? { program: true } : {});
      return;
    }
    const { confirmed, member } = mirror;
    const isHost = confirmed.host === member;
    const { game } = confirmed;
    if (chance.happens(0.08)) this.#manage(window, isHost);
    else if (game === null || isOver(game)) this.#begin(window, isHost);
    else if (game.status === 'setup' && isHost && chance.happens(0.7)) window.do({ type: 'start' });
    else if (game.status === 'paused' && chance.happens(0.3)) window.do({ type: 'resume' });
    else this.#play(window);
  }

  /** Opens a table, sometimes with bots. */
  #begin(window: Window, isHost: boolean): void {
    const { chance } = this.#scene;
    const { bots = [], game } = window.connection.mirror.confirmed;
    if (isHost && bots.length === 0 && chance.happens(0.4))
      window.manage({ type: 'seatBot', temper: 'calm', seats: 1 + chance.below(3) });
    else if (chance.happens(0.25)) window.manage(this.#agree());
    else if (isHost && chance.happens(0.2)) window.manage({ type: 'programs', allowed: true });
    else if (isHost && game !== null && chance.happens(0.7)) window.manage(this.#scene.playsOn());
    else if (isHost || chance.happens(0.05)) window.manage({ type: 'begin' });
    else window.manage({ type: 'ready', ready: chance.happens(0.7) });
  }

  #agree(): TableCommand {
    return { type: 'consent', given: this.#scene.chance.happens(0.85) };
  }

  #manage(window: Window, isHost: boolean): void {
    const { chance } = this.#scene;
    const { confirmed } = window.connection.mirror;
    const somebody = chance.pick(confirmed.seats.filter(seat => seat !== null)) ?? 1;
    const commands: readonly TableCommand[] = [
      { type: 'leave' },
      { type: 'ready', ready: true },
      { type: 'kick', member: somebody },
      { type: 'lock', locked: chance.happens(0.3) },
      { type: 'handOver', member: somebody },
      this.#scene.wishes(),
      { type: 'seatBot', temper: 'calm', seats: 1 + chance.below(3) },
      { type: 'sitIn', allowed: chance.happens(0.7) },
      { type: 'programs', allowed: chance.happens(0.8) },
      this.#agree(),
      this.#scene.playsOn(),
      { type: 'begin' },
      { type: 'abandon' },
    ];
    const command = chance.pick(commands) ?? { type: 'leave' };
    const isHarsh = command.type === 'leave' || command.type === 'kick' || command.type === 'abandon';
    if (isHost && isHarsh && chance.happens(0.6)) window.connection.rename(`${this.#name}2`, 'owl');
    else window.manage(command);
  }

  #play(window: Window): void {
    const { chance } = this.#scene;
    const roll = chance.next();
    if (roll < 0.3) this.#playLegally(window);
    else if (roll < 0.66) this.#move(window);
    else if (roll < 0.82) window.do(this.#nonsense());
    else if (roll < 0.9) this.#go(window);
    else if (roll < 0.94) window.do({ type: 'say', text: 'hush' });
    else if (roll < 0.96) window.do({ type: 'gesture', gesture: chance.pick(GESTURES) ?? 'wave' });
    else window.do({ type: 'nudge', to: chance.below(4) });
  }

  #playLegally(window: Window): void {
    const { game, predicted, member } = window.connection.mirror;
    if (game === null || member === null) return;
    const seat = seatOf(predicted, member);
    const all = reach(game, seat);
    const command = this.#scene.chance.pick(all);
    if (command !== undefined) window.do(asked(command, game.heroes, this.#scene.chance.happens(0.5)));
  }

  /** The most frequent command: moves a hero in one of the player's directions, any distance. */
  #move(window: Window): void {
    const { game, predicted, member } = window.connection.mirror;
    const { chance } = this.#scene;
    if (game === null || member === null) return;
    const mine = actionsOf(game, seatOf(predicted, member)).filter(isDirection);
    const hero = chance.pick(HEROES) ?? 'elf';
    const dir = chance.pick(mine) ?? 'north';
    const steps = 1 + chance.below(Math.max(1, slide(game, hero, dir).length));
    window.do(asked({ type: 'move', seat: 0, hero, dir, steps }, game.heroes, chance.happens(0.5)));
  }

  #go(window: Window): void {
    const { game } = window.connection.mirror;
    const { chance } = this.#scene;
    const hero = chance.pick(HEROES) ?? 'elf';
    const from = game?.heroes[hero] ?? 16;
    window.do({ type: 'go', hero, to: Math.max(16, from + chance.below(9) - 4) });
  }

  #nonsense(): PlayCommand {
    const { chance } = this.#scene;
    const hero = chance.pick(HEROES) ?? 'elf';
    const list: readonly PlayCommand[] = [
      { type: 'move', hero, dir: chance.pick(DIRECTIONS) ?? 'north', steps: 1 + chance.below(4) },
      { type: 'vortex', hero, to: 16 + chance.below(300) },
      { type: 'escalator', hero },
      { type: 'explore' },
      { type: 'lay', door: 16 + chance.below(64) },
      { type: 'steal' },
      { type: 'turn' },
      { type: 'resume' },
      { type: 'start' },
      { type: 'stare', to: chance.below(9) },
      { type: 'discard', tile: 1 + chance.below(24) },
    ];
    return chance.pick(list) ?? { type: 'explore' };
  }
}

/** A command as a client sends it: without the seat, and sometimes with the hero's expected place. */
function asked(
  command: Command,
  heroes: Readonly<Record<string, number | null>>,
  exact: boolean,
): PlayCommand {
  if (!('seat' in command)) return command;
  const { seat: _, ...rest } = command;
  if (rest.type !== 'move' || !exact) return rest as PlayCommand;
  const from = heroes[rest.hero];
  return typeof from === 'number' ? { ...rest, from } : rest;
}

function raise(why: string): never {
  throw new Error(why);
}
