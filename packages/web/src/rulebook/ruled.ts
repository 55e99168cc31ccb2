/** What a game is played by, as far as there is anything to say about it. */
import type { TableWish } from '@hush/protocol';
import {
  type Deviation,
  deviations,
  type Edition,
  type Game,
  prepareGame,
  type RuleSwitch,
  type SetUp,
} from '@hush/rules';

export interface Ruled {
  /** Null for an own scenario. */
  readonly number: number | null;
  readonly name: string;
  readonly rules: readonly RuleSwitch[];
  readonly edition: Edition;
  readonly differs: readonly Deviation[];
  /** What the author of an own scenario says about it. */
  readonly about?: string | undefined;
}

const TOLD = ['name', 'rules', 'stack', 'tiles'] as const satisfies readonly (keyof SetUp)[];

/** Whether this is what was wished for: after the end the next wish is there already, with a word of its author on another game. */
function isWished(setUp: SetUp, wish: TableWish): boolean {
  if (setUp.scenario !== null || wish.about === undefined) return false;
  const prepared = prepareGame({ ...wish, players: setUp.players }, 'rules');
  if (!prepared.ok) return false;
  const wished = prepared.value.event.setUp;
  return TOLD.every(key => String(setUp[key]) === String(wished[key]));
}

/** What a game is played by; what is said about it comes with the table, the rules do not know it. */
export const ruledBy = ({ setUp, bots }: Game, wish: TableWish): Ruled => ({
  number: setUp.scenario,
  name: setUp.name,
  rules: setUp.rules,
  edition: setUp.edition,
  differs: deviations(setUp, bots),
  about: isWished(setUp, wish) ? wish.about : undefined,
});
