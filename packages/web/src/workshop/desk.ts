/**
 * The tile of the custom set that is being painted, with all undo steps. The draft has the tiles as text and is stored
 * after every stroke, so nothing is lost when the page is closed or the phone is turned.
 */
import {
  addTile,
  type Drawing,
  redrawTile,
  removeTile,
  sketchTiles,
  type TileNumber,
  type TileSheet,
} from '@hush/rules';
import { computed, signal } from '@preact/signals';
import { storage } from '../device/storage.ts';
import { type History, recordState, redo, startHistory, undo } from '../painter/history.ts';
import { blankTile } from '../painter/painting.ts';
import { currentDraft, tilesAtHand } from './drafts.ts';

const KEPT = 'workshop.tile';
/** A tile's number has at most two digits. */
const LAST_NUMBER = 99;
/** The first number after the printed tiles. */
const FIRST_OWN = 25;

/** The id of the tile as it is written in the text, such as 5 or 1A; empty if nothing was painted on the tile yet. */
export const onDesk = signal<string>(storage.get(KEPT) ?? '');

export const sketches = computed(() => sketchTiles(tilesAtHand()));

export const deskSheet = computed(
  (): TileSheet | null => sketches.value.sheets.find(({ id }) => id === onDesk.value) ?? null,
);

/** The number of the next new tile; null if the set is full. */
export const nextNumber = computed((): TileNumber | null => {
  const used = new Set(sketches.value.sheets.map(({ tile }) => tile.number));
  for (let n = FIRST_OWN; n <= LAST_NUMBER; n++) if (!used.has(n)) return n;
  return null;
});

export const deskTile = computed(
  (): Drawing => deskSheet.value?.tile ?? blankTile(nextNumber.value ?? LAST_NUMBER, null, ''),
);

export const idOf = ({ number, side }: Pick<Drawing, 'number' | 'side'>): string => `${number}${side ?? ''}`;

interface DeskState {
  readonly tiles: string | null;
  readonly id: string;
}

const stateNow = (): DeskState => ({ tiles: currentDraft.peek().tiles, id: onDesk.peek() });
const steps = signal<History<DeskState>>(startHistory(stateNow()));

/** The undo steps with the present text: text that was typed or opened since the last stroke is one undo step. */
function caughtUp(): History<DeskState> {
  const history = steps.peek();
  return history.now.tiles === currentDraft.peek().tiles
    ? { ...history, now: stateNow() }
    : recordState(history, stateNow());
}

export const canUndo = computed(
  (): boolean => steps.value.past.length > 0 || steps.value.now.tiles !== currentDraft.value.tiles,
);
export const canRedo = computed((): boolean => steps.value.future.length > 0);

function apply(history: History<DeskState>): void {
  steps.value = history;
  chooseTile(history.now.id);
  currentDraft.value = { ...currentDraft.peek(), tiles: history.now.tiles };
}

export const undoStep = (): void => apply(undo(caughtUp()));
export const redoStep = (): void => apply(redo(caughtUp()));

export function chooseTile(id: string): void {
  onDesk.value = id;
  storage.put(KEPT, id);
}

function put(tiles: string, id: string, isNew: boolean): void {
  const before = caughtUp();
  const now = { tiles, id };
  apply(isNew ? recordState(before, now) : { ...before, now });
}

/** Writes the painted tile into the set; with `isNew` a new undo step begins. */
export function writeTile(tile: Drawing, { isNew }: { readonly isNew: boolean }): void {
  const sheet = deskSheet.peek();
  const text = tilesAtHand();
  put(sheet === null ? addTile(text, tile) : redrawTile(text, sheet, tile), idOf(tile), isNew);
}

export function copyTile(): void {
  const number = nextNumber.peek();
  if (number === null) return;
  const copy = { ...deskTile.peek(), number, side: null };
  const isStart = deskTile.peek().number === 1;
  const openings = copy.openings.map((opening, side) => (side === 2 ? 'arrow' : opening));
  put(addTile(tilesAtHand(), isStart ? { ...copy, openings, starts: [] } : copy), idOf(copy), true);
}

export function deleteTile(): void {
  const sheet = deskSheet.peek();
  if (sheet !== null) put(removeTile(tilesAtHand(), sheet), '', true);
}
