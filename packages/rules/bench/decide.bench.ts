/**
 * Measures the referee: CPU time of decide + evolve for random legal actions on a mall of 24 tiles, compared with
 * JSON.parse of the same actions; and the memory of such a game. The actions are drawn beforehand, so that only the
 * rules are measured.
 */
import { type Contestant, rowOf, takeTurns } from '../../../tools/bench-rounds.ts';
import type { Row } from '../../../tools/bench-row.ts';
import {
  beginGame,
  type Command,
  decide,
  evolve,
  type Game,
  layTile,
  prepareGame,
  reach,
  type Secret,
  unexploredDoors,
} from '../src/index.ts';

const ACTIONS = 20_000;
const TIMES = 10; // how often one round repeats the work
const GAMES = 500;
const POSITIONS = 2000;

export async function bench(): Promise<readonly Row[]> {
  const { game, secret } = fullMall();
  const commands = randomPlay(game, secret);
  const texts = commands.map(command => JSON.stringify(command));
  const positions = positionsOf(game, secret, commands);
  const subjects = [
    subject('parse', texts.length, () => {
      for (const text of texts) JSON.parse(text);
    }),
    subject('play', commands.length, () => playAll(game, secret, commands)),
    subject('reach', positions.length, () => {
      for (const [n, position] of positions.entries()) reach(position, n % position.setUp.players);
    }),
  ];
  for (const { measure } of subjects) await measure();
  const rounds = await takeTurns(subjects, { least: 9 });
  return [
    rowOf('JSON.parse of such an action', 'per CPU second', rounds.of('parse', 'rate')),
    rowOf('decide + evolve, random legal actions, 24 tiles', 'per CPU second', rounds.of('play', 'rate')),
    { ...rowOf('decide + evolve / JSON.parse', 'x', rounds.ratio('play', 'rate')), budget: '>= 1' },
    rowOf('reach of one seat, 24 tiles', 'per CPU second', rounds.of('reach', 'rate')),
    { ...rowOf('reach of one seat / JSON.parse', 'x', rounds.ratio('reach', 'rate')), budget: '>= 0.25' },
    { name: 'memory of a game of 24 tiles', value: memoryOfGame(game, secret), unit: 'kB', budget: '<= 20' },
    { name: 'the same game as JSON', value: Math.round(JSON.stringify(game).length / 100) / 10, unit: 'kB' },
  ];
}

/** Measures CPU time instead of wall-clock time, so that other programs on the machine do not count. */
const subject = (name: string, count: number, work: () => void): Contestant => ({
  name,
  measure: async () => {
    const before = process.cpuUsage();
    for (let i = 0; i < TIMES; i++) work();
    const { user, system } = process.cpuUsage(before);
    return { rate: (count * TIMES * 1e6) / (user + system) };
  },
});

/** Scenario 7 with all tiles laid, each at the first free door. */
function fullMall(): { readonly game: Game; readonly secret: Secret } {
  const prepared = prepareGame({ scenario: 7, level: 24, players: 4 }, 'bench');
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  let game = evolve(beginGame(event), { type: 'gameStarted', at: 0 });
  for (const tile of event.setUp.stack) {
    const [door] = unexploredDoors(game);
    if (door === undefined) throw new Error('no door left');
    game = { ...game, mall: layTile(game, tile, door), stack: { left: 0, under: [], next: null } };
  }
  return { game, secret };
}

function randomPlay(start: Game, secret: Secret): readonly Command[] {
  let state = 12_345;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x100000000) * n);
  };
  const commands: Command[] = [];
  let game = start;
  while (commands.length < ACTIONS) {
    const legal = reach(game, below(4));
    const command = legal[below(legal.length)];
    if (command === undefined) continue;
    const verdict = decide(game, command, { at: 1, secret });
    if (!verdict.ok) throw new Error(verdict.error);
    game = verdict.value.reduce(evolve, game);
    commands.push(command);
  }
  return commands;
}

function playAll(start: Game, secret: Secret, commands: readonly Command[]): Game {
  let game = start;
  for (const command of commands) {
    const verdict = decide(game, command, { at: 1, secret });
    if (!verdict.ok) throw new Error(verdict.error);
    for (const event of verdict.value) game = evolve(game, event);
  }
  return game;
}

/** The positions of a played game; in each of them the next seat asks for its legal commands. */
function positionsOf(start: Game, secret: Secret, commands: readonly Command[]): readonly Game[] {
  return commands.slice(0, POSITIONS).reduce<Game[]>(
    (games, command) => {
      const game = games.at(-1) ?? start;
      const verdict = decide(game, command, { at: 1, secret });
      if (!verdict.ok) throw new Error(verdict.error);
      games.push(verdict.value.reduce(evolve, game));
      return games;
    },
    [start],
  );
}

/** The bytes of one game. The measured games share no objects, as on a server that has read them from its journal. */
function memoryOfGame(game: Game, secret: Secret): number {
  const text = JSON.stringify({ game, secret });
  const collect = globalThis.gc ?? (() => undefined);
  collect();
  const before = process.memoryUsage().heapUsed;
  const held: unknown[] = [];
  for (let i = 0; i < GAMES; i++) held.push(JSON.parse(text));
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / held.length;
  return Math.round(bytes / 100) / 10;
}
