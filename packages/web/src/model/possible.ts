/** Which of a player's actions and which heroes can do something now. */
import type { Action, Command, Hero } from '@hush/rules';

export interface PossibleNow {
  readonly actions: ReadonlySet<Action>;
  readonly heroes: ReadonlySet<Hero>;
}

/** The action that a command needs; null if it needs none. */
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
