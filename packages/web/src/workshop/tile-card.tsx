/** A tile of the present set, as the board draws it. */
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

/** Every opening is drawn as a door, because no tile lies behind it. */
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
