/** Who played the game that is over: a seat may have a new owner by now, and people who left are known by name. */
import { isBot, type Member, type Person } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { computed, type ReadonlySignal } from '@preact/signals';
import { say } from '../i18n/catalogs.ts';
import type { Session } from './session.ts';

export interface SeatedPlayer extends Person {
  readonly isBot: boolean;
  /** Left in the middle, and nobody has sat there since. */
  readonly hasLeft?: true;
}

/** By seat; null where nobody is known. */
export type Players = readonly (SeatedPlayer | null)[];

/** Remembers from when it is first asked, but nobody whom the host has shown out; numbers of members are never used again. */
export function rememberPlayers({
  table,
  people,
}: Pick<Session, 'table' | 'people'>): ReadonlySignal<Players> {
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

/** People are known by name as long as the game is spoken of; a bot that was sent away has none any more. */
const removedBot = (member: Member, isBot = false): SeatedPlayer | null =>
  isBot ? { member, name: say('game.isBot'), avatar: '', isBot } : null;

/** Who sits here now may have sat down after the end. */
export function hasPlayed({ table, seat }: Pick<Session, 'table' | 'seat'>, { setUp }: Game): boolean {
  const { seats, played = seats.slice(0, setUp.players) } = table.peek();
  const member = seats[seat.peek()] ?? null;
  return member !== null && played.includes(member);
}

/** Those who were there to the end and are no bots, by name, as a line of the book has them. */
export const namesOf = (players: Players): readonly string[] =>
  players.flatMap(player => (player === null || player.isBot || player.hasLeft ? [] : [player.name]));
