/**
 * The games of a table that may be collected for research (PR-76): finished games whose players all consented, and did not
 * withdraw their consent later. Bots and programs need no consent.
 */
import { err, type GameEvent, ok, type Result } from '@hush/rules';
import { decodeEntry, endsGame, isGameEvent } from '../messages/entry.ts';
import type { LogEvent, Member } from '../state/table-state.ts';

interface Played {
  readonly events: GameEvent[];
  /** All members who had a seat during the game, at any time. */
  readonly people: Set<Member>;
  isAgreed: boolean;
}

/** The events of each game with consent, from all entries of a table's log; or the version of an entry that cannot be read. */
export function consentedGames(
  entries: readonly string[],
): Result<readonly (readonly GameEvent[])[], { readonly unreadable: number }> {
  const consents = new Consents();
  for (const [i, text] of entries.entries()) {
    const entry = decodeEntry(text);
    if (!entry.ok) return err({ unreadable: i + 1 });
    for (const event of entry.value.events) consents.hear(event);
  }
  return ok(consents.games());
}

class Consents {
  readonly #keys = new Map<Member, string>();
  readonly #seated = new Set<Member>();
  readonly #agreed = new Set<Member>();
  readonly #finished: Played[] = [];
  #current: Played | null = null;

  games(): readonly (readonly GameEvent[])[] {
    return this.#finished.filter(game => game.isAgreed).map(({ events }) => events);
  }

  hear(event: LogEvent): void {
    if (isGameEvent(event)) this.#play(event);
    else if (event.type === 'memberJoined' && event.bot === undefined) this.#sit(event.member, event.key);
    else if (event.type === 'programSeated') this.#excuse(event.member);
    else if (event.type === 'memberLeft') this.#seated.delete(event.member);
    else if (event.type === 'consentGiven') this.#settle(event.member, event.given);
    else if (event.type === 'gameAbandoned') this.#current = null;
  }

  #sit(member: Member, key: string): void {
    this.#keys.set(member, key);
    this.#seated.add(member);
    this.#current?.people.add(member);
  }

  /** The seed follows the end of a game in the same entry, and the record needs it. */
  #play(event: GameEvent): void {
    if (event.type === 'gameSetUp')
      this.#current = { events: [], people: new Set(this.#seated), isAgreed: false };
    const last = this.#current ?? this.#finished.at(-1);
    last?.events.push(event);
    if (event.type === 'playedOn') this.#continueLast();
    if (this.#current === null || !endsGame(event)) return;
    this.#current.isAgreed = [...this.#current.people].every(member => this.#agreed.has(member));
    this.#finished.push(this.#current);
    this.#current = null;
  }

  /** A game that continues an earlier one contains the earlier game's actions, also those of people who have left. */
  #continueLast(): void {
    for (const member of this.#finished.at(-1)?.people ?? []) this.#current?.people.add(member);
  }

  /** Removes a program from the people whose consent is needed. */
  #excuse(member: Member): void {
    this.#seated.delete(member);
    this.#current?.people.delete(member);
  }

  #settle(member: Member, given: boolean): void {
    if (given) this.#agreed.add(member);
    else this.#takeBack(member);
  }

  /** Withdraws the consent of a person: all members with the same key are the same person, who left and came back. */
  #takeBack(member: Member): void {
    const key = this.#keys.get(member);
    const same = [...this.#keys].filter(([, other]) => other === key).map(([other]) => other);
    for (const other of same) this.#agreed.delete(other);
    for (const game of this.#finished) {
      if (same.some(other => game.people.has(other))) game.isAgreed = false;
    }
  }
}
