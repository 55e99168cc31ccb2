/** A tile of the set in front of one, as it is drawn on the board. */
import type { Tile } from '@hush/rules';
import type { JSX } from 'preact';
import type { TileSide } from '../board/layout.ts';
import { MARGIN, tileAddress } from '../board/tile-picture.ts';

const SIDE = 240;
const LAMPS = [true, true, true, true];
const MOOD = {
  alarm: false,
  noVortex: false,
  shows: { balls: true, cameras: true, passages: true, loudspeakers: true },
};

/** Every opening is a door into the unknown. */
const facesOf = ({ openings }: Tile): readonly TileSide[] =>
  openings.map(opening => (opening === null ? 'wall' : 'door'));

export function TilePicture({ tile }: { readonly tile: Tile }): JSX.Element {
  const look = { drawing: tile, turn: 0, faces: facesOf(tile), lamps: LAMPS, outOfOrder: [], mood: MOOD };
  const [from, size] = [-12, SIDE + 24];
  return (
    <svg class="tile-picture" viewBox={`${from} ${from} ${size} ${size}`} aria-hidden="true">
      <image
        href={tileAddress(look)}
        x={-MARGIN}
        y={-MARGIN}
        width={SIDE + 2 * MARGIN}
        height={SIDE + 2 * MARGIN}
      />
    </svg>
  );
}
