/**
 * `/t/CODE/board.png`: the picture in the preview of a table's link, which shows the board at the end of the last game
 * (PR-153). It is painted on request, one at a time, and cached; a table without spectators has none.
 */
import { matchPath, type TableState } from '@hush/protocol';
import { type Game, isOver } from '@hush/rules';
import { SerialQueue } from '../limits/serial-queue.ts';
import { PictureCache } from '../preview/kept-pictures.ts';
import type { Preview } from './html.ts';
import { htmlError, type Reply } from './reply.ts';
import { type HttpRoute, type HttpWorld, RETRY_SOON, refuseGuess, routeLimit } from './router.ts';

const PICTURES = { burst: 20, perSecond: 0.5 };
const MOST_WAITING = 20;
/** The cache header of a picture: browsers may cache it, because its address contains the number of the game. */
const KEPT = 'public, max-age=3600';

function picturePath(path: string): readonly string[] | null {
  const code = matchPath('/t/:table/board.png', path)?.table;
  return code === undefined ? null : [code];
}

/** Returns the game whose end may be shown to everybody who has the link; null if there is none. */
function gameShown(table: TableState | null): Game | null {
  const game = table?.game ?? null;
  return game !== null && isOver(game) && table?.unwatched !== true ? game : null;
}

/**
 * Whether the table plays or played the heist of a day whose deal must stay secret. The host may have wished for
 * another game since, but the board would still reveal the deal.
 */
const isSealed = async ({ heists }: HttpWorld, { wish }: TableState, { setUp }: Game): Promise<boolean> =>
  wish.heist !== undefined || (await heists.isTodays(setUp.commitment));

/**
 * The picture of a table for the preview of its link. The address contains the number of the game, so that caches fetch each
 * new picture.
 */
export async function pictureIn(
  world: HttpWorld,
  table: TableState | null,
  address: string,
): Promise<Preview['picture'] | null> {
  const game = gameShown(table);
  if (table === null || game === null) return null;
  const isLetter = await isSealed(world, table, game);
  const shows = isLetter ? 'A sealed letter.' : 'The mall as the last game ended.';
  return { address: `${address}/board.png?game=${table.games}`, shows };
}

export function pictureRoutes(world: HttpWorld): readonly HttpRoute[] {
  const limit = routeLimit(world, 'pictures', PICTURES);
  const queue = new SerialQueue(MOST_WAITING);
  const pictures = new PictureCache();
  const paint = async (table: TableState | null): Promise<Reply> => {
    const game = gameShown(table);
    if (table === null || game === null) return htmlError(404, 'No game has finished at this table yet.');
    const body = await pictures.of(game, { isHeist: await isSealed(world, table, game) });
    return { status: 200, headers: { 'cache-control': KEPT, 'content-type': 'image/png' }, body };
  };
  return [
    {
      path: picturePath,
      methods: {
        GET: async ({ params: [code = ''], address }) => {
          const refused = refuseGuess(world, address) ?? limit.refuse(address);
          if (refused !== null) return refused;
          if (world.moderation.isClosed(code)) return htmlError(410, 'This table is closed.');
          const seen = await world.tables.peek(code);
          const late = refuseGuess(world, address);
          if (late !== null) return late;
          if (!seen.ok && seen.error === 'unknown') world.wrongCodes.missed(address);
          if (!seen.ok) return htmlError(404, 'There is no such picture.');
          return queue.take(() => paint(seen.value)) ?? htmlError(503, 'Please try again.', RETRY_SOON);
        },
      },
    },
  ];
}
