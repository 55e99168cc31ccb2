/** Test helpers: won games for books, played by the simple player of the rules' tests, one for each seed. */
import { type GameEvent, recordText, type Wish } from '@hush/rules';
import { playGame } from '../../../rules/test/game-plans.ts';
import { type Entered, encodeEntry, enteredBy, type Proof, proofOf, seatKeyOf } from '../../src/index.ts';

/** A game played to its end, with actions at long or short intervals. */
export const gameFrom = (
  seed: string,
  wish: Partial<Wish> = {},
  pace: readonly [number, number] = [200, 400],
): readonly GameEvent[] =>
  playGame({ about: '', name: '', wish: { scenario: 1, players: 2, ...wish }, seed, pace, ends: 'won' });

export function proofFrom(seed: string, wish?: Partial<Wish>, pace?: readonly [number, number]): Proof {
  const proof = proofOf(recordText(gameFrom(seed, wish, pace)));
  if (!proof.ok) throw new Error(proof.error.why);
  return proof.value;
}

export const enteredFrom = (seed: string, wish?: Partial<Wish>): Entered =>
  enteredBy(proofFrom(seed, wish), { names: ['Ann', 'Bo'], day: 20_000, from: 'here' });

/** The seat token of a member at the tables made here. */
export const seatOfMember = (member: number): string => `seat-of-member-number-${member}`;

/** The log of a table at which two members played these games. */
export const tableLog = (...games: readonly (readonly GameEvent[])[]): readonly string[] => [
  encodeEntry({ events: [{ type: 'tableOpened', wish: { scenario: 1 } }], cause: null }),
  ...[1, 2].map(member =>
    encodeEntry({
      events: [{ type: 'memberJoined', member, seat: member - 1, key: seatKeyOf(seatOfMember(member)) }],
      cause: null,
    }),
  ),
  ...games.map(events => encodeEntry({ events, cause: null })),
];
