/** The commands that a player may send to the game: the rules' commands without the seat, which the server knows. */
import { DIRECTIONS, GESTURES, HEROES } from '@hush/rules';
import * as v from 'valibot';
import { cleanedBy, type FromSchema, oneWordOf, variantOf, wholeNumber } from '../input/schema.ts';
import { cleanText } from '../input/text.ts';
import { PHRASE_NAMES } from './phrases.ts';

export const LARGEST_CELL = 99 * 16 + 15;
export const MOST_STEPS = 999;

const cell = wholeNumber(0, LARGEST_CELL);
const seat = wholeNumber(0, 8);
const hero = oneWordOf(HEROES);

/** The schema of a chat text; reading a text with it also cleans the text. */
export const chatText = cleanedBy(cleanText);

export const playCommand = variantOf('type', [
  v.strictObject({ type: v.literal('start') }),
  v.strictObject({ type: v.literal('swap'), with: seat }),
  v.strictObject({ type: v.literal('place'), hero, to: cell }),
  v.strictObject({
    type: v.literal('move'),
    hero,
    dir: oneWordOf(DIRECTIONS),
    steps: wholeNumber(1, MOST_STEPS),
    from: v.exactOptional(cell),
  }),
  // Moves a hero to a cell, starting at the hero's position when the command is judged. `from` is the cell at which the
  // sender saw the hero; if the hero has left it, the command is refused as `moved-on`.
  v.strictObject({ type: v.literal('go'), hero, to: cell, from: v.exactOptional(cell) }),
  v.strictObject({ type: v.literal('vortex'), hero, to: cell }),
  v.strictObject({ type: v.literal('escalator'), hero }),
  v.strictObject({ type: v.literal('explore') }),
  v.strictObject({ type: v.literal('lay'), door: cell }),
  v.strictObject({ type: v.literal('steal') }),
  v.strictObject({
    type: v.literal('discard'),
    tile: wholeNumber(1, 99),
  }),
  v.strictObject({ type: v.literal('turn') }),
  v.strictObject({ type: v.literal('pause') }), // only the table itself may set the field `disconnected`
  v.strictObject({ type: v.literal('resume') }),
  v.strictObject({ type: v.literal('nudge'), to: seat }),
  v.strictObject({ type: v.literal('stare'), to: seat }),
  v.strictObject({ type: v.literal('say'), text: chatText }),
  // Says a phrase of a closed list, which everybody reads in their own language.
  v.strictObject({ type: v.literal('phrase'), phrase: oneWordOf(PHRASE_NAMES) }),
  // Deletes the chat text that an author said with this number: members may delete their own texts, the host any text.
  v.strictObject({ type: v.literal('unsay'), author: wholeNumber(1), said: wholeNumber(1) }),
  v.strictObject({ type: v.literal('gesture'), gesture: oneWordOf(GESTURES), to: v.exactOptional(cell) }),
]);
export type PlayCommand = FromSchema<typeof playCommand>;
