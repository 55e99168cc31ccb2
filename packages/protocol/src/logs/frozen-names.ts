/**
 * Names are frozen while a game runs, because a name chosen during silence could carry a message (CM-2c). Until the game is
 * over, every authority shows the seat number instead of a name that was chosen too late.
 */
import { mayRename, type Seat } from '@hush/rules';
import { AVATARS } from '../commands/avatars.ts';
import { type Entry, GAME_ENDS } from '../messages/entry.ts';
import type { Person } from '../messages/parts.ts';
import { NO_KEY } from '../state/bot-seats.ts';
import {
  EMPTY_TABLE,
  type LogEvent,
  type Member,
  rememberedOf,
  seatOf,
  type TableState,
} from '../state/table-state.ts';
import type { PrivateLogs } from './private-logs.ts';

const ENDS: ReadonlySet<LogEvent['type']> = new Set([...GAME_ENDS, 'gameAbandoned']);
/**
 * Events that change which former players are shown with a name. The code notices such a change by counting the shown
 * people before and after.
 */
const REMIND: ReadonlySet<LogEvent['type']> = new Set([...ENDS, 'gameSetUp']);

export class FrozenNames {
  #state: TableState = EMPTY_TABLE;
  /** How many names were stored when the freeze began; logs of older servers do not say. */
  #names = Number.POSITIVE_INFINITY;
  /** Members who sat down while names were frozen. */
  readonly #newcomers = new Set<Member>();

  /** Called with every durable entry, and with the table after that entry. */
  follow({ events, names }: Entry, after: TableState): void {
    this.#state = after;
    for (const event of events) {
      if (event.type === 'memberJoined') this.#noticeJoin(event.member, event.key);
      else if (event.type === 'gameSetUp') this.#clear();
    }
    if (names !== undefined) this.#names = names;
  }

  #noticeJoin(member: Member, key: string): void {
    if (key !== NO_KEY && this.#areFrozen()) this.#newcomers.add(member);
  }

  #clear(): void {
    this.#newcomers.clear();
    this.#names = Number.POSITIVE_INFINITY;
  }

  #areFrozen(): boolean {
    const { game } = this.#state;
    return game !== null && !mayRename(game);
  }

  /** Whether this member sat down during the running game. */
  isNameless(member: Member): boolean {
    return this.#areFrozen() && this.#newcomers.has(member);
  }

  /** The number of the last name before the freeze; later names, perhaps chosen at another authority, are not shown. */
  get lastName(): number {
    return this.#areFrozen() ? this.#names : Number.POSITIVE_INFINITY;
  }

  /**
   * Removes replaced names, which earlier versions stored; returns whether none is left. Nothing is removed while
   * names are frozen, because a replaced name may still be shown. If the journal cannot be written, the next sweep or
   * opening of the table tries again.
   */
  async forgetReplaced(privateLogs: PrivateLogs): Promise<boolean> {
    if (!privateLogs.hasReplaced) return true;
    return !this.#areFrozen() && (await privateLogs.forgetReplaced()) === null;
  }

  /**
   * Whether an event changes the displayed list of people: somebody left, names become frozen or unfrozen, or former players
   * start or stop being named. `before` is the table before the entry of this event, `stored` the number of stored names.
   */
  changesPeople({ type }: LogEvent, before: TableState, stored: number): boolean {
    if (type === 'memberLeft') return true;
    if (type === 'gameStarted') return stored > this.#names;
    if (ENDS.has(type) && (this.#newcomers.size > 0 || stored > this.#names)) return true;
    return REMIND.has(type) && rememberedOf(before).length !== rememberedOf(this.#state).length;
  }

  /**
   * The members at the table and the players of the last game, each with a name, or with the seat number if the name is
   * frozen or deleted.
   */
  people(keyOf: (member: Member) => string | undefined, privateLogs: PrivateLogs): readonly Person[] {
    return rememberedOf(this.#state).flatMap(member => {
      const key = keyOf(member) ?? '';
      if (key === NO_KEY) return [];
      const profile = privateLogs.profileOf(key, this.lastName);
      if (profile === undefined || this.isNameless(member))
        return [namelessPerson(member, lastSeatOf(this.#state, member))];
      return [{ member, name: profile.name, avatar: profile.avatar }];
    });
  }
}

/** The seat of a member who is at the table or played the last game. */
function lastSeatOf(table: TableState, member: Member): Seat {
  const { played = [], left = [] } = table;
  return (
    [seatOf(table, member), played.indexOf(member), left.indexOf(member), 0].find(seat => seat >= 0) ?? 0
  );
}

/** A person without a shown name: shown as the seat number, which nobody can choose and which needs no translation. */
const namelessPerson = (member: Member, seat: Seat): Person => ({
  member,
  name: `#${seat + 1}`,
  avatar: AVATARS[seat % AVATARS.length] ?? AVATARS[0],
});
