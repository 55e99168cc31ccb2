/** The next tile when the stack is face up (SC-8b), and the drawn tile that waits to be laid (EX-3d). */
import { type Game, tileNumbered } from '@hush/rules';
import type { JSX } from 'preact';
import { tileAddress } from '../board/tile-picture.ts';
import { say } from '../i18n/catalogs.ts';

/** The picture of a tile without neighbours: its openings are drawn as doors and its arrow as open. */
function addressOf(game: Game, number: number): string | null {
  const drawing = tileNumbered(game, number);
  if (drawing === undefined) return null;
  return tileAddress({
    drawing,
    turn: 0,
    faces: drawing.openings.map(opening => {
      if (opening === null) return 'wall';
      return opening === 'arrow' ? 'open' : 'door';
    }),
    lamps: [false, false, false, false],
    outOfOrder: [],
    mood: {
      alarm: game.theft,
      noVortex: game.rules.noVortex,
      shows: {
        passages: game.rules.dwarfPassages,
        balls: game.rules.crystalBall,
        cameras: game.rules.cameras,
        loudspeakers: game.rules.elfTalk,
      },
    },
  });
}

export function NextTile({ game }: { readonly game: Game }): JSX.Element | null {
  const number = game.stack.next;
  const address = number === null ? null : addressOf(game, number);
  if (number === null || address === null) return null;
  return (
    <figure class="panel next-tile">
      <img src={address} alt={say('game.nextTileNumber', { n: number })} width={104} height={104} />
      <figcaption>{say('game.nextTile')}</figcaption>
    </figure>
  );
}
