/** JSON Schemas of wishes, scenario sheets and records, which people send in requests or store as files. */
import { type JsonSchema, WISH_CHECKS } from '@hush/rules';
import { CODE_LETTERS } from '../codes.ts';
import { DECIDED, type SHEET_FIELDS } from '../commands/scenario-sheet.ts';
import { MOST_SEATS } from '../commands/seats.ts';
import { MOST_RECORD_CHARACTERS } from '../crews/crew.ts';
import { LONGEST_SHEET_TEXT, VISIBLE_CHARACTER } from '../input/text.ts';
import { objectSchema } from './json-schema.ts';

const PLAYERS: JsonSchema = { type: 'integer', minimum: 1, maximum: MOST_SEATS };

/** The fields of a wish, without those that a table decides itself. */
const wishFields = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(WISH_CHECKS)
      .filter(([name]) => !DECIDED.includes(name))
      .map(([name, { schema }]) => [name, schema]),
  );

/** The schema of a custom scenario's name, which is displayed and so needs a visible character. */
const NAMED: JsonSchema = {
  properties: { scenario: { properties: { name: { pattern: VISIBLE_CHARACTER.source } } } },
};

const optionalBut = (fields: Readonly<Record<string, JsonSchema>>, needed: string): readonly string[] =>
  Object.keys(fields).filter(name => name !== needed);

/** The schema of a host's wish. It does not check whether the game can be set up; the server answers `bad-setup` to that. */
export function wishSchema(): JsonSchema {
  const about: JsonSchema = { type: 'string', maxLength: LONGEST_SHEET_TEXT };
  const heist: JsonSchema = {
    description:
      'The day whose heist is played. Only a server says it; in a wish from outside it is ignored.',
    type: 'string',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  };
  const ghost: JsonSchema = {
    description:
      'The run that plays along as ghosts. Only a server says it; in a wish from outside it is ignored.',
    type: 'string',
    pattern: '^([0-9A-Z]{1,40}/)?[0-9]{1,6}$',
  };
  const fields = { ...wishFields(), players: PLAYERS, about, heist, ghost };
  // Refuses a text about a printed scenario; only a custom scenario may have one.
  const silent = { properties: { about: false, scenario: { type: 'integer' } } };
  const own = { properties: { scenario: { type: 'object' } } };
  return {
    ...objectSchema(fields, optionalBut(fields, 'scenario')),
    allOf: [NAMED, { anyOf: [silent, own] }],
  };
}

export function sheetSchema(): JsonSchema {
  const wish = wishFields();
  const fields: Readonly<Record<(typeof SHEET_FIELDS)[number], JsonSchema>> = {
    wish: {
      ...objectSchema(wish, optionalBut(wish, 'scenario')),
      allOf: [NAMED, { properties: { scenario: { type: 'object' } } }],
    },
    text: { type: 'string', maxLength: LONGEST_SHEET_TEXT },
    players: PLAYERS,
    parent: { anyOf: [{ type: 'string', pattern: `^[${CODE_LETTERS}]{8}$` }, { type: 'null' }] },
  };
  return objectSchema(fields, optionalBut(fields, 'wish'));
}

/** A game in the notation of docs/NOTATION.md. */
export const recordSchema = (): JsonSchema => ({
  description: 'A game in the notation of docs/NOTATION.md; `hush verify` proves it.',
  type: 'string',
  maxLength: MOST_RECORD_CHARACTERS,
  pattern: 'hush game 1',
});
