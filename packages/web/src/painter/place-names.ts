/** Names of places with what is on them, for the keyboard and for screen readers. */
import { DIRECTIONS, type Drawing } from '@hush/rules';
import { nextSquare } from '../board/layout.ts';
import { say } from '../i18n/catalogs.ts';
import { actionName, heroName } from '../model/game-words.ts';
import { edgeOf, hasEscalator, isShop, type PaintPlace } from './painting.ts';

export const squareName = (square: number): string =>
  say('painter.square', { row: (square >> 2) + 1, column: (square & 3) + 1 });

/** The name of a square, a wall or a side, with what is there now. */
export function placeName(tile: Drawing, place: PaintPlace): string {
  switch (place.type) {
    case 'square':
      return say('painter.named', { place: squareName(place.square), what: thingOn(tile, place.square) });
    case 'edge': {
      const other = nextSquare(place.square, place.heading) ?? place.square;
      const between = say('painter.edge', { one: squareName(place.square), other: squareName(other) });
      return say('painter.named', {
        place: between,
        what: say(`painter.edge.${edgeOf(tile, place.square, place.heading)}`),
      });
    }
    case 'side':
      return say('painter.named', {
        place: actionName(DIRECTIONS[place.side] ?? 'north'),
        what: openingName(tile, place.side),
      });
  }
}

function openingName({ openings }: Drawing, side: number): string {
  const opening = openings[side] ?? null;
  if (opening === null) return say('painter.edge.wall');
  return opening === 'arrow' ? say('painter.entrance') : say('painter.doorOf', { hero: heroName(opening) });
}

function thingOn(tile: Drawing, square: number): string {
  if (isShop(tile, square)) return say('painter.tool.shop');
  if (hasEscalator(tile, square)) return say('play.thing.escalator');
  if (tile.starts.includes(square)) return say('painter.tool.start');
  const feature = tile.features[square] ?? null;
  if (feature === null) return say('painter.floor');
  return 'hero' in feature
    ? say(`play.thing.${feature.type}`, { hero: heroName(feature.hero) })
    : say(`play.thing.${feature.type}`);
}
