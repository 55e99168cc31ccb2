/**
 * The games in a table's log, each with the keys of all members who had a seat during the game. The owner of such a key may
 * enter the game into a crew's book.
 */
import type { GameEvent } from '@hush/rules';
import { hasKnownDeal } from '../commands/table-wish.ts';
import { endsGame, isGameEvent } from '../messages/entry.ts';
import type { LogEvent, Member } from '../state/table-state.ts';

/** One game of a table; its first event is the set-up. */
export interface GameWithKeys {
  readonly events: readonly GameEvent[];
  readonly keys: ReadonlySet<string>;
  /** Whether people could know the shuffle before the game, because it is that of a heist or of an earlier game. */
  readonly isDealKnown: boolean;
}

/** Collects the games from the events of a log, which are passed in order. */
export class LoggedGames {
  readonly #games: (GameWithKeys & { readonly events: GameEvent[]; readonly keys: Set<string> })[] = [];
  readonly #seated = new Map<Member, string>();
  #over = true;
  #isDealKnown = false;

  get games(): readonly GameWithKeys[] {
    return this.#games;
  }

  hear(event: LogEvent): void {
    if (isGameEvent(event)) this.#play(event);
    else if (event.type === 'memberJoined') this.#seat(event.member, event.key);
    else if (event.type === 'memberLeft') this.#seated.delete(event.member);
    else if (event.type === 'gameAbandoned') this.#over = true;
    else if (event.type === 'tableOpened' || event.type === 'wishChanged')
      this.#isDealKnown = hasKnownDeal(event.wish);
  }

  #play(event: GameEvent): void {
    if (event.type === 'gameSetUp') {
      this.#games.push({
        events: [event],
        keys: new Set(this.#seated.values()),
        isDealKnown: this.#isDealKnown,
      });
      this.#over = false;
      return;
    }
    this.#games.at(-1)?.events.push(event);
    if (endsGame(event)) this.#over = true;
  }

  /** Adds a member's key to the game; a bot has no key. */
  #seat(member: Member, key: string): void {
    if (key === '') return;
    this.#seated.set(member, key);
    if (!this.#over) this.#games.at(-1)?.keys.add(key);
  }
}
