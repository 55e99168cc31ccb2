/**
 * Makes the facts for rule sentences from a game, a wish or a printed scenario, with texts that readers want to see
 * beside them.
 */
import type { TableWish } from '@hush/protocol';
import {
  type Deviation,
  deviations,
  type Edition,
  type Game,
  type OwnScenario,
  prepareGame,
  SCENARIOS,
  type Scenario,
  type SetUp,
  type TileNumber,
} from '@hush/rules';
import { editionOfWish, scenarioOf } from '../model/table-wish.ts';
import { factsOfScenario, printedSide, type RuleFacts } from './facts.ts';

export interface RuledGame extends RuleFacts {
  readonly name: string;
  readonly differs: readonly Deviation[];
  /** The author's text about a custom scenario. */
  readonly about?: string | undefined;
}

const topOf = (number: number | null): readonly TileNumber[] =>
  SCENARIOS.find(scenario => scenario.number === number)?.top ?? [];

const factsOfSetUp = (setUp: SetUp): RuleFacts => ({
  number: setUp.scenario,
  rules: setUp.rules,
  edition: setUp.edition,
  house: setUp.house,
  players: setUp.players,
  side: setUp.side,
  stack: setUp.stack.filter(tile => !topOf(setUp.scenario).includes(tile)),
  top: topOf(setUp.scenario),
  seconds: Math.round(setUp.hourglass / 1000),
});

const TOLD = ['name', 'rules', 'stack', 'tiles'] as const satisfies readonly (keyof SetUp)[];

/**
 * Whether the table's wish is about this game: after the end the host may already wish for another game, and then the
 * author's text describes that one.
 */
function isWished(setUp: SetUp, wish: TableWish): boolean {
  if (setUp.scenario !== null || wish.about === undefined) return false;
  const prepared = prepareGame({ ...wish, players: setUp.players }, 'rules');
  if (!prepared.ok) return false;
  const wished = prepared.value.event.setUp;
  return TOLD.every(key => String(setUp[key]) === String(wished[key]));
}

/**
 * The facts of a game that has been set up. The author's text comes from the table's wish, because the game does not
 * contain it.
 */
export const ruledByGame = ({ setUp, bots }: Game, wish: TableWish): RuledGame => ({
  ...factsOfSetUp(setUp),
  name: setUp.name,
  differs: deviations(setUp, bots),
  about: isWished(setUp, wish) ? wish.about : undefined,
});

export const ruledByScenario = (scenario: Scenario, edition: Edition): RuledGame => ({
  ...factsOfScenario(scenario, edition),
  name: scenario.name,
  differs: [],
});

/** The numbers of players with which a wish is tried, the likeliest first. */
const LIKELY_PLAYERS = [4, 3, 2, 1];

function setUpOf(wish: TableWish): SetUp | null {
  for (const players of LIKELY_PLAYERS) {
    const prepared = prepareGame({ ...wish, players }, 'rules');
    if (prepared.ok) return prepared.value.event.setUp;
  }
  return null;
}

const factsOfOwn = ({ rules, stack, side }: OwnScenario, wish: TableWish): RuleFacts =>
  factsOfScenario(
    { number: null, name: '', rules, stack, top: [], side: side ?? 'A', levels: [] },
    editionOfWish(wish),
  );

/** The facts of a game that is only wished for; `players` if their number is already known. */
export function ruledByWish(wish: TableWish, players: number | null = null): RuledGame {
  const scenario = scenarioOf(wish);
  const setUp = setUpOf(wish);
  const printed =
    scenario === null
      ? factsOfOwn(wish.scenario as OwnScenario, wish)
      : factsOfScenario(scenario, editionOfWish(wish));
  const facts = setUp === null ? printed : factsOfSetUp(setUp);
  return {
    ...facts,
    players,
    side: wish.side ?? printedSide(facts.number, facts.side ?? 'A'),
    name: scenario?.name ?? (wish.scenario as OwnScenario).name,
    differs: setUp === null ? [] : deviations(setUp),
    about: wish.about,
  };
}
