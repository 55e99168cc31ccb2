/**
 * The plans of the recorded games: a set-up, and how the simple player plays it. The records in games/ stay as they
 * are; after a change of a plan, HUSH_RECORD=1 lets games.test.ts write them again.
 */
import {
  beginGame,
  type Command,
  decide,
  due,
  editionOf,
  evolve,
  type Game,
  type GameEvent,
  isOver,
  type LossReason,
  type Millis,
  prepareGame,
  type Wish,
} from '../src/index.ts';
import { type Aim, chanceFrom, nextCommand } from './player.ts';

export interface GamePlan {
  /** The title of the game's test: the rules that the game covers. */
  readonly about: string;
  /** The name of the plan's two files in games/. */
  readonly name: string;
  readonly wish: Wish;
  readonly seed: string;
  readonly aim?: Aim;
  /** The least and the most milliseconds between two commands. */
  readonly pace: readonly [least: Millis, most: Millis];
  readonly ends: 'won' | LossReason;
}

/** Plays a plan to its end, with a signal now and then, and with a pause in the edition Pocket. */
export function playGame({ wish, seed, aim = 'win', pace: [least, most] }: GamePlan): readonly GameEvent[] {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  const chance = chanceFrom(seed.length + wish.players);
  const log: GameEvent[] = [event];
  let game = beginGame(event);
  let at: Millis = 0;
  const take = (events: readonly GameEvent[]): void => {
    log.push(...events);
    game = events.reduce(evolve, game);
  };
  for (let step = 0; !isOver(game) && step < 2000; step++) {
    if (game.status === 'playing') at += least + chance(most - least + 1);
    take(due(game, { at, secret }));
    const command = beside(game, step) ?? nextCommand(game, at, chance, aim);
    const verdict = command && decide(game, command, { at, secret });
    if (verdict?.ok === true) take(verdict.value);
  }
  return log;
}

/** A command that the simple player does not give by itself: the start, a signal, a pause. */
function beside(game: Game, step: number): Command | null {
  const others = game.setUp.players - 1;
  if (game.status === 'setup') return { type: 'start' };
  if (others > 0 && step % 25 === 10) return { type: 'nudge', seat: 0, to: 1 };
  if (others > 0 && step % 40 === 30) return { type: 'stare', seat: others, to: 0 };
  return editionOf(game).pause && step === 33 ? { type: 'pause', seat: 1 } : null;
}

export const GAME_PLANS: readonly GamePlan[] = [
  {
    about: 'SC-1d TH-4d scenario 1, four players: won by the one exit',
    name: 'first-visit',
    wish: { scenario: 1, players: 4 },
    seed: 'first-visit 0',
    pace: [600, 1400],
    ends: 'won',
  },
  {
    about: 'SC-2d scenario 2, two players: won by four exits',
    name: 'four-doors',
    wish: { scenario: 2, players: 2 },
    seed: 'four-doors 0',
    pace: [800, 1600],
    ends: 'won',
  },
  {
    about: 'SC-3d HG-4a scenario 3, three players: won with three hourglasses and hands that change',
    name: 'pass-it-on',
    wish: { scenario: 3, players: 3 },
    seed: 'pass-it-on 0',
    pace: [1500, 3000],
    ends: 'won',
  },
  {
    about: 'SC-4a SC-4b TH-1d scenario 4, five players, 2017-nl: won after a theft that nobody called',
    name: 'small-and-keen',
    wish: { scenario: 4, players: 5, edition: '2017-nl' },
    seed: 'small 1',
    pace: [1000, 2200],
    ends: 'won',
  },
  {
    about: 'SC-5d HG-8a CM-1j scenario 5, three players, pocket-fr: won with ball, pause and taps',
    name: 'second-sight',
    wish: { scenario: 5, players: 3, edition: 'pocket-fr' },
    seed: 'sight 0',
    pace: [800, 1800],
    ends: 'won',
  },
  {
    about: 'SC-6c SC-6e scenario 6, four players: won past the cameras',
    name: 'lights-out',
    wish: { scenario: 6, players: 4 },
    seed: 'lights 5',
    pace: [1000, 2500],
    ends: 'won',
  },
  {
    about: 'SC-Lc scenario 7, six players, 2021-pl: won at the highest level',
    name: 'all-eyes',
    wish: { scenario: 7, players: 6, level: 24, edition: '2021-pl' },
    seed: 'eyes24 1',
    pace: [600, 1300],
    ends: 'won',
  },
  {
    about: 'SC-9c SC-9e scenario 9, nine players: won behind a leader',
    name: 'follow-the-leader',
    wish: { scenario: 9, players: 9 },
    seed: 'leader9 0',
    pace: [700, 1500],
    ends: 'won',
  },
  {
    about: 'SC-10f SC-10b scenario 10, four players: won with the wrong items by the wrong exits',
    name: 'wrong-hands',
    wish: { scenario: 10, players: 4 },
    seed: 'wrong 0',
    pace: [700, 1500],
    ends: 'won',
  },
  {
    about: 'SC-11a scenario 11, four players: won though six tiles were taken out',
    name: 'moving-walls',
    wish: { scenario: 11, players: 4, level: 17 },
    seed: 'walls 0',
    pace: [1100, 2200],
    ends: 'won',
  },
  {
    about: 'SC-11h scenario 11, two players: lost when no two tiles could leave',
    name: 'walls-that-cannot-move',
    wish: { scenario: 11, players: 2 },
    seed: 'wallslost 7',
    aim: 'hourglass',
    pace: [1100, 2200],
    ends: 'rearrange',
  },
  {
    about: 'SC-13a scenario 13, four players: won in two malls',
    name: 'two-worlds',
    wish: { scenario: 13, players: 4 },
    seed: 'worlds 5',
    pace: [500, 900],
    ends: 'won',
  },
  {
    about: 'SC-17a scenario 17, two players: won with nobody meeting anybody',
    name: 'no-gatherings',
    wish: { scenario: 17, players: 2 },
    seed: 's17 0',
    pace: [900, 1500],
    ends: 'won',
  },
  {
    about: 'SO-2b SO-3a SO-4 scenario 2, alone: won tile by tile',
    name: 'alone',
    wish: { scenario: 2, players: 1 },
    seed: 'alone 3',
    pace: [250, 500],
    ends: 'won',
  },
  {
    about: 'TH-5b scenario 2, three players: lost on four exits without gear',
    name: 'no-gear',
    wish: { scenario: 2, players: 3 },
    seed: 'nogear 1',
    aim: 'no-gear',
    pace: [500, 1000],
    ends: 'no-gear',
  },
  {
    about: 'HG-1c HG-5a scenario 6, four players: lost by sand after three hourglasses',
    name: 'too-slow',
    wish: { scenario: 6, players: 4, side: 'A' },
    seed: 'slow 0',
    pace: [3000, 9000],
    ends: 'sand',
  },
];
