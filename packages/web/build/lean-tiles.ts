/** Removes the comments for editors from the tile drawings in the build. */
import type { Plugin } from 'vite';

const TILE_SET = /\/rules\/src\/tile-set[.]ts$/;
/** How many characters wide a drawing is; text further right is a comment. */
const WIDTH = 24;

export const withoutRemarks = (text: string): string =>
  text
    .split('\n')
    .filter(line => !line.startsWith('#'))
    .map(line => (line.startsWith('tile ') ? line : line.slice(0, WIDTH).trimEnd()))
    .join('\n')
    .replace(/\n{2,}/g, '\n\n');

export function leanTiles(): Plugin {
  return {
    name: 'lean-tiles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: TILE_SET },
      handler: source => ({
        code: source.replace(/`([^`]+)`/, (_, text: string) => `\`${withoutRemarks(text)}\``),
        map: null,
      }),
    },
  };
}
