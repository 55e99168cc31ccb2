/**
 * Checks what the log of a simulation says about programs (PR-75), consent (PR-76) and games that continue earlier
 * ones (PR-181): who may cause such an event, and what must follow. It reads the durable entries alone and shares no
 * code with the checked code.
 */
import { auditLog, type GameEvent, isOver } from '@hush/rules';
import { consentedGames } from '../../src/index.ts';
import { isGameEvent } from '../../src/messages/entry.ts';
import { isBot } from '../../src/state/bot-seats.ts';
import { evolveTable } from '../../src/state/evolve-table.ts';
import type { LogEvent, Member, TableState } from '../../src/state/table-state.ts';

/** A game of the run: its events, the members with a seat, and the version at which it ended. */
interface Played {
  readonly events: GameEvent[];
  readonly people: Set<Member>;
  isPlayedOn: boolean;
  endedAt: number | null;
}

interface Consent {
  readonly version: number;
  readonly member: Member;
  readonly given: boolean;
}

/** One durable entry: its version, its cause and its events. */
export interface Durable {
  readonly version: number;
  readonly by: Member | null;
  readonly events: readonly LogEvent[];
}

export interface RightsCounts {
  readonly programs: number;
  readonly playedOn: number;
  readonly agreed: number;
}

export class RightsAudit {
  readonly #fail: (what: string) => void;
  readonly #games: Played[] = [];
  readonly #consents: Consent[] = [];
  readonly #keys = new Map<Member, string>();
  /** All members who have ever sat down as a program. */
  readonly #programs = new Set<Member>();

  constructor(fail: (what: string) => void) {
    this.#fail = fail;
  }

  /** How many events the last game has; a game can be continued from each of them. */
  get lastEvents(): number {
    return this.#games.at(-1)?.events.length ?? 0;
  }

  /** How many programs sat down, how many games were continued, and how many games all players had consented to. */
  get counts(): RightsCounts {
    return {
      programs: this.#programs.size,
      playedOn: this.#games.filter(({ isPlayedOn }) => isPlayedOn).length,
      agreed: this.#games.filter(game => this.#isAgreed(game)).length,
    };
  }

  follow(before: TableState, entry: Durable): void {
    let state = before;
    for (const event of entry.events) {
      this.#judge(state, entry, event);
      state = evolveTable(state, event);
      this.#note(state, entry.version, event);
    }
    this.#remember(state);
    this.#checkMarks(state);
  }

  /** Called when a client was told that this seat is its own. */
  seated(member: Member, isProgram: boolean): void {
    if (this.#programs.has(member) !== isProgram)
      this.#fail(`member ${member} is ${isProgram ? 'a program and not marked' : 'marked as a program'}`);
  }

  /** Checks at the end which games may be collected, and whether continued games can be proven. */
  finish(entries: readonly string[]): void {
    const collected = consentedGames(entries);
    const found = collected.ok ? collected.value : [];
    const expected = this.#games.filter(game => this.#isAgreed(game)).map(({ events }) => events);
    if (!collected.ok || JSON.stringify(found) !== JSON.stringify(expected))
      this.#fail(`${found.length} games may be collected, and ${expected.length} were agreed to`);
    for (const { events, isPlayedOn, endedAt } of this.#games) {
      const audit = isPlayedOn && endedAt !== null ? auditLog(events) : null;
      if (audit?.ok === false) this.#fail(`a game that was played on is not proven: ${audit.error}`);
    }
  }

  #judge(state: TableState, { by, events }: Durable, event: LogEvent): void {
    if (event.type === 'programsAllowed' && by !== state.host)
      this.#fail(`member ${by} let programs in, and the host is ${state.host}`);
    if (event.type === 'consentGiven' && by !== event.member)
      this.#fail(`member ${by} consented for member ${event.member}`);
    if (event.type === 'programSeated') this.#judgeProgram(state, events, event.member);
    if (event.type === 'seatsClosed' && events.some(({ type }) => type === 'playedOn'))
      this.#judgePlayOn(state, by, event.seats, events.filter(isGameEvent));
  }

  /**
   * Checks the seating of a program; `state` is the table after `memberJoined` and before the newcomer may become
   * host.
   */
  #judgeProgram(state: TableState, events: readonly LogEvent[], member: Member): void {
    if (state.host !== null && state.programsAllowed !== true)
      this.#fail(`program ${member} has a seat that the host did not allow`);
    if (!events.some(event => event.type === 'memberJoined' && event.member === member))
      this.#fail(`member ${member} became a program after sitting down`);
  }

  /**
   * Checks a game that continues an earlier one: it begins with that game's events, and everybody who is still there
   * keeps the same seat.
   */
  #judgePlayOn(
    { host, game, played = [], seats }: TableState,
    by: Member | null,
    closed: readonly Member[],
    events: readonly GameEvent[],
  ): void {
    if (by !== host) this.#fail(`member ${by} played a game on, and the host is ${host}`);
    if (game === null || !isOver(game)) this.#fail('a game was played on that was not over');
    const begun = events.slice(
      0,
      events.findLastIndex(({ type }) => type === 'playedOn'),
    );
    const before = this.#games.at(-1)?.events.slice(0, begun.length);
    if (JSON.stringify(begun) !== JSON.stringify(before)) this.#fail('another game was played on');
    for (const [seat, member] of played.entries())
      if (member !== null && seats.includes(member) && closed[seat] !== member)
        this.#fail(`member ${member} had seat ${seat} and lost it to ${closed[seat]}`);
  }

  #note(state: TableState, version: number, event: LogEvent): void {
    if (event.type === 'memberJoined') this.#keys.set(event.member, event.key);
    if (event.type === 'programSeated') this.#programs.add(event.member);
    if (event.type === 'consentGiven') this.#consents.push({ version, ...event });
    if (!isGameEvent(event)) return;
    if (event.type === 'gameSetUp')
      this.#games.push({ events: [], people: new Set(), isPlayedOn: false, endedAt: null });
    const game = this.#games.at(-1);
    game?.events.push(event);
    if (event.type === 'playedOn') this.#continue();
    if (game !== undefined && state.game !== null && isOver(state.game)) game.endedAt ??= version;
  }

  /** Adds the players of the continued game to the people of this game, because it contains their actions. */
  #continue(): void {
    const [source, game] = this.#games.slice(-2);
    if (source === undefined || game === undefined) return;
    game.isPlayedOn = true;
    for (const member of source.people) game.people.add(member);
  }

  #remember(state: TableState): void {
    const game = this.#games.at(-1);
    if (game === undefined || game.endedAt !== null || state.game === null) return;
    for (const member of state.seats)
      if (member !== null && !isBot(state, member) && !this.#programs.has(member)) game.people.add(member);
  }

  /** Checks that programs are marked in the game's log, and that a member who has left does nothing more. */
  #checkMarks({ game, seats, programs = [], consents = [] }: TableState): void {
    for (const member of [...programs, ...consents])
      if (!seats.includes(member)) this.#fail(`member ${member} has left and is still listed`);
    if (game === null || isOver(game)) return;
    for (const [seat, member] of seats.slice(0, game.setUp.players).entries())
      if (member !== null && programs.includes(member) && !game.bots.includes(seat))
        this.#fail(`program ${member} plays seat ${seat}, which has no mark`);
  }

  /** Whether everybody had consented before the game ended and nobody has withdrawn the consent since. */
  #isAgreed({ people, endedAt }: Played): boolean {
    return endedAt !== null && [...people].every(member => this.#hasAgreed(member, endedAt));
  }

  #hasAgreed(member: Member, before: number): boolean {
    const key = this.#keys.get(member);
    return this.#consents.some(
      consent =>
        consent.member === member &&
        consent.given &&
        consent.version <= before &&
        !this.#consents.some(
          later => !later.given && later.version > consent.version && this.#keys.get(later.member) === key,
        ),
    );
  }
}
