/** `hush league`: bots of different authors play in mixed teams over the same deals, and a cross-play table compares them. */
import { parseArgs } from 'node:util';
import { TEMPERS, type Temper } from '@hush/protocol';
import { prepareGame, type Seat, type Wish } from '@hush/rules';
import { type Io, WorldError } from '../io.ts';
import { wholeOption } from '../options.ts';
import {
  type LeaguePlayer,
  type LeagueResult,
  ownPlayer,
  playLeagueGame,
  programPlayer,
  randomPlayer,
} from './league-game.ts';
import { leagueTable, type Pairing, pairingOf } from './league-report.ts';
import { ProgramProcess } from './program-process.ts';

export const LEAGUE_USAGE = `usage: hush league --bot NAME=PROGRAM... [--bot calm] [--scenario 1] [--players 4] [--deals 10]
                   [--seed word] [--tick 500] [--patience 10000] [--json]
  --bot       a program with its arguments, separated by spaces, as for \`hush bot\`; or one of our bots:
              calm, brisk, lightning, random. Give it several times.
  --deals     how many deals every pair plays; each partner sits first once in each deal
  --tick      milliseconds of sand between two questions to a seat
  --patience  milliseconds of real time that a program may think about a move; if it fails, its seat does nothing
  The exit code is 1 if a program failed; standard error says how often and why.`;

const OPTIONS = {
  bot: { type: 'string', multiple: true },
  scenario: { type: 'string', default: '1' },
  players: { type: 'string', default: '4' },
  deals: { type: 'string', default: '10' },
  seed: { type: 'string', default: 'hush' },
  tick: { type: 'string', default: '500' },
  patience: { type: 'string', default: '10000' },
  json: { type: 'boolean', default: false },
} as const;

interface Entrant {
  readonly name: string;
  /** What plays: a program with its arguments, one of our bots, or random moves. */
  readonly plays: readonly string[] | Temper | 'random';
}

interface League {
  readonly entrants: readonly Entrant[];
  readonly wish: Wish;
  readonly seeds: readonly string[];
  readonly tick: number;
  readonly patience: number;
  readonly json: boolean;
}

export async function leagueCommand(args: readonly string[], io: Io): Promise<number> {
  const league = leagueOf(args);
  const failures = new Map<string, string[]>();
  const pairings: Pairing[] = [];
  for (const pair of pairsOf(league.entrants)) {
    const results = await playPair(league, pair, (name, why) => {
      failures.set(name, [...(failures.get(name) ?? []), why]);
    });
    pairings.push(pairingOf([pair[0].name, pair[1].name], results));
  }
  const names = league.entrants.map(({ name }) => name);
  if (league.json) io.out(`${JSON.stringify({ wish: league.wish, bots: names, pairings })}\n`);
  else io.out(leagueTable(names, pairings));
  for (const [name, whys] of failures)
    io.complain(`hush league: ${name} failed in ${whys.length} seats; the first time: ${whys[0]}.`);
  return failures.size === 0 ? 0 : 1;
}

function leagueOf(args: readonly string[]): League {
  const options = readOptions(args);
  const number = (option: 'scenario' | 'players' | 'deals' | 'tick' | 'patience'): number =>
    wholeOption(options[option], `--${option}`, LEAGUE_USAGE);
  const entrants = (options.bot ?? []).map(entrantOf);
  const names = entrants.map(({ name }) => name);
  const double = names.find((name, i) => names.indexOf(name) !== i);
  if (entrants.length === 0) throw wrong('--bot is missing: nobody would play.');
  if (double !== undefined) throw wrong(`two bots are called '${double}'.`);
  const wish = { scenario: number('scenario'), players: number('players') };
  if (wish.players < 2) throw wrong('--players takes 2 or more: one player alone is not a team.');
  const prepared = prepareGame(wish, 'any');
  if (!prepared.ok) throw new WorldError(prepared.error);
  return {
    entrants,
    wish,
    seeds: Array.from({ length: number('deals') }, (_, i) => `${options.seed} ${i}`),
    tick: number('tick'),
    patience: number('patience'),
    json: options.json,
  };
}

const wrong = (sentence: string): WorldError => new WorldError(`${sentence}\n${LEAGUE_USAGE}`);

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function entrantOf(text: string): Entrant {
  const [, name = '', program = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const words = program.split(/\s+/).filter(word => word !== '');
  if (name !== '' && words.length > 0) return { name, plays: words };
  const own = [...TEMPERS, 'random' as const].find(word => word === text);
  if (own !== undefined) return { name: own, plays: own };
  throw wrong(`--bot takes NAME=PROGRAM or one of ${TEMPERS.join(', ')}, random, not '${text}'.`);
}

type Pair = readonly [Entrant, Entrant];

const pairsOf = (entrants: readonly Entrant[]): readonly Pair[] =>
  entrants.flatMap((one, i) => entrants.slice(i).map((other): Pair => [one, other]));

/** Plays each deal twice, so that each bot plays both halves of the seats; a bot with itself plays it once. */
async function playPair(
  league: League,
  [one, other]: Pair,
  failed: (name: string, why: string) => void,
): Promise<readonly LeagueResult[]> {
  const teams: readonly Pair[] =
    one === other
      ? [[one, one]]
      : [
          [one, other],
          [other, one],
        ];
  const results: LeagueResult[] = [];
  for (const seed of league.seeds) {
    for (const team of teams) {
      const result = await playTeam(league, seed, team);
      results.push(result);
      for (const [seat, why] of result.failures.entries())
        if (why !== null) failed(team[seat % 2]?.name ?? '', why);
    }
  }
  return results;
}

function playTeam({ wish, tick, patience }: League, seed: string, team: Pair): Promise<LeagueResult> {
  const seats = Array.from({ length: wish.players }, (_, seat) => seat);
  const players = seats.map(seat => {
    const entrant = team[seat % 2] ?? team[0];
    const others = seats.filter(other => team[other % 2] !== entrant);
    return playerOf(entrant, seat, { others, patience, chance: diceOf(`${seed} ${seat}`) });
  });
  return playLeagueGame({ wish, seed, tick, players });
}

interface Circumstances {
  readonly others: readonly Seat[];
  readonly patience: number;
  readonly chance: () => number;
}

function playerOf({ plays }: Entrant, seat: Seat, { others, patience, chance }: Circumstances): LeaguePlayer {
  if (plays === 'random') return randomPlayer(seat, chance);
  if (typeof plays === 'string') return ownPlayer(seat, plays, others, chance);
  const later = (after: number, then: () => void): (() => void) => {
    const timer = setTimeout(then, after);
    return () => clearTimeout(timer);
  };
  return programPlayer(new ProgramProcess({ command: plays, patience, later, tell: () => undefined }), seat);
}

/** Random numbers in [0, 1) that derive from a word, so that the same league gives the same table. */
function diceOf(word: string): () => number {
  let state = 2_166_136_261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
