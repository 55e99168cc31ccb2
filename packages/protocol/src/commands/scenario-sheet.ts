/**
 * A sheet: a player's own scenario as it is shared, with the wish that a table plays and a text about it (SC-Ca). A shared
 * sheet never changes; a changed sheet gets another code and names the sheet from which it was made.
 */
import { checkWish, err, grantWish, ok, type Result, readWish } from '@hush/rules';
import { isCode } from '../codes.ts';
import { jsonErrorIn } from '../input/json-error.ts';
import { badInput, type InputProblem, problemAt, problemWithin } from '../input/problem.ts';
import { cleanAbout, cleanTitle, LONGEST_SHEET_TEXT } from '../input/text.ts';
import type { TableWish } from './table-wish.ts';
import { wishProblem } from './wish-check.ts';

export interface ScenarioSheet {
  /** What the table plays: always a custom scenario, never the number of a printed one. */
  readonly wish: TableWish;
  /** The author's text about the scenario. */
  readonly text: string;
  /** The number of players for whom the scenario was made. */
  readonly players: number;
  /** The code of the sheet from which this one was made; null if there is none. */
  readonly parent: string | null;
}

export const SHEET_FIELDS = [
  'wish',
  'text',
  'players',
  'parent',
] as const satisfies readonly (keyof ScenarioSheet)[];
/** Fields of a wish that a sheet must not have, because the table decides them. */
export const DECIDED: readonly string[] = ['players', 'heroes', 'actionTiles', 'pile'];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a sheet from outside; otherwise names the wrong field. Does not check whether the scenario can be played. */
export function readSheet(value: unknown): Result<ScenarioSheet, InputProblem> {
  if (!isFields(value)) return badInput('want-object', {}, 'A scenario is an object.');
  const strange = Object.keys(value).find(name => !SHEET_FIELDS.some(field => field === name));
  if (strange !== undefined) {
    const name = strange.slice(0, 40);
    return badInput('strange', { strange: name }, `A scenario has no field ${JSON.stringify(name)}.`);
  }
  const { wish, text: told = '', players = 4, parent = null } = value;
  const text = cleanAbout(told);
  if (text === null)
    return badInput(
      'want-about',
      { field: 'text', most: LONGEST_SHEET_TEXT },
      `"text" must be a text of at most ${LONGEST_SHEET_TEXT} characters.`,
    );
  if (!Number.isInteger(players) || Number(players) < 1 || Number(players) > 9)
    return badInput('want-players', { field: 'players' }, '"players" must be a whole number from 1 to 9.');
  if (parent !== null && (typeof parent !== 'string' || !isCode('scenario', parent)))
    return badInput('want-code', { field: 'parent' }, '"parent" must be the code of a scenario.');
  const read = ownWish(wish);
  return read.ok ? ok({ wish: read.value, text, players: Number(players), parent }) : read;
}

/** Reads a sheet from JSON text; a JSON error is reported with line and column. */
export function readSheetText(text: string): Result<ScenarioSheet, InputProblem> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const place = jsonErrorIn(text);
    if (place === null) return badInput('no-json', {}, 'The scenario is not valid JSON.');
    const { line, column } = place;
    return badInput(
      'no-json',
      { line, column },
      `The scenario is not valid JSON: line ${line}, column ${column}.`,
    );
  }
  return readSheet(value);
}

function ownWish(value: unknown): Result<TableWish, InputProblem> {
  if (!isFields(value)) return badInput('want-object', { field: 'wish' }, '"wish" must be an object.');
  const decided = DECIDED.find(name => Object.hasOwn(value, name));
  if (decided !== undefined)
    return badInput(
      'table-decides',
      { field: `wish.${decided}` },
      `"wish" has no field "${decided}": a table decides that itself.`,
    );
  const read = readPlainWish(value);
  if (!read.ok) return read;
  const { scenario } = read.value;
  if (typeof scenario === 'number')
    return badInput(
      'not-own',
      { field: 'wish.scenario' },
      '"wish": "scenario" must be one of your own, not a number.',
    );
  const name = cleanTitle(scenario.name);
  if (!name.ok)
    return badInput(
      'unseen-name',
      { field: 'wish.scenario.name' },
      'A scenario needs a name that can be seen.',
    );
  // The length is checked again after cleaning the name, because Unicode normalization can make it longer.
  return readPlainWish({ ...read.value, scenario: { ...scenario, name: name.value } });
}

function readPlainWish(value: Fields | TableWish): Result<TableWish, InputProblem> {
  const all = { ...value, players: 1 };
  const read = checkWish(all);
  if (!read.ok) {
    const said = readWish(all);
    const found = problemAt(read.error, said.ok ? '' : said.error);
    const { field = '' } = found.values;
    return err(problemWithin(found, { field: `wish.${field}`.replace(/[.]$/, '') }, found.why));
  }
  const { players: _, ...wish } = read.value;
  return ok(wish);
}

/**
 * Returns the reason why the scenario cannot be played with its intended number of players, or with any number; null if
 * it can be played.
 */
export function sheetProblem({ wish, players }: ScenarioSheet): InputProblem | null {
  const granted = grantWish({ ...wish, players }, 'try');
  return granted.ok ? wishProblem(wish) : granted.error;
}

const NAMES = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ivy'] as const;

/** The prefix of a comment line, which the referee ignores. */
const REMARK = '# sheet ';

/**
 * The sheet as a script for `hush referee`: the set-up in the first line, the author's text in a comment line, then a
 * command that prints the table.
 */
export function refereeScript({ wish, players, text, parent }: ScenarioSheet): string {
  const setup = { ...wish, players: NAMES.slice(0, players) };
  const said = {
    ...(text === '' ? {} : { text }),
    ...(parent === null ? {} : { parent }),
  };
  const remark = Object.keys(said).length === 0 ? '' : `${REMARK}${JSON.stringify(said)}\n`;
  return `${JSON.stringify({ setup })}\n${remark}${JSON.stringify({ show: true })}\n`;
}

/**
 * Returns the author's text from the second line of a script; empty if that line is not a comment that `refereeScript`
 * wrote.
 */
function remarkIn(line: string): Result<Fields, InputProblem> {
  if (!line.startsWith(REMARK)) return ok({});
  const json = line.slice(REMARK.length);
  try {
    const { text = '', parent = null } = JSON.parse(json) as Fields;
    return ok({ text, parent });
  } catch {
    const { column = 1 } = jsonErrorIn(json) ?? {};
    return badInput(
      'no-json',
      { line: 2, column: column + REMARK.length },
      'The remark in line 2 is not valid JSON.',
    );
  }
}

/** Reads the set-up of a script as a sheet; the script was made from a sheet or written by hand. */
export function sheetFromScript(script: string): Result<ScenarioSheet, InputProblem> {
  const [first = '', second = ''] = script.replace(/^\uFEFF/, '').split(/\r?\n/, 2);
  let line: unknown;
  try {
    line = JSON.parse(first);
  } catch {
    const { column = 1 } = jsonErrorIn(first) ?? {};
    return badInput('no-json', { line: 1, column }, 'Line 1 is not valid JSON.');
  }
  const setup = isFields(line) ? line['setup'] : undefined;
  if (!isFields(setup)) return badInput('no-setup-line', { line: 1 }, 'Line 1 must be {"setup": {…}}.');
  const { players, seed: _, start: __, ...wish } = setup;
  if (!Array.isArray(players))
    return badInput(
      'no-names-line',
      { line: 1, field: 'players' },
      'Line 1: "players" must be a list of names.',
    );
  const read = readSheet({ wish, players: players.length });
  if (!read.ok) return err(problemWithin(read.error, { line: 1 }, `Line 1: ${read.error.why}`));
  const remark = remarkIn(second);
  if (!remark.ok) return remark;
  const whole = readSheet({ ...read.value, ...remark.value });
  return whole.ok ? whole : err(problemWithin(whole.error, { line: 2 }, `Line 2: ${whole.error.why}`));
}
