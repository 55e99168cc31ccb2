/** Before a game: the deal that it would have, and the toy mall in which people play until it begins. Never stored. */
import { ACTIONS, HEROES } from '@hush/rules';
import * as v from 'valibot';
import { LARGEST_CELL } from '../commands/play-command.ts';
import { type FromSchema, oneWordOf, wholeNumber } from '../input/schema.ts';
import { member } from './parts.ts';

const hero = oneWordOf(HEROES);
const cell = wholeNumber(0, LARGEST_CELL);

export const LOBBY_FROM_CLIENT = {
  /** A hero of the toy mall is put on a cell. */
  toy: v.strictObject({ t: v.literal('toy'), hero, to: cell }),
};

export const LOBBY_FROM_SERVER = {
  /** The lobby as it is now; every message has all of it. */
  lobby: v.strictObject({
    t: v.literal('lobby'),
    /** The action tiles that the next game would deal, by seat, as long as nobody comes or goes. */
    deal: v.array(v.array(oneWordOf(ACTIONS))),
    /** Where the heroes of the toy mall were put; one that nobody has touched is missing. */
    toys: v.record(hero, cell),
    /** Who touched which hero just now; missing where nobody did. */
    m: v.exactOptional(member),
    hero: v.exactOptional(hero),
  }),
};
export type LobbyMessage = FromSchema<typeof LOBBY_FROM_SERVER.lobby>;
