/**
 * The solver says whether a position can be won, with how few actions, and whether fewer are possible. It also
 * computes par for a stack and whether a player's own scenario can be won. The sand is ignored, because a solver does
 * not know how fast people are.
 */
import {
  beginGame,
  type Command,
  deckOf,
  evolve,
  type Feature,
  type Game,
  HEROES,
  type Hero,
  prepareGame,
  type Secret,
  stackSize,
  staysOnExit,
  type Wish,
} from '@hush/rules';
import { mallGraphOf } from './mall-graph.ts';
import type { Chance } from './pace.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';

export type Solution =
  | {
      readonly winnable: 'yes';
      /** Commands that win if one seat owns every action. */
      readonly plan: readonly Command[];
      readonly actions: number;
      /** Whether no plan has fewer actions; otherwise this plan is the best known. */
      readonly certified: boolean;
    }
  | { readonly winnable: 'no'; readonly why: string }
  /** No attempt of the solver won, which proves nothing. */
  | { readonly winnable: 'unknown'; readonly why: string };

export interface SolveOptions {
  /** How many games are rehearsed; all but the first make random choices. */
  readonly tries: number;
  readonly chance: Chance;
}

export function solve(game: Game, secret: Secret, { tries, chance }: SolveOptions): Solution {
  const hindrance = hindranceOf(game);
  if (hindrance !== null) return { winnable: 'no', why: hindrance.why };
  let best: Rehearsal | null = null;
  for (let n = 0; n < tries; n++) {
    const rehearsal = rehearse(game, secret, n === 0 ? { exact: true } : { exact: true, whim: chance });
    if (rehearsal.won && rehearsal.actions < (best?.actions ?? Number.POSITIVE_INFINITY)) best = rehearsal;
    if (best !== null && isCertified(game, best)) break;
  }
  if (best === null) return { winnable: 'unknown', why: `No way was found in ${tries} attempts.` };
  const certified = isCertified(game, best);
  return { winnable: 'yes', plan: best.commands, actions: best.actions, certified };
}

/**
 * When everything is found, two stretches are left: to the items and to the exits. The first stretch always ends on
 * the items, where the second one begins, so the two shortest stretches together are the shortest plan. While a tile
 * can still be laid nothing is certified, because the tile may open a shorter way.
 */
const isCertified = (game: Game, { stretches }: Rehearsal): boolean =>
  isMallComplete(game) && stretches.every(({ phase, certified }) => phase !== 'explore' && certified);

const isMallComplete = (game: Game): boolean =>
  game.drawn === null && (stackSize(game) === 0 || mallGraphOf(game).doors.length === 0);

// Features that a win needs and that the game does not have.

/**
 * Why a game can never be won: a needed feature is neither in the mall nor in the stack, or four heroes need one exit on which
 * the first stays.
 */
export type Hindrance = 'missing' | 'crowded-exit';

function hindranceOf(game: Game): { readonly kind: Hindrance; readonly why: string } | null {
  const tiles = [...Object.keys(game.mall).map(Number), ...game.setUp.stack];
  const features = new Set(tiles.flatMap(tile => deckOf(game.setUp)[tile]?.features ?? []).map(nameOf));
  const exits: readonly Hero[] = game.rules.ownExits || game.rules.wrongHands ? HEROES : ['mage'];
  const items = game.theft ? [] : HEROES;
  const needs = [
    ...items.map(hero => nameOf({ type: 'item', hero })),
    ...exits.map(hero => nameOf({ type: 'exit', hero })),
  ];
  const lacks = needs.find(need => !features.has(need));
  if (lacks !== undefined) return { kind: 'missing', why: `There is no ${lacks} in the stack.` };
  const shared = !game.rules.ownExits && !game.rules.wrongHands;
  if (!staysOnExit(game) || !shared) return null;
  return { kind: 'crowded-exit', why: 'Four heroes share one exit and nobody makes room on it.' };
}

const nameOf = (feature: Feature | null): string =>
  feature === null ? '' : 'hero' in feature ? `${feature.type} of the ${feature.hero}` : feature.type;

// Functions that judge a scenario before a game begins.

export interface SolverOutcome {
  readonly shuffles: number;
  /** How many of the tried shuffles were won in a rehearsal. */
  readonly winnable: number;
  /** The least, the median and the most actions of the wins that were found. */
  readonly par: { readonly least: number; readonly middle: number; readonly most: number } | null;
  /** Why no shuffle of the scenario can be won; null if one can. */
  readonly impossible: Hindrance | null;
  /** A warning for the host; null if there is nothing to warn of. */
  readonly warning: string | null;
}

/** Rehearses several shuffles of a wish; the result has a warning if some or all could not be won. */
export function judgeScenario(wish: Wish, seeds: readonly string[]): SolverOutcome {
  const games = seeds.map(seed => {
    const prepared = prepareGame(wish, seed);
    if (!prepared.ok) throw new Error(prepared.error);
    const { event, secret } = prepared.value;
    return { game: evolve(beginGame(event), { type: 'gameStarted', at: 0 }), secret };
  });
  const [first] = games;
  const hindrance = first === undefined ? null : hindranceOf(first.game);
  if (hindrance !== null) {
    const { kind, why } = hindrance;
    return { shuffles: games.length, winnable: 0, par: null, impossible: kind, warning: why };
  }
  const won = games
    .map(({ game, secret }) => rehearse(game, secret, { exact: false }))
    .filter(rehearsal => rehearsal.won)
    .map(({ actions }) => actions)
    .sort((a, b) => a - b);
  const at = (share: number): number => won[Math.floor((won.length - 1) * share)] ?? 0;
  const par = won.length === 0 ? null : { least: at(0), middle: at(0.5), most: at(1) };
  const warning = warningFor(games.length, won.length);
  return { shuffles: games.length, winnable: won.length, par, impossible: null, warning };
}

function warningFor(shuffles: number, won: number): string | null {
  if (won === shuffles) return null;
  if (won === 0) return `None of ${shuffles} shuffles could be won.`;
  return `Only ${won} of ${shuffles} shuffles could be won.`;
}
