/** One step that somebody should take next: the action it needs, and its command for a given seat. */
import { type Action, type Cell, type Command, type Game, type Hero, owns, type Seat } from '@hush/rules';
import type { Hop } from './walk.ts';

export interface Step {
  /** Two steps with the same key do the same from the same cell. */
  readonly key: string;
  /** The hero that the step moves, if any. */
  readonly hero: Hero | null;
  /** The action that a seat needs for this step; null if every seat may take it. */
  readonly needs: Action | null;
  /** The cell on which the hero will stand after the step. */
  readonly to: Cell | null;
  readonly urgent: boolean;
  readonly by: (seat: Seat) => Command;
}

export function hopStep(hero: Hero, from: Cell, hop: Hop, urgent = false): Step {
  const needs = hop.by;
  return {
    key: `${hero} ${from}-${hop.to}`,
    hero,
    needs,
    to: hop.to,
    urgent,
    by: seat => hopOf(seat, hero, hop),
  };
}

function hopOf(seat: Seat, hero: Hero, hop: Hop): Command {
  if (hop.by === 'escalator') return { type: 'escalator', seat, hero };
  if (hop.by === 'vortex') return { type: 'vortex', seat, hero, to: hop.to };
  return { type: 'move', seat, hero, dir: hop.by, steps: hop.steps };
}

export const boardStep = (key: string, needs: Action | null, by: (seat: Seat) => Command): Step => ({
  key,
  hero: null,
  needs,
  to: null,
  urgent: false,
  by,
});

/** The seats that may take this step now. */
export const ownersOf = (game: Game, { needs }: Step): readonly Seat[] =>
  Array.from({ length: game.setUp.players }, (_, seat) => seat).filter(
    seat => needs === null || owns(game, seat, needs),
  );
