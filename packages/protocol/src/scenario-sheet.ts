/**
 * A scenario of somebody's own as it is shared: the wish that a table plays, and words about it (SC-C). A sheet never changes once it
 * is shared; whoever changes it shares another one, which says where it came from.
 */
import { err, ok, prepareGame, type Result, readWish } from '@hush/rules';
import type { TableWish } from './lobby.ts';
import { CODE_LETTERS } from './messages.ts';
import { wishProblem } from './wish.ts';
import { cleanLines, cleanTitle } from './words.ts';

export interface ScenarioSheet {
  /** With an own scenario in it, never a number of the book. */
  readonly wish: TableWish;
  /** What its author says about it. */
  readonly text: string;
  /** For how many it was made. */
  readonly players: number;
  /** The code of the sheet it was made from. */
  readonly parent: string | null;
}

export const SHEET_CODE_LENGTH = 8;
export const LONGEST_SHEET_TEXT = 1_000;

const CODE = new RegExp(`^[${CODE_LETTERS}]{${SHEET_CODE_LENGTH}}$`);
export const isSheetCode = (text: string): boolean => CODE.test(text);

const FIELDS: readonly string[] = ['wish', 'text', 'players', 'parent'];
/** What a table decides itself. */
const DECIDED: readonly string[] = ['players', 'heroes', 'actionTiles', 'pile'];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A sheet from outside, or the field that is wrong, in a sentence. Whether it can be played is another question. */
export function readSheet(value: unknown): Result<ScenarioSheet, string> {
  if (!isFields(value)) return err('A scenario is an object.');
  const strange = Object.keys(value).find(name => !FIELDS.includes(name));
  if (strange !== undefined) return err(`A scenario has no field ${JSON.stringify(strange.slice(0, 40))}.`);
  const { wish, text: told = '', players = 4, parent = null } = value;
  const text = sheetText(told);
  if (text === null) return err(`"text" must be a text of at most ${LONGEST_SHEET_TEXT} characters.`);
  if (!Number.isInteger(players) || Number(players) < 1 || Number(players) > 9)
    return err('"players" must be a whole number from 1 to 9.');
  if (parent !== null && (typeof parent !== 'string' || !isSheetCode(parent)))
    return err('"parent" must be the code of a scenario.');
  const read = ownWish(wish);
  return read.ok ? ok({ wish: read.value, text, players: Number(players), parent }) : read;
}

/** Made harmless, with its lines; null for what is none or too long, before or after. */
function sheetText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_SHEET_TEXT) return null;
  const text = cleanLines(value);
  return text.length > LONGEST_SHEET_TEXT ? null : text;
}

function ownWish(value: unknown): Result<TableWish, string> {
  if (!isFields(value)) return err('"wish" must be an object.');
  const decided = DECIDED.find(name => Object.hasOwn(value, name));
  if (decided !== undefined) return err(`"wish" has no field "${decided}": a table decides that itself.`);
  const read = readWish({ ...value, players: 1 });
  if (!read.ok) return read;
  const { players: _, ...wish } = read.value;
  if (typeof wish.scenario === 'number')
    return err('"wish": "scenario" must be one of your own, not a number.');
  const name = cleanTitle(wish.scenario.name);
  if (!name.ok) return err('A scenario needs a name that can be seen.');
  const named = { ...wish, scenario: { ...wish.scenario, name: name.value } };
  // Once more, since what is kept must be readable: a letter that is taken apart may make a name too long.
  const again = readWish({ ...named, players: 1 });
  return again.ok ? ok(named) : again;
}

/** What keeps it from being played, by the number it was made for and by any; null where nothing does. */
export function sheetProblem({ wish, players }: ScenarioSheet): string | null {
  const prepared = prepareGame({ ...wish, players }, 'try');
  return prepared.ok ? wishProblem(wish) : prepared.error;
}

const NAMES = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ivy'] as const;

/** The sheet as a script for `hush referee`: the set-up in its first line, then a look at the table. */
export function refereeScript({ wish, players }: ScenarioSheet): string {
  const setup = { ...wish, players: NAMES.slice(0, players) };
  return `${JSON.stringify({ setup })}\n${JSON.stringify({ show: true })}\n`;
}

/** A script that was made from a sheet, or by hand: its set-up as a sheet. All of it or nothing. */
export function sheetFromScript(script: string): Result<ScenarioSheet, string> {
  const [first = ''] = script.replace(/^\uFEFF/, '').split('\n', 1);
  let line: unknown;
  try {
    line = JSON.parse(first);
  } catch {
    return err('Line 1 is no JSON.');
  }
  const setup = isFields(line) ? line['setup'] : undefined;
  if (!isFields(setup)) return err('Line 1 must be {"setup": {…}}.');
  const { players, seed: _, start: __, ...wish } = setup;
  if (!Array.isArray(players)) return err('Line 1: "players" must be a list of names.');
  const read = readSheet({ wish, players: players.length });
  return read.ok ? read : err(`Line 1: ${read.error}`);
}
