/** Strictly reads one line for the referee: a request with names and coordinates. */
import {
  type Coordinates,
  DIRECTIONS,
  type Direction,
  err,
  GESTURES,
  type Gesture,
  type Hero,
  isCoordinates,
  isDirection,
  isGesture,
  isHero,
  ok,
  type Result,
} from '@hush/rules';

/** A command in the form of the referee's scripts; `by` and the other player are names. */
export type RefereeRequest =
  | { readonly do: 'wait' }
  | { readonly do: 'start' }
  | ({ readonly by: string } & (
      | { readonly do: 'move'; readonly hero: Hero; readonly dir: Direction; readonly steps: number }
      | { readonly do: 'vortex'; readonly hero: Hero; readonly to: Coordinates }
      | { readonly do: 'place'; readonly hero: Hero; readonly to: Coordinates }
      | { readonly do: 'escalator'; readonly hero: Hero }
      | { readonly do: 'lay'; readonly door: Coordinates }
      | { readonly do: 'discard'; readonly tile: number }
      | { readonly do: 'nudge' | 'stare'; readonly to: string }
      | { readonly do: 'swap'; readonly with: string }
      | { readonly do: 'say'; readonly text: string }
      | { readonly do: 'gesture'; readonly gesture: Gesture; readonly to?: Coordinates }
      | { readonly do: 'explore' | 'steal' | 'turn' | 'pause' | 'resume' }
    ));

type Field = (value: unknown) => string | null;

const must =
  (good: (value: unknown) => boolean, wanted: string): Field =>
  value =>
    good(value) ? null : `must be ${wanted}`;

const LONGEST_TEXT = 500;

const player = must(value => typeof value === 'string', "a player's name");
const hero = must(isHero, 'barbarian, mage, elf or dwarf');
const place = must(isCoordinates, 'a place [x, y], or [x, y, 1] in the second mall');
const wholeNumber = must(value => Number.isSafeInteger(value), 'a whole number');
const words = must(
  value => typeof value === 'string' && value.length > 0 && value.length <= LONGEST_TEXT,
  `a text of 1 to ${LONGEST_TEXT} characters`,
);

/** The fields of each command besides `at`, `do` and `by`; all except those in OPTIONAL are required. */
const FIELDS: Readonly<Record<RefereeRequest['do'], Readonly<Record<string, Field>>>> = {
  wait: {},
  start: {},
  move: { hero, dir: must(isDirection, `one of ${DIRECTIONS.join(', ')}`), steps: wholeNumber },
  vortex: { hero, to: place },
  place: { hero, to: place },
  escalator: { hero },
  explore: {},
  lay: { door: place },
  steal: {},
  discard: { tile: wholeNumber },
  turn: {},
  nudge: { to: player },
  stare: { to: player },
  swap: { with: player },
  say: { text: words },
  gesture: { gesture: must(isGesture, `one of ${GESTURES.join(', ')}`), to: place },
  pause: {},
  resume: {},
};

const OPTIONAL: readonly string[] = ['steps', 'gesture.to'];
const OTHERS: Readonly<Record<string, string>> = { nudge: 'to', stare: 'to', swap: 'with' };
const ANYBODY: readonly string[] = ['wait', 'start'];

export function readRequest(json: Readonly<Record<string, unknown>>): Result<RefereeRequest, string> {
  const { at: _, do: verb, by, ...given } = json;
  if (verb === undefined) return err('There is nothing to do: "do" is missing.');
  if (typeof verb !== 'string') return err('"do" must be the name of a command.');
  if (!Object.hasOwn(FIELDS, verb))
    return err(`There is no command ${quoteWord(verb)}; there are ${Object.keys(FIELDS).join(', ')}.`);
  const fields = FIELDS[verb as RefereeRequest['do']];
  if (by === undefined ? !ANYBODY.includes(verb) : typeof by !== 'string')
    return err(`"${verb}" needs "by", a player's name.`);
  const strange = Object.keys(given).find(key => !Object.hasOwn(fields, key));
  if (strange !== undefined)
    return err(`"${verb}" has no field ${quoteWord(strange)}${known(Object.keys(fields))}.`);
  const problem = fieldProblem(verb, fields, given) ?? selfProblem(verb, by, given);
  if (problem !== null) return err(problem);
  const steps = verb === 'move' ? { steps: given['steps'] ?? 1 } : {};
  return ok({ ...given, ...steps, do: verb, by } as unknown as RefereeRequest);
}

function fieldProblem(
  verb: string,
  fields: Readonly<Record<string, Field>>,
  given: Readonly<Record<string, unknown>>,
): string | null {
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (value === undefined && (OPTIONAL.includes(name) || OPTIONAL.includes(`${verb}.${name}`))) continue;
    const problem = value === undefined ? 'is missing' : field(value);
    if (problem !== null) return `"${verb}": "${name}" ${problem}.`;
  }
  return null;
}

/** Returns the problem if a signal or a swap names its own player as the other one; null otherwise. */
function selfProblem(verb: string, by: unknown, given: Readonly<Record<string, unknown>>): string | null {
  const field = OTHERS[verb];
  return field !== undefined && given[field] === by ? `"${verb}": "${field}" must be another player.` : null;
}

const known = (fields: readonly string[]): string =>
  fields.length === 0 ? '' : `; it has ${fields.join(', ')}`;

/** Quotes a word of the input for an error message. */
export const quoteWord = (word: string): string => JSON.stringify(word.slice(0, 60));
