/** Removes the comments of tile drawings: a tenth of the text remains, which is stored and sent often. */

/** The number of columns of a drawing; text further right is a comment. */
const WIDTH = 23;

/** Removes the comments of a tile set. The result parses to the same tiles, if the text can be parsed. */
export const withoutTileComments = (text: string): string =>
  text
    .split('\n')
    .map(line => line.replace(/\r$/, ''))
    .filter(line => !line.startsWith('#') && line.trim() !== '')
    .map(line => (line.startsWith('tile ') ? line : line.slice(0, WIDTH)).trimEnd())
    .join('\n');
