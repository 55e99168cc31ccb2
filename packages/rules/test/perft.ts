/**
 * Counts the sequences of legal commands from a position, and compares each position on the way with the naive move
 * generator.
 */
import { expect } from 'vitest';
import {
  type Command,
  decide,
  evolve,
  type Game,
  type GameEvent,
  type Millis,
  reach,
  type Secret,
} from '../src/index.ts';
import { naiveDoors, naiveReach } from './naive.ts';

/** A command as one line of text, whatever the order of its fields. */
export const spell = (command: Command): string =>
  JSON.stringify(Object.fromEntries(Object.entries(command).sort(([a], [b]) => (a < b ? -1 : 1))));

const spelled = (commands: readonly Command[]): readonly string[] => commands.map(spell).sort();

const seatsOf = (game: Game): readonly number[] => [...Array(game.setUp.players).keys()];

/** All legal commands of all seats, except pauses. */
const commandsOf = (game: Game): readonly Command[] =>
  seatsOf(game)
    .flatMap(seat => reach(game, seat))
    .filter(command => command.type !== 'pause' && command.type !== 'resume');

/** Checks that `reach` offers every seat exactly what the naive move generator finds. */
export function expectAgreement(game: Game): void {
  const real = seatsOf(game).map(seat => spelled(reach(game, seat)));
  const naive = naiveReach(game).map(spelled);
  // A deep comparison is slow and is only needed to show a difference.
  if (`${real}` !== `${naive}`) expect(real).toEqual(naive);
}

/** Checks that a drawn tile's places are the doors that the naive move generator finds at that moment (EX-3, SC-5). */
export function expectDoors(before: Game, events: readonly GameEvent[]): void {
  for (const event of events) {
    if (event.type !== 'tileDrawn') continue;
    const { own, byBall } = naiveDoors(before);
    expect([...event.own].sort()).toEqual([...own].sort());
    expect([...event.places].sort()).toEqual([...own, ...byBall].sort());
  }
}

interface Walk {
  readonly secret: Secret;
  readonly at: Millis;
  /** Positions that were compared already; the same one is often reached by several orders of commands. */
  readonly compared: Set<string>;
}

/** Plays a command that `reach` offers. Throws if `decide` refuses it, because then `reach` and `decide` disagree. */
function play(game: Game, command: Command, { at, secret }: Walk): Game {
  const verdict = decide(game, command, { at, secret });
  if (!verdict.ok) throw new Error(`offered but refused: ${verdict.error} ${spell(command)}`);
  expectDoors(game, verdict.value);
  return verdict.value.reduce(evolve, game);
}

function compareOnce(game: Game, { compared }: Walk): void {
  const key = JSON.stringify({ ...game, setUp: null });
  if (compared.has(key)) return;
  compared.add(key);
  expectAgreement(game);
}

/** At the last depth only every n-th position is compared. */
const SAMPLE = 97;

/** How many sequences of one, two and three commands are legal, by any seats. */
export function countContinuations(root: Game, secret: Secret, at: Millis): readonly number[] {
  const walk: Walk = { secret, at, compared: new Set() };
  const counts = [0, 0, 0];
  const visit = (game: Game, depth: number): void => {
    compareOnce(game, walk);
    const commands = commandsOf(game);
    counts[depth] = (counts[depth] ?? 0) + commands.length;
    commands.forEach((command, i) => {
      if (depth < 2) visit(play(game, command, walk), depth + 1);
      else if (((counts[2] ?? 0) - i) % SAMPLE === 0) compareOnce(play(game, command, walk), walk);
    });
  };
  visit(root, 0);
  return counts;
}
