/** The commands that our bots would give in a game now: advice for programs that learn, and a baseline to compare them with. */
import { type Command, type Game, type Millis, owns } from '@hush/rules';
import { EMPTY_MIND, type Mind, think } from './mind.ts';

/** The plan that is kept from one question to the next; null before the first question. */
export type AdviceMind = Mind | null;

export interface Advice {
  /** By seat: the first step of the plan that the seat owns, or null. */
  readonly commands: readonly (Command | null)[];
  readonly mind: AdviceMind;
}

/** A search for a plan runs in slices; this number of slices is enough for every game of the standard scenarios. */
const MOST_SLICES = 400;

export function adviceFor(game: Game, at: Millis, mind: AdviceMind = null): Advice {
  let now = think(mind ?? EMPTY_MIND, game, { at, humans: [] });
  for (let n = 0; now.search !== null && n < MOST_SLICES; n++) now = think(now, game, { at, humans: [] });
  const steps = game.status === 'playing' ? now.steps.flatMap(list => list.slice(0, 1)) : [];
  const commands = Array.from({ length: game.setUp.players }, (_, seat) => {
    const step = steps.find(({ needs }) => needs === null || owns(game, seat, needs));
    return step?.by(seat) ?? null;
  });
  return { commands, mind: now };
}
