/**
 * Scripts that play quickly, without a browser, until a table is in the wanted state. Then any of their seats can be
 * opened in a browser, as if that device had always had it.
 */
import type { TableWish } from '@hush/protocol';
import { type Command, type Game, isOver } from '@hush/rules';
import type { BrowserContextOptions } from 'playwright-core';
import { type Aim, chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { Player, until } from '../../../server/test/player-client.ts';
import type { Guest, JourneyWorld } from './journey-world.ts';
import { newTable } from './page-server.ts';

const NAMES = [
  ['Mina', 'owl'],
  ['Tomasz', 'fox'],
  ['Élodie', 'cat'],
  ['Bram', 'bear'],
] as const;

/** The commands that scripts give; the server itself seats the bots. */
type Played = Exclude<Command, { readonly type: 'start' | 'seatBot' | 'playOn' }>;

const MOST_MOVES = 800;

interface Mate {
  readonly player: Player;
  readonly name: string;
  readonly avatar: string;
  token: string;
}

export class Crew {
  readonly code: string;
  readonly #world: JourneyWorld;
  readonly #mates: readonly Mate[];

  private constructor(world: JourneyWorld, code: string, mates: readonly Mate[]) {
    this.#world = world;
    this.code = code;
    this.#mates = mates;
  }

  /** A table with this number of people, the first of them host; the game is set up. */
  static async gather(world: JourneyWorld, wish: TableWish, people: number): Promise<Crew> {
    const code = await newTable(world.pageServer, wish);
    const mates: Mate[] = [];
    for (const [name, avatar] of NAMES.slice(0, people)) {
      const mate: Mate = { name, avatar, token: '', player: sit(world, code, token => (mate.token = token)) };
      mate.player.connection.join(name, avatar);
      await until(() => mate.token !== '', `${name} to sit down`);
      mates.push(mate);
    }
    const crew = new Crew(world, code, mates);
    crew.#mate(0).player.manage({ type: 'begin' });
    await until(() => mates.every(({ player }) => player.connection.mirror.game !== null), 'the set-up');
    return crew;
  }

  get game(): Game {
    const { game } = this.#mate(0).player.connection.mirror;
    if (game === null) throw new Error('no game');
    return game;
  }

  /** Everybody plays towards the aim until the condition holds. */
  async playUntil(looksRight: (game: Game) => boolean, aim: Aim = 'win', seed = 7): Promise<void> {
    if (this.game.status === 'setup') {
      this.#mate(0).player.do({ type: 'start' });
      await this.untilRunning();
    }
    const chance = chanceFrom(seed);
    for (let i = 0; i < MOST_MOVES && !looksRight(this.game); i++) {
      if (isOver(this.game)) throw new Error(`over too soon: ${this.game.status}`);
      const command = nextCommand(this.game, this.game.at, chance, aim);
      if (
        command === null ||
        command.type === 'start' ||
        command.type === 'seatBot' ||
        command.type === 'playOn'
      )
        throw new Error('nothing to do');
      await this.#carryOut(command);
    }
    if (!looksRight(this.game)) throw new Error('it never looked like that');
  }

  async #carryOut({ seat, ...command }: Played): Promise<void> {
    const { player } = this.#mate(seat);
    const { mirror } = player.connection;
    player.do(command);
    await until(() => mirror.unanswered === 0, `an answer to ${command.type}`);
    const { version } = mirror;
    await until(
      () => this.#mates.every(mate => mate.player.connection.mirror.version >= version),
      'everybody to hear',
    );
  }

  /** Opens a seat in a browser; the script that played it leaves the seat. */
  async open(
    seat: number,
    options: BrowserContextOptions,
    { before = '', query = '' }: { readonly before?: string; readonly query?: string } = {},
  ): Promise<Guest> {
    const { player, token, name, avatar } = this.#mate(seat);
    player.connection.close();
    const keep = (key: string, text: string): string =>
      `localStorage.setItem(${JSON.stringify(`hush.${key}`)}, ${JSON.stringify(text)});`;
    const kept = keep(`seat.${this.code}`, token) + keep('face', JSON.stringify({ name, avatar }));
    return this.#world.open(`/t/${this.code}${query}`, options, kept + before);
  }

  async untilRunning(): Promise<void> {
    await until(() => this.game.status === 'playing', 'the sand to run');
  }

  /** Sends a signal, a command or a pause for a seat. */
  do(seat: number, command: Parameters<Player['do']>[0]): void {
    this.#mate(seat).player.do(command);
  }

  leave(): void {
    for (const { player } of this.#mates) player.connection.close();
  }

  #mate(seat: number): Mate {
    const mate = this.#mates[seat];
    if (mate === undefined) throw new Error(`nobody sits on ${seat}`);
    return mate;
  }
}

const sit = (world: JourneyWorld, code: string, seated: (token: string) => void): Player =>
  new Player({ table: code, port: world.pageServer.server.port, chance: Math.random, seated });

/** A script that puts a setting into a device's storage before the page is opened for the first time. */
export const setting = (name: string, value: unknown): string =>
  `localStorage.setItem(${JSON.stringify(`hush.set.${name}`)}, ${JSON.stringify(JSON.stringify(value))});`;
