/** Tile drawings for tests: single tiles of the standard set, and the set with some of them replaced. */
import { STANDARD_TILES } from '../src/index.ts';

const LINES = STANDARD_TILES.split('\n');
const WIDTH = 23;

const headerOf = (id: string): number => {
  const line = LINES.findIndex(text => text.startsWith(`tile ${id} `));
  if (line < 0) throw new Error(`no tile ${id} in the standard set`);
  return line;
};

/** The header and the nine rows of a standard tile, without remarks. */
export function drawingOf(id: string): string {
  const header = headerOf(id);
  return LINES.slice(header, header + 10)
    .map((line, i) => (i === 0 ? line : line.slice(0, WIDTH)))
    .join('\n');
}

/** A drawing with one piece of text changed; the piece must occur exactly once. */
export function redrawn(drawing: string, from: string, to: string): string {
  if (drawing.split(from).length !== 2) throw new Error(`"${from}" must occur once in:\n${drawing}`);
  return drawing.replace(from, to);
}

/** The standard set in which tiles are replaced, given by id; an empty drawing removes the tile. */
export function standardWith(tiles: Readonly<Record<string, string>>): string {
  const lines: (string | readonly string[])[] = [...LINES];
  for (const [id, drawing] of Object.entries(tiles)) {
    const header = headerOf(id);
    lines.splice(header, 10, drawing.split('\n'), ...Array.from({ length: 9 }, () => []));
  }
  return lines.flat().join('\n');
}

/**
 * A tile with a straight lane from the arrow up to b1 and a feature on its second cell, b3, which the standard set
 * avoids (CO-5). Laid at 1c1, the lane continues column c of tile 1.
 */
export const lane = (id: number, feature: string): string => `tile ${id}  "Lane"
  +----+----+----+----+
  |####| .  |#########|
  +####+    +####+####+
  |####| .  |#########|
  +####+    +####+####+
  |####| ${feature.padEnd(2)} |#########|
  +####+    +####+####+
  |####| .  |#########|
  +----+-^^-+----+----+`;
