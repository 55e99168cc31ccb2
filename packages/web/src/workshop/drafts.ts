/** The draft stored on this device, and its exports: tables, links, files. */
import {
  type HttpRefusal,
  readSheet,
  refereeScript,
  type ScenarioSheet,
  sheetFromScript,
} from '@hush/protocol';
import { err, ok, parseTiles, type Result, STANDARD_TILES } from '@hush/rules';
import { effect, signal } from '@preact/signals';
import { type RequestError, request } from '../device/http.ts';
import { navigate, tablePath } from '../device/route.ts';
import { storage } from '../device/storage.ts';
import { requestTable } from '../model/table-wish.ts';
import { saveText } from '../ui/files.tsx';
import { readProblem, type ShownProblem } from '../ui/problem-text.tsx';
import { draftOf, EMPTY_DRAFT, type ScenarioDraft, sheetOfDraft } from './draft.ts';

const KEPT = 'workshop';

/** Returns undefined if the text is invalid. A sheet needs a name, so a draft without one is stored under a placeholder. */
function readDraft(text: string): ScenarioDraft | undefined {
  try {
    const { name, ...rest } = JSON.parse(text) as { name: unknown; sheet: unknown };
    const sheet = readSheet(rest.sheet);
    return sheet.ok ? { ...draftOf(sheet.value), name: typeof name === 'string' ? name : '' } : undefined;
  } catch {
    return undefined;
  }
}

/** The stored draft, or an empty one. A draft that only another version can read is kept under another key. */
function kept(): ScenarioDraft {
  const text = storage.get(KEPT);
  if (text === null) return EMPTY_DRAFT;
  const read = readDraft(text);
  if (read === undefined) storage.put(`${KEPT}.unread`, text);
  return read ?? EMPTY_DRAFT;
}

export const currentDraft = signal<ScenarioDraft>(kept());

let isOpened = false;
effect(() => {
  const { name, ...rest } = currentDraft.value;
  // Opening a draft does not store it; only changes are stored.
  if (isOpened) storage.put(KEPT, JSON.stringify({ name, sheet: sheetOfDraft({ ...rest, name: '-' }) }));
  isOpened = true;
});

const ASIDE = `${KEPT}.tiles`;

/**
 * Switches custom tiles on or off. A set that is switched off is stored, and used again when it is switched on; the first
 * one is a copy of the standard set.
 */
export function switchTiles(on: boolean): void {
  const { tiles } = currentDraft.peek();
  if (on === (tiles !== null)) return;
  if (tiles !== null) storage.put(ASIDE, tiles);
  currentDraft.value = { ...currentDraft.peek(), tiles: on ? tilesAtHand() : null };
}

/** The custom tiles, whether switched on or off; the standard set if there are none. */
export function tilesAtHand(): string {
  const { tiles } = currentDraft.value;
  const aside = storage.get(ASIDE) ?? '';
  return tiles ?? (aside.trim() === '' ? STANDARD_TILES.trim() : aside);
}

/** Takes over typed text; if custom tiles were switched off meanwhile, it goes into the stored set. */
export function writeTiles(tiles: string): void {
  if (currentDraft.peek().tiles === null) storage.put(ASIDE, tiles);
  else currentDraft.value = { ...currentDraft.peek(), tiles };
}

/** Why something failed: a general code, or the exact problem from the rules or the server. */
export const WORKSHOP_ERRORS = ['unreachable', 'tooMany', 'refused', 'notNow', 'damaged'] as const;
export type WorkshopError = (typeof WORKSHOP_ERRORS)[number] | Short | ShownProblem;

/** Refusals that mean that the server lacks room or is unavailable; all screens have the same texts for them. */
type Short = Extract<HttpRefusal, 'no-room' | 'unavailable' | 'draining'>;

/** Codes of the server (PR-25) for which this screen has texts of its own. */
const TOLD: Readonly<Partial<Record<RequestError['code'], WorkshopError>>> = {
  'no-room': 'no-room',
  unavailable: 'unavailable',
  draining: 'draining',
  quarantined: 'damaged',
  'too-many': 'tooMany',
  unreachable: 'unreachable',
};

const workshopError = ({ code, problem }: RequestError): WorkshopError =>
  TOLD[code] ?? readProblem(problem) ?? 'refused';

/** Opens a table with the sheet; undefined if nothing went wrong. */
export async function playSheet(sheet: ScenarioSheet): Promise<WorkshopError | undefined> {
  const opened = await requestTable(sheet.text === '' ? sheet.wish : { ...sheet.wish, about: sheet.text });
  if (!opened.ok) return workshopError(opened.error);
  navigate(tablePath(opened.value));
  return undefined;
}

/** Stores the sheet on the server; returns the code with which it can be opened. */
export async function shareSheet(sheet: ScenarioSheet): Promise<Result<string, WorkshopError>> {
  const stored = await request<{ readonly code: string }>('/api/scenarios', {
    method: 'POST',
    body: JSON.stringify(sheet),
  });
  return stored.ok ? ok(stored.value.code) : err(workshopError(stored.error));
}

export async function fetchSheet(code: string): Promise<Result<ScenarioSheet, WorkshopError>> {
  const found = await request<unknown>(`/api/scenarios/${encodeURIComponent(code)}`);
  if (found.ok) return readSheet(found.value);
  return err(found.error.code === 'unavailable' ? 'notNow' : workshopError(found.error));
}

export const sheetLink = (code: string): string => new URL(`/s/${code}`, location.href).href;

const fileName = (name: string, otherwise: string): string =>
  name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || otherwise;

export function saveFile(sheet: ScenarioSheet): void {
  const name = typeof sheet.wish.scenario === 'object' ? sheet.wish.scenario.name : '';
  saveText(refereeScript(sheet), `${fileName(name, 'scenario')}.jsonl`);
}

/** Saves the tiles alone, in the format that `hush tiles` checks and this page opens. */
export const saveTiles = ({ name, tiles }: ScenarioDraft): void =>
  saveText(`${tiles ?? ''}\n`, `${fileName(name, 'tiles')}-tiles.txt`);

/** Whether a file contains tiles: such a file begins with a comment or a tile, and a sheet begins with a brace. */
const isDrawing = (text: string): boolean => /^\uFEFF?\s*(?:#|tile )/.test(text);

/** Puts a tile set into the present draft, if it can be read. */
function takeTiles(tiles: string): ShownProblem | undefined {
  const parsed = parseTiles(tiles);
  const [first] = parsed.ok ? [] : parsed.error;
  if (first !== undefined)
    return { code: first.code, values: { ...first.values, line: first.line, column: first.column } };
  currentDraft.value = { ...currentDraft.value, tiles };
  return undefined;
}

/** Opens a file, which replaces the whole draft or its tiles; if anything in it is wrong, nothing changes. */
export async function openFile(file: Blob): Promise<WorkshopError | undefined> {
  const LARGEST = 256 * 1024;
  if (file.size > LARGEST) return { code: 'text-long', values: { n: LARGEST } };
  const text = await file.text();
  if (isDrawing(text)) return takeTiles(text.replace(/^\uFEFF/, '').trimEnd());
  const sheet = sheetFromScript(text);
  if (!sheet.ok) return sheet.error;
  currentDraft.value = draftOf(sheet.value);
  return undefined;
}
