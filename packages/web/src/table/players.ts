/** The players of the finished game. A seat may have another owner by now; the names of players who have left are kept. */
import { isBot, type Member, type Person } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { computed, type ReadonlySignal } from '@preact/signals';
import { say } from '../i18n/catalogs.ts';
import type { Session } from './session.ts';

export interface SeatedPlayer extends Person {
  readonly isBot: boolean;
  /** The player left during the game, and nobody took the seat since. */
  readonly hasLeft?: true;
}

/** Players by seat; null if unknown. */
export type Players = readonly (SeatedPlayer | null)[];

/**
 * Stores the names of players from its first call on. Players whom the host has removed are dropped. Member
 * numbers are never reused.
 */
export function trackPlayers({ table, people }: Pick<Session, 'table' | 'people'>): ReadonlySignal<Players> {
  const known = new Map<Member | null, SeatedPlayer>();
  return computed(() => {
    const { seats, game, left = [], kicked = [], played = seats.slice(0, game?.setUp.players) } = table.value;
    const leaver = (seat: number): SeatedPlayer | null => {
      const player = known.get(left[seat] ?? null);
      return player === undefined ? null : { ...player, hasLeft: true };
    };
    for (const person of people.value)
      known.set(person.member, { ...person, isBot: isBot(table.value, person.member) });
    for (const member of kicked) known.delete(member);
    return played.map((member, seat) =>
      member === null ? leaver(seat) : (known.get(member) ?? removedBot(member, game?.bots.includes(seat))),
    );
  });
}

/** A placeholder for a bot that was removed: its name is lost, but the game shows that a bot had the seat. */
const removedBot = (member: Member, isBot = false): SeatedPlayer | null =>
  isBot ? { member, name: say('game.isBot'), avatar: '', isBot } : null;

/** Whether this page's player took part in the game; a seated player may have joined after its end. */
export function hasPlayed({ table, seat }: Pick<Session, 'table' | 'seat'>, { setUp }: Game): boolean {
  const { seats, played = seats.slice(0, setUp.players) } = table.peek();
  const member = seats[seat.peek()] ?? null;
  return member !== null && played.includes(member);
}

/** Names of the people who played to the end, without bots, as a line of the Great Book shows them. */
export const namesOf = (players: Players): readonly string[] =>
  players.flatMap(player => (player === null || player.isBot || player.hasLeft ? [] : [player.name]));
