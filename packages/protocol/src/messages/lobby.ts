/**
 * Messages of the lobby before a game: the action tiles that the next game would deal, and the toy mall in which people play
 * while they wait. Nothing of it is stored.
 */
import { ACTIONS, HEROES } from '@hush/rules';
import * as v from 'valibot';
import { LARGEST_CELL } from '../commands/play-command.ts';
import { type FromSchema, oneWordOf, wholeNumber } from '../input/schema.ts';
import { memberSchema } from './parts.ts';

const hero = oneWordOf(HEROES);
const cell = wholeNumber(0, LARGEST_CELL);

export const LOBBY_FROM_CLIENT = {
  /** Puts a hero of the toy mall on a cell. */
  toy: v.strictObject({ t: v.literal('toy'), hero, to: cell }),
};

export const LOBBY_FROM_SERVER = {
  /** The complete current state of the lobby. */
  lobby: v.strictObject({
    t: v.literal('lobby'),
    /** The action tiles that each seat would get in the next game, if nobody comes or goes. */
    deal: v.array(v.array(oneWordOf(ACTIONS))),
    /** The cells of heroes in the toy mall; a hero that nobody has moved is missing. */
    toys: v.record(hero, cell),
    /** The member who just moved a hero, and the hero; missing if nobody did. */
    m: v.exactOptional(memberSchema),
    hero: v.exactOptional(hero),
  }),
};
export type LobbyMessage = FromSchema<typeof LOBBY_FROM_SERVER.lobby>;
