/**
 * Measures in CPU time how long a bot takes to decide on the largest malls, and how long a whole game takes, compared with the time in which the
 * rules judge one of these commands (decide + evolve). Only the first bot that asks computes a plan and is counted; the others read it from the
 * cache.
 */

import {
  beginGame,
  type Command,
  type DecideContext,
  decide,
  due,
  evolve,
  type Game,
  type GameEvent,
  isOver,
  prepareGame,
  type Wish,
} from '@hush/rules';
import type { Row } from '../../../tools/bench-row.ts';
import { botTurn, type Memory, newMemory, playContest, rehearse } from '../src/index.ts';

const WARM = 6;
const GAMES = 4;
const JUDGED = 100;
const WISHES: readonly Wish[] = [
  { scenario: 7, level: 24, players: 4 },
  { scenario: 10, level: 24, players: 4 },
  { scenario: 11, level: 24, players: 4 },
  { scenario: 13, level: 24, players: 4 },
  { scenario: 16, level: 24, players: 4 },
  { scenario: 17, level: 24, players: 4 },
];

export async function bench(): Promise<readonly Row[]> {
  for (let n = 0; n < WARM; n++) for (const wish of WISHES) timesOf(wish, `warm ${n}`);
  const times: number[] = [];
  for (let n = 0; n < GAMES; n++) for (const wish of WISHES) times.push(...timesOf(wish, `game ${n}`));
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 1000) / 1000;
  const judged = judging();
  const whole = cpuOf(20, n => playWhole(n));
  const beside = (name: string, value: number, budget?: Row['budget']): readonly Row[] => [
    { name, value, unit: 'CPU ms' },
    { name: `${name} / decide + evolve`, value: value / judged, unit: 'x', ...(budget && { budget }) },
  ];
  return [
    { name: 'decide + evolve of a command of the bots', value: judged * 1000, unit: 'CPU us' },
    ...beside(`decision of a brisk bot, stacks of 24 tiles, n = ${times.length}: p50`, at(0.5)),
    ...beside('the same: p99', at(0.99), '<= 300'),
    ...beside('the same: the longest', at(1), '<= 3000'),
    ...beside('a whole game of four lightning bots, scenario 2', whole, '<= 3000'),
    ...beside(
      'a rehearsal of the stack 2-24',
      cpuOf(50, n => rehearsed(n)),
    ),
  ];
}

/** CPU milliseconds that the rules need for one command that the bots gave. */
function judging(): number {
  const all = () => {
    for (const { game, command, when } of given) caused(game, command, when).reduce(evolve, game);
  };
  for (let i = 0; i < 5; i++) all();
  return cpuOf(JUDGED, all) / given.length;
}

const given: { readonly game: Game; readonly command: Command; readonly when: DecideContext }[] = [];

/** One game of brisk bots, every decision timed. */
function timesOf(wish: Wish, seed: string): readonly number[] {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  const memories: Memory[] = Array.from({ length: wish.players }, () => newMemory('brisk'));
  const times: number[] = [];
  const chance = evenNumbers();
  const thought = new WeakSet<object>();
  let game: Game = evolve(beginGame(event), { type: 'gameStarted', at: 0 });
  const apply = (events: readonly GameEvent[]): void => {
    game = events.reduce(evolve, game);
  };
  for (let at = 0; !isOver(game); at += 40) {
    apply(due(game, { at, secret }));
    for (const [seat, memory] of memories.entries()) {
      const before = process.cpuUsage();
      const turn = botTurn(game, seat, memory, { at, chance });
      const { user, system } = process.cpuUsage(before);
      if (!thought.has(turn.memory.mind)) times.push((user + system) / 1000);
      thought.add(turn.memory.mind);
      memories[seat] = turn.memory;
      if (turn.command !== undefined) given.push({ game, command: turn.command, when: { at, secret } });
      if (turn.command !== undefined) apply(caused(game, turn.command, { at, secret }));
    }
  }
  return times;
}

function caused(game: Game, command: Command, when: DecideContext): readonly GameEvent[] {
  const verdict = decide(game, command, when);
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.value;
}

function evenNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 0x100000000;
  };
}

function cpuOf(times: number, work: (n: number) => void): number {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) work(n);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times / 1000;
}

const playWhole = (n: number): void => {
  playContest({ wish: { scenario: 2, players: 4 }, seed: `whole ${n}`, tempers: ['lightning'] });
};

function rehearsed(n: number): void {
  const prepared = prepareGame({ scenario: 7, level: 24, players: 4 }, `rehearsal ${n}`);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  rehearse(evolve(beginGame(event), { type: 'gameStarted', at: 0 }), secret, { exact: false });
}
