/**
 * `hush simulate`: plays many games among bots on virtual time, on every core, and reports how often they are won, how long
 * they take, and whether a bot did something illegal or moved in circles.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Contest } from '@hush/bots';
import { TEMPERS, type Temper } from '@hush/protocol';
import {
  EDITION_RULES,
  editionNamed,
  playersAllowed,
  prepareGame,
  readWish,
  SCENARIOS,
  type Wish,
} from '@hush/rules';
import { type Io, readTextOf, WorldError } from '../io.ts';
import { wholeOption } from '../options.ts';
import { playAll, startThread } from './pool.ts';
import { progressOn, type Terminal } from './progress.ts';
import { isClean, rowOf, rowsTable } from './report.ts';

export const SIMULATE_USAGE = `usage: hush simulate [--scenario 1,2 | all] [--players 4] [--level 12] [--edition revised] [--temper calm]
                     [--wish FILE] [--games 100] [--seed word] [--cores 2] [--json]
  --scenario, --players, --level, --edition and --temper take lists separated by commas, the first three also ranges
  such as 1-9; every combination that the rules allow is played. For one temper per seat, write calm+brisk+lightning.
  --wish FILE plays your own game, given as JSON. By default it uses all cores.
  The exit code is 1 if a bot did something illegal, went round in circles or got stuck.`;

const OPTIONS = {
  scenario: { type: 'string', default: '1' },
  players: { type: 'string', default: '4' },
  level: { type: 'string' },
  edition: { type: 'string', default: 'revised' },
  temper: { type: 'string', default: 'calm' },
  wish: { type: 'string' },
  games: { type: 'string', default: '100' },
  seed: { type: 'string', default: 'hush' },
  cores: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** The threads on which games are played. */
export interface Machine {
  readonly cores: number;
  readonly startThread: typeof startThread;
  readonly terminal: Terminal;
}

const thisMachine = (): Machine => ({ cores: availableParallelism(), startThread, terminal: process.stderr });

export async function simulateCommand(
  args: readonly string[],
  io: Io,
  machine: Machine = thisMachine(),
): Promise<number> {
  const options = readOptions(args);
  const groups = await groupsOf(options, io);
  const games = whole(options.games, '--games');
  const contests = groups.flatMap(group => contestsOf(group, games, options.seed));
  const cores = options.cores === undefined ? machine.cores : whole(options.cores, '--cores');
  const progress = progressOn(machine.terminal, contests.length);
  const reports = await playAll(contests, cores, progress.step, machine.startThread);
  progress.end();
  const rows = groups.map((group, i) => rowOf(group, reports.slice(i * games, (i + 1) * games)));
  io.out(options.json ? `${JSON.stringify({ seed: options.seed, games, rows })}\n` : rowsTable(rows));
  return rows.every(isClean) ? 0 : 1;
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new WorldError(`${error instanceof Error ? error.message : String(error)}\n${SIMULATE_USAGE}`);
  }
}

const whole = (text: string, option: string): number => wholeOption(text, option, SIMULATE_USAGE);

/** The highest number that an option accepts for a scenario, a level or the players. */
const HIGHEST = 99;

/** Numbers with commas and ranges, for instance 1,3-5. */
function numbers(text: string, option: string): readonly number[] {
  return text.split(',').flatMap(part => {
    const [, first = '', last = first] = /^([1-9]\d?)(?:-([1-9]\d?))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to < from)
      throw new WorldError(
        `${option} takes numbers up to ${HIGHEST} and ranges such as 1,3-5, not '${part}'.\n${SIMULATE_USAGE}`,
      );
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

// Which combinations of scenario, players and edition are played.

export interface Group {
  readonly wish: Wish;
  readonly tempers: readonly Temper[];
}

async function groupsOf(options: Options, io: Io): Promise<readonly Group[]> {
  const tempers = options.temper.split(',').map(tempersOf);
  const wishes = options.wish === undefined ? printedWishes(options) : [await ownWish(options.wish, io)];
  if (wishes.length === 0)
    throw new WorldError('no such game exists: see the scenarios and editions in docs/RULES.md.');
  return wishes.flatMap(wish => tempers.map(each => ({ wish, tempers: each })));
}

function tempersOf(text: string): readonly Temper[] {
  return text.split('+').map(word => {
    const temper = TEMPERS.find(each => each === word);
    if (temper === undefined) throw new WorldError(`tempers are ${TEMPERS.join(', ')}, not '${word}'.`);
    return temper;
  });
}

/** All combinations that the rules allow; a single requested combination that they do not allow is an error. */
function printedWishes(options: Options): readonly Wish[] {
  const scenarios =
    options.scenario === 'all'
      ? SCENARIOS.map(({ number }) => number ?? 0)
      : numbers(options.scenario, '--scenario');
  const levels = options.level === undefined ? [null] : numbers(options.level, '--level');
  const players = numbers(options.players, '--players');
  const editions = options.edition.split(',');
  const wishes = scenarios.flatMap(scenario =>
    editions.flatMap(edition =>
      players.flatMap(count =>
        levels.map(level => ({ scenario, edition, players: count, ...(level === null ? {} : { level }) })),
      ),
    ),
  );
  const [only] = wishes;
  const problem = wishes.length === 1 && only !== undefined ? problemOf(only) : undefined;
  if (problem !== undefined) throw new WorldError(problem);
  return wishes.filter(wish => isPrinted(wish) && problemOf(wish) === undefined);
}

function problemOf(wish: Wish): string | undefined {
  const prepared = prepareGame(wish, 'any');
  return prepared.ok ? undefined : prepared.error;
}

/**
 * Whether an edition contains the scenario with this number of players: editions differ in their scenarios, and not
 * every edition has the solo game.
 */
function isPrinted({ scenario, players, edition = 'revised' }: Wish): boolean {
  const named = editionNamed(edition);
  const printed = SCENARIOS.find(({ number }) => number === scenario);
  if (named === undefined) throw new WorldError(`there is no edition '${edition}'.`);
  if (printed === undefined || (printed.number ?? 0) > EDITION_RULES[named].scenarios) return false;
  const { least, most } = playersAllowed(printed.rules);
  return players >= least && players <= most && (players > 1 || EDITION_RULES[named].solo);
}

async function ownWish(file: string, io: Io): Promise<Wish> {
  const wish = readWish(parsed(await readTextOf(io, file)));
  if (!wish.ok) throw new WorldError(`'${file}' is not a wish for a game: ${wish.error}`);
  const problem = problemOf(wish.value);
  if (problem !== undefined) throw new WorldError(problem);
  return wish.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WorldError('the wish is not JSON.');
  }
}

const contestsOf = ({ wish, tempers }: Group, games: number, seed: string): readonly Contest[] =>
  Array.from({ length: games }, (_, i) => ({ wish, tempers, seed: `${seed} ${i}` }));
