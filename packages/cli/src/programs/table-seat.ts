/**
 * A program's seat at a table: takes the seat, sends ready before each game, asks the program after every change, and sends
 * its commands. When the program fails, the connection is closed, and the table continues without it (PR-75e).
 */
import {
  type ClientWorld,
  Connection,
  type ConnectionStatus,
  isBot,
  isProgram,
  legalCommands,
  type Notice,
  seatOf,
} from '@hush/protocol';
import { type Game, isOver, type Millis } from '@hush/rules';
import { moveRequest } from './bot-request.ts';
import type { ProgramAnswer, ProgramProcess } from './program-process.ts';

export interface SeatPlan {
  readonly table: string;
  readonly name: string;
  /** The token of the seat that the program had before. */
  readonly token?: string;
  /** After this number of games the program leaves the table; null means never. */
  readonly games: number | null;
  /** The shortest time between two moves. */
  readonly pause: Millis;
}

export interface SeatWorld extends ClientWorld {
  /** Called with sentences about events, for the author of the program. */
  tell(line: string): void;
}

/** How the seat ended; `why` is null if all requested games were played. */
export interface SeatEnd {
  readonly why: string | null;
  readonly won: number;
  readonly games: number;
}

/** A program that waited is asked again after this long, even if nothing has changed. */
const ASKS_AGAIN: Millis = 500;
/** If a seat was refused because of silence, it is requested again after this time (PR-33b). */
const JOINS_AGAIN: Millis = 3_100;

export class TableSeat {
  readonly ended: Promise<SeatEnd>;
  readonly #plan: SeatPlan;
  readonly #world: SeatWorld;
  readonly #program: ProgramProcess;
  readonly #connection: Connection;
  #end: (end: SeatEnd) => void = () => undefined;
  #wasOnline = false;
  #isAsking = false;
  #isLeaving = false;
  #isEnded = false;
  #movedAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;
  /** The seed commitment of the current game, by which it is recognised. */
  #game: string | null = null;
  /** The seed commitment of the last game that the program saw before its sand started. */
  #seen: string | null = null;
  #games = 0;
  #finished = 0;
  #won = 0;

  constructor(plan: SeatPlan, program: ProgramProcess, world: SeatWorld) {
    this.#plan = plan;
    this.#program = program;
    this.#world = world;
    this.ended = new Promise(resolve => {
      this.#end = resolve;
    });
    const { table, token } = plan;
    this.#connection = new Connection(token === undefined ? { table } : { table, token }, world, {
      changed: status => this.#change(status),
      seated: secret => world.tell(`Seated. To come back to this seat: --token ${secret}`),
      noticed: notice => this.#hear(notice),
    });
    program.onFailure = () => this.#look();
    if (token === undefined) this.#join();
  }

  #change(status: ConnectionStatus): void {
    if (status.type === 'online') this.#wasOnline = true;
    if (status.type === 'ended') this.#finish(`the server ended the connection: ${status.why}`);
    if (status.type !== 'waiting') return;
    if (this.#wasOnline) this.#world.tell('The connection is lost; trying again.');
    else this.#finish('no server answers at the address');
  }

  #join(): void {
    this.#connection.join(this.#plan.name, 'crow', { program: true });
  }

  #hear(notice: Notice): void {
    if (notice.type === 'refused' && notice.n === 0) this.#notSeated(notice);
    else if (notice.type === 'refused') this.#world.tell(`Refused: ${notice.say}`);
    this.#look();
  }

  #notSeated({ why, say }: Extract<Notice, { readonly type: 'refused' }>): void {
    if (why === 'too-fast') this.#world.later(JOINS_AGAIN, () => this.#isEnded || this.#join());
    else this.#finish(`no seat: ${say}`);
  }

  /** Called whenever something may have changed at the table. */
  #look(): void {
    const { mirror } = this.#connection;
    const { member } = mirror;
    if (this.#isEnded || mirror.unanswered > 0) return;
    const { game } = mirror.confirmed;
    const { failure } = this.#program;
    const isSeated = member !== null && seatOf(mirror.confirmed, member) >= 0;
    if (this.#isLeaving) this.#finish(failure);
    else if (isSeated && (game === null || isOver(game))) this.#rest(game);
    else if (failure !== null) this.#finish(failure);
    else if (!isSeated || game === null) return;
    else if (game.status === 'playing') this.#play(game);
    else this.#wait(game);
  }

  /** Acts before the sand runs and during a pause. When everybody is ready, the table starts the sand at once (PR-37a). */
  #wait({ status, setUp }: Game): void {
    const isNew = this.#seen !== setUp.commitment;
    this.#seen = setUp.commitment;
    if (isNew) this.#lookIn(ASKS_AGAIN);
    else if (status === 'setup') this.#sayReady();
  }

  /** What the program does between games. */
  #rest(game: Game | null): void {
    if (game !== null && game.setUp.commitment === this.#game) {
      this.#game = null;
      this.#finished++;
      if (game.status === 'won') this.#won++;
      this.#world.tell(`Game ${this.#games} is ${game.status}.`);
      this.#program.tell({ over: game.status, game: this.#games });
    }
    const isDone = this.#plan.games !== null && this.#finished >= this.#plan.games;
    if (isDone || this.#program.failure !== null) this.#leave();
    else if (!this.#handOver()) this.#sayReady();
  }

  /** Passes the role of host to a person, if one is at the table. */
  #handOver(): boolean {
    const { confirmed, member } = this.#connection.mirror;
    if (confirmed.host !== member) return false;
    const person = confirmed.seats.find(
      other => other !== null && other !== member && !isBot(confirmed, other) && !isProgram(confirmed, other),
    );
    if (person === undefined || person === null) return false;
    this.#connection.manage({ type: 'handOver', member: person });
    return true;
  }

  #sayReady(): void {
    const { confirmed, member } = this.#connection.mirror;
    if (member !== null && !confirmed.ready.includes(member))
      this.#connection.manage({ type: 'ready', ready: true });
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#connection.manage({ type: 'leave' });
  }

  #play(game: Game): void {
    if (game.setUp.commitment !== this.#game) {
      this.#game = game.setUp.commitment;
      this.#games++;
    }
    if (this.#isAsking) return;
    const wait = this.#movedAt + this.#plan.pause - this.#world.now();
    if (wait > 0) this.#lookIn(wait);
    else this.#ask(game);
  }

  #lookIn(wait: Millis): void {
    this.#cancel();
    this.#cancel = this.#world.later(wait, () => this.#look());
  }

  #ask(game: Game): void {
    const { mirror } = this.#connection;
    const { confirmed, member } = mirror;
    const legal = member === null ? 'not-seated' : legalCommands(confirmed, member);
    this.#lookIn(ASKS_AGAIN);
    if (member === null || typeof legal === 'string' || legal.length === 0) return;
    this.#isAsking = true;
    const seat = seatOf(confirmed, member);
    const request = moveRequest(game, { game: this.#games, seat, at: Math.round(mirror.sandNow()) }, legal);
    void this.#program.ask(request).then(answer => this.#answered(answer));
  }

  #answered(answer: ProgramAnswer): void {
    this.#isAsking = false;
    if (this.#isEnded) return;
    if (!answer.ok) this.#finish(answer.error);
    else if (answer.value === null) this.#lookIn(ASKS_AGAIN);
    else {
      this.#movedAt = this.#world.now();
      this.#connection.do(answer.value);
    }
  }

  #finish(why: string | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancel();
    this.#program.close();
    this.#connection.close();
    this.#end({ why, won: this.#won, games: this.#finished });
  }
}
