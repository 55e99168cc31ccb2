/** All tiles of the set as small pictures: custom tiles first, then the printed tiles, which can also be changed. */
import { STANDARD_TILES, sketchTiles, type TileSheet } from '@hush/rules';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { TilePicture } from '../painter/tile-card.tsx';
import { chooseTile, deskSheet, nextNumber, onDesk, sketches } from './desk.ts';

const PRINTED: ReadonlyMap<string, string> = new Map(
  sketchTiles(STANDARD_TILES).sheets.map(({ id, tile }) => [id, JSON.stringify(tile)]),
);

/** Whether this tile differs from the printed one. */
const isOwn = ({ id, tile }: TileSheet): boolean => PRINTED.get(id) !== JSON.stringify(tile);

export function TileShelf(): JSX.Element {
  const { sheets } = sketches.value;
  const sorted = useMemo(() => [...sheets.filter(isOwn), ...sheets.filter(sheet => !isOwn(sheet))], [sheets]);
  const isNew = deskSheet.value === null;
  return (
    <div class="tile-shelf">
      <h2>{say('painter.myTiles')}</h2>
      <ul>
        <li>
          <button
            type="button"
            class={`shelf-tile ${isNew ? 'on' : ''}`}
            aria-label={say('painter.newTile')}
            aria-pressed={isNew}
            disabled={nextNumber.value === null}
            onClick={() => chooseTile('')}
          >
            <Icon name="plus" size={24} />
          </button>
        </li>
        {sorted.map(sheet => (
          <li key={sheet.id}>
            <button
              type="button"
              class={`shelf-tile ${sheet.id === onDesk.value ? 'on' : ''}`}
              aria-label={say('painter.tileNamed', { id: sheet.id, name: sheet.tile.name })}
              aria-pressed={sheet.id === onDesk.value}
              onClick={() => chooseTile(sheet.id)}
            >
              <TilePicture tile={sheet.tile} />
              <b aria-hidden="true">{sheet.id}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
