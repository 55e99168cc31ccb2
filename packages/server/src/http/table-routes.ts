/** `POST /api/tables` opens a table, `/t/CODE` is its page, `/t/CODE/record` its last finished game (GB-3b). */
import {
  lastGameOf,
  matchPath,
  type ReadError,
  readNewTable,
  type TableWish,
  wishProblem,
  writingGame,
} from '@hush/protocol';
import { err, type Result, withoutTileComments } from '@hush/rules';
import { SerialQueue } from '../limits/serial-queue.ts';
import { timeSliced } from '../limits/time-slice.ts';
import type { TableLookupError } from '../tables/open-table.ts';
import { plainTable, previewOf, withPreview } from './html.ts';
import { lostPage } from './page-routes.ts';
import { pictureIn } from './picture-routes.ts';
import {
  attachmentReply,
  htmlError,
  jsonError,
  jsonProblem,
  jsonReply,
  pageReply,
  type Reply,
  textReply,
} from './reply.ts';
import { ownOrigin, readJsonBody } from './request.ts';
import {
  exactly,
  type HttpRoute,
  type HttpWorld,
  hourlyLimit,
  RETRY_SOON,
  type RouteAnswer,
  type RouteRequest,
  refuseGuess,
  routeLimit,
  screenPath,
} from './router.ts';

/** The largest accepted body; the longest valid one is a wish with its own tile set. */
const LARGEST_WISH = 64 * 1024;
const RECORDS = { burst: 20, perSecond: 0.5 };
/** Only one record is read at a time, so that games are not slowed down; this many further requests may wait. */
const MOST_WAITING = 50;

function recordPath(path: string): readonly string[] | null {
  const code = matchPath('/t/:table/record', path)?.table;
  return code === undefined ? null : [code];
}

export const tableRoutes = (world: HttpWorld): readonly HttpRoute[] => [
  { path: exactly('/api/tables'), methods: { POST: openingTables(world) } },
  {
    path: screenPath('table'),
    methods: { GET: asked => tablePage(world, asked) },
  },
  { path: recordPath, methods: { GET: readingRecords(world) } },
];

function openingTables(world: HttpWorld): RouteAnswer {
  const { config } = world;
  const creations = hourlyLimit(world, 'creations');
  return async ({ request, address }) => {
    const body = await readJsonBody(request, config.origins, LARGEST_WISH);
    if (!body.ok) return body.error;
    const asked = readNewTable(body.value);
    if (!asked.ok) return jsonError('malformed', asked.error);
    // Wishes that cannot be set up count for the limit, too, because checking them is expensive.
    const refused = creations.refuse(address);
    if (refused !== null) return refused;
    const problem = wishProblem(asked.value.wish);
    if (problem !== null) return jsonProblem('bad-setup', problem);
    return openTable(world, withPlainTiles(asked.value.wish));
  };
}

/** Opens a table and answers 201 with its code. */
async function openTable(world: HttpWorld, wish: TableWish): Promise<Reply> {
  const made = await world.tables.create(wish);
  if (!made.ok && made.error === 'no-room') world.refusals.full('HUSH_MAX_TABLES');
  if (!made.ok) return jsonError(made.error, WHY_NO_TABLE[made.error], RETRY_SOON);
  return jsonReply(201, { code: made.value }, { location: `/t/${made.value}` });
}

/** Opens tables whose deal is given: that of a heist, or of an earlier game. `wishOf` finds the wish, or a refusal. */
export function openingDealt(
  world: HttpWorld,
  wishOf: (asked: RouteRequest) => Promise<Result<TableWish, Reply>>,
): RouteAnswer {
  const creations = hourlyLimit(world, 'creations');
  return async asked => {
    const refused = creations.refuse(asked.address);
    if (refused !== null) return refused;
    const wish = await wishOf(asked);
    return wish.ok ? openTable(world, wish.value) : wish.error;
  };
}

/**
 * Removes the comments from a wish's tile drawings, because the wish is sent to everybody who connects. A shared
 * scenario keeps its comments.
 */
const withPlainTiles = (wish: TableWish): TableWish =>
  wish.tiles === undefined ? wish : { ...wish, tiles: withoutTileComments(wish.tiles) };

export const WHY_NO_TABLE: Readonly<Record<TableLookupError, string>> = {
  unknown: 'There is no such table.',
  quarantined: 'This table is damaged and has been set aside.',
  'no-room': 'All tables on this server are in use; please try again later.',
  unavailable: 'The server cannot save anything right now; please try again.',
  newer: 'This table was written by a newer version of Hush than the one running here.',
  closed: 'The people who run this server have closed this table.',
  'read-only': 'The server is under maintenance: nothing can be changed for a while.',
  draining: 'The server is about to restart; please try again in a moment.',
};

async function tablePage(
  world: HttpWorld,
  { request, params: [code = ''], address: client }: RouteRequest,
): Promise<Reply> {
  const refused = refuseGuess(world, client);
  if (refused !== null) return refused;
  const seen = world.moderation.isClosed(code) ? err('closed' as const) : await world.tables.peek(code);
  const late = refuseGuess(world, client);
  if (late !== null) return late;
  if (!seen.ok) return noTablePage(world, seen.error, client);
  const page = world.files.get('/index.html');
  const address = `${ownOrigin(request, world.config)}/t/${code}`;
  const preview = previewOf(seen.value, await pictureIn(world, seen.value, address));
  if (page === undefined) return pageReply(200, plainTable(code, preview));
  return pageReply(200, withPreview(page.body.toString(), preview));
}

function noTablePage(world: HttpWorld, why: TableLookupError, address: string): Reply {
  if (why === 'quarantined' || why === 'closed' || why === 'newer') return htmlError(410, WHY_NO_TABLE[why]);
  if (why !== 'unknown')
    return htmlError(503, 'The server cannot look that up right now; please try again.', RETRY_SOON);
  world.wrongCodes.missed(address);
  return lostPage(
    world,
    'There is no such table. Perhaps the code was mistyped, or nobody has visited it for a long time.',
  );
}

function readingRecords(world: HttpWorld): RouteAnswer {
  const records = routeLimit(world, 'records', RECORDS);
  const queue = new SerialQueue(MOST_WAITING);
  return async ({ params: [code = ''], address }) => {
    const refused = refuseGuess(world, address) ?? records.refuse(address);
    if (refused !== null) return refused;
    const reading = queue.take(() => readRecord(world, code));
    const record = reading === null ? err('busy' as const) : await reading;
    const late = refuseGuess(world, address);
    if (late !== null) return late;
    if (record.ok) return attachmentReply(record.value, 'hush-game.txt');
    if (record.error === 'unknown') world.wrongCodes.missed(address);
    const [status, sentence] = WHY_NO_RECORD[record.error];
    return textReply(status, `${sentence}\n`, undefined, status === 503 ? RETRY_SOON : {});
  };
}

const WHY_NO_RECORD = {
  'no-game': [409, 'No game has finished at this table yet; its record will be here once one has.'],
  unknown: [404, 'There is no such table.'],
  corrupt: [410, 'This table is damaged and has been set aside.'],
  busy: [503, 'The record cannot be read right now; please try again.'],
} as const;

async function readRecord(
  { journal, clock }: HttpWorld,
  code: string,
): Promise<Result<string, keyof typeof WHY_NO_RECORD>> {
  const game = await lastGameOf(code, journal);
  if (!game.ok) return err(typeof game.error === 'string' ? game.error : whyUnread(game.error));
  const written = await timeSliced(writingGame(game.value), clock);
  return written.ok ? written : err('corrupt');
}

const whyUnread = ({ type }: ReadError): 'corrupt' | 'busy' => (type === 'corrupt' ? 'corrupt' : 'busy');
