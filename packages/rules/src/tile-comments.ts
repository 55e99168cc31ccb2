/** Tile drawings without their comments: the same tiles in a tenth of the text, for what is stored and sent often. */

/** The drawing ends before this column; what stands further right is a comment. */
const WIDTH = 23;

/** Removes the comments of a tile set. The result parses to the same tiles, if the text can be parsed. */
export const withoutTileComments = (text: string): string =>
  text
    .split('\n')
    .map(line => line.replace(/\r$/, ''))
    .filter(line => !line.startsWith('#') && line.trim() !== '')
    .map(line => (line.startsWith('tile ') ? line : line.slice(0, WIDTH)).trimEnd())
    .join('\n');
