/**
 * What a player may do now: which actions and heroes can do something, and whether the table would refuse a command.
 * Such a command is refused in the page at once and never sent.
 */
import type { PlayCommand } from '@hush/protocol';
import {
  type Action,
  actionsOf,
  type Command,
  decide,
  type Game,
  type Hero,
  type Millis,
  type Refusal,
  reach,
} from '@hush/rules';
import { straightTo } from './cells.ts';

export interface PossibleNow {
  readonly actions: ReadonlySet<Action>;
  readonly heroes: ReadonlySet<Hero>;
}

/** Returns the action that a command needs; null if it needs none. */
function actionOf(command: Command): Action | null {
  switch (command.type) {
    case 'move':
      return command.dir;
    case 'vortex':
    case 'escalator':
    case 'explore':
      return command.type;
    case 'lay':
      return 'explore';
    default:
      return null;
  }
}

/** `commands`: everything that the player may ask for now, as `reach` lists it. */
export function possibleNow(commands: readonly Command[]): PossibleNow {
  return {
    actions: new Set(commands.map(actionOf).filter(action => action !== null)),
    heroes: new Set(commands.flatMap(command => ('hero' in command ? [command.hero] : []))),
  };
}

/** The first hero, or the given hero, who can use an action; null if none can. */
export const ableHero = (
  commands: readonly Command[],
  action: Action,
  only: Hero | null = null,
): Hero | null =>
  commands
    .filter(command => 'hero' in command)
    .find(command => actionOf(command) === action && (only ?? command.hero) === command.hero)?.hero ?? null;

/** An empty secret: no check here depends on face-down tiles. */
const UNKNOWN = { seed: '', stack: null, pile: null } as const;

/** Returns why the table would refuse a command; null if it would accept it, or if only the table can know. */
export function refusalOf(game: Game, seat: number, command: PlayCommand, at: Millis): Refusal | null {
  const full = withSeat(game, seat, command);
  if (typeof full === 'string') return full;
  // Commands that reveal a face-down tile cannot be tried here; the page only checks whether `reach` lists them.
  const hidden = full.type === 'explore' || full.type === 'turn';
  if (hidden && reach(game, seat).some(({ type }) => type === full.type)) return null;
  const verdict = decide(game, full, { at, secret: UNKNOWN });
  return verdict.ok ? null : verdict.error;
}

function withSeat(game: Game, seat: number, command: PlayCommand): Command | Refusal {
  if (command.type === 'phrase' || command.type === 'unsay') return { type: 'say', seat, text: '' };
  if (command.type !== 'go') return { ...command, seat } as Command;
  const { hero, to } = command;
  const way = straightTo(game, hero, to);
  if (way === null) return 'blocked';
  return actionsOf(game, seat).includes(way.dir) ? { type: 'move', seat, hero, ...way } : 'not-yours';
}

/** Whether this seat may nudge at all (SC-9d, SC-15b). */
export function mayNudge(game: Game, seat: number): boolean {
  if (game.setUp.players < 2 || game.rules.noPawn) return false;
  return !game.rules.leader || game.actionTiles[seat]?.length === 0;
}
