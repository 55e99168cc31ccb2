/** Tile sets drawn for one test: open tiles with a few features, in the format of tile-set.ts. */

interface Room {
  /** The features by the square's name, such as { b3: 'hg' }; all other squares are plain floor. */
  readonly on?: Readonly<Record<string, string>>;
  /** The letters of the exploration spaces' colours, by side. */
  readonly north?: string;
  readonly east?: string;
  readonly west?: string;
  /**
   * Whether an orange wall divides the tile from north to south: the arrow and the west side are on one half, the
   * north and east sides on the other.
   */
  readonly split?: boolean;
}

/** A tile without inner walls, whose arrow is in the south. */
export function room(number: number, { on = {}, north, east, west, split = false }: Room = {}): string {
  const row = (y: number, left: string, right: string): string => {
    const [a, b, c, d] = [...'abcd'].map(column => ` ${(on[`${column}${y}`] ?? '.').padEnd(3)}`);
    return `  ${left}${a} ${b}${split ? ':' : ' '}${c} ${d}${right}`;
  };
  const open = '  +    +    +    +    +';
  return [
    `tile ${number}  "Room ${number}"`,
    `  +----+----+-${(north ?? '-').repeat(2)}-+----+`,
    row(1, '|', '|'),
    open,
    row(2, west ?? '|', '|'),
    open,
    row(3, '|', east ?? '|'),
    open,
    row(4, '|', '|'),
    '  +----+-^^-+----+----+',
    '',
  ].join('\n');
}

/**
 * Tile 1 without inner walls; its doors are yellow in the north, purple in the east, green in the south and orange in
 * the west.
 */
export function court(on: Readonly<Record<string, string>> = {}): string {
  const drawn = room(1, {
    on: { b2: '@', c2: '@', b3: '@', c3: '@', ...on },
    north: 'Y',
    east: 'P',
    west: 'O',
  });
  return drawn.replace('tile 1 ', 'tile 1A ').replace('-^^-', '-GG-');
}
