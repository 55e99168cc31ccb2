/**
 * `/api/heist`: the letter of a day and its opening, tables that play it, published results, and the proof of past days
 * (PR-150). The server's date decides which heist is today's.
 */
import {
  dateOfDay,
  dayIn,
  type HeistLetter,
  type HeistNews,
  type HeistPost,
  type HeistProof,
  heistResultOf,
  LONGEST_HEIST_RECORD,
  readHeistPost,
  type TableWish,
} from '@hush/protocol';
import { auditing, deviations, err, type Game, ok, parsingRecord, type Result } from '@hush/rules';
import { SerialQueue } from '../limits/serial-queue.ts';
import { timeSliced } from '../limits/time-slice.ts';
import type { NoHeist } from '../stores/heist-store.ts';
import type { LookupError } from '../stores/lookup-error.ts';
import { jsonError, jsonReply, type Reply, textReply } from './reply.ts';
import { bearerOf, readJsonBody } from './request.ts';
import {
  exactly,
  type HttpRoute,
  type HttpWorld,
  RETRY_SOON,
  type RouteAnswer,
  type RouteRequest,
  routeLimit,
} from './router.ts';
import { openingDealt } from './table-routes.ts';

const LARGEST_POST = 2 * LONGEST_HEIST_RECORD;
const READINGS = { burst: 60, perSecond: 2 };
/** The limit of requests that replay a whole game. */
const POSTS = { burst: 10, perSecond: 10 / 3600 };
const MOST_WAITING = 20;

const refusal = (why: NoHeist): Reply => {
  if (why === 'sealed') return jsonError('unknown', 'This letter stays sealed until its day comes.');
  if (why === 'unknown') return jsonError('unknown', 'There is no heist for this day.');
  if (why === 'quarantined') return jsonError('quarantined', 'The heist for this day is damaged.');
  const sentence =
    why === 'undrawn'
      ? "The public beacon has not published today's number yet; please try again."
      : 'The server cannot look that up right now; please try again.';
  return jsonError('unavailable', sentence, RETRY_SOON);
};

const letterOf = ({ day, scenario, tiles, par, certified }: HeistProof): HeistLetter => ({
  day,
  scenario,
  tiles,
  par,
  certified,
});

/** The day in a path; Infinity if the text is not a date, so that it counts as a future day. */
const dayOf = ({ params: [text = ''] }: RouteRequest): number => dayIn(text) ?? Number.POSITIVE_INFINITY;

export function heistRoutes(world: HttpWorld): readonly HttpRoute[] {
  const { heists } = world;
  const readings = routeLimit(world, 'heists', READINGS);
  /** Wraps a handler of requests about a day; days without a deal are answered here. */
  const forDeal =
    (answer: (deal: HeistProof, asked: RouteRequest) => Reply | Promise<Reply>): RouteAnswer =>
    async asked => {
      const refused = readings.refuse(asked.address);
      if (refused !== null) return refused;
      const deal = await heists.deal(dayOf(asked));
      return deal.ok ? answer(deal.value, asked) : refusal(deal.error);
    };
  const at = (more: string): RegExp => new RegExp(`^/api/heist/(\\d{4}-\\d{2}-\\d{2})${more}$`);
  return [
    {
      path: exactly('/api/heist'),
      methods: { GET: asked => forDeal(showNews(world))({ ...asked, params: [dateOfDay(heists.today)] }) },
    },
    { path: at(''), methods: { GET: forDeal(showNews(world)) } },
    // For a game in the page itself, the reply has the seed of the deal. The link of the seed chain stays secret
    // until the day is over.
    {
      path: at('/deal'),
      methods: {
        GET: forDeal(({ link: _, beacon: __, ...deal }) => jsonReply(200, deal)),
      },
    },
    {
      path: at('/proof'),
      methods: {
        GET: forDeal(deal =>
          deal.day === dateOfDay(heists.today)
            ? jsonError('unknown', 'The proof of a day is published when the day is over.')
            : jsonReply(200, deal),
        ),
      },
    },
    { path: at('/tables'), methods: { POST: openingDealt(world, asked => heistWish(world, asked)) } },
    {
      path: at('/results/(\\d{1,6})/tables'),
      methods: { POST: openingDealt(world, asked => ghostWish(world, asked)) },
    },
    {
      path: at('/results'),
      methods: {
        GET: forDeal(async (_, asked) => {
          const found = await heists.results(dayOf(asked));
          return found.ok ? jsonReply(200, { results: found.value }) : refusal(found.error);
        }),
        POST: postingResults(world),
      },
    },
    { path: at('/results/(\\d{1,6})'), methods: { DELETE: withdrawing(world) } },
    {
      path: at('/results/(\\d{1,6})/record'),
      methods: {
        GET: forDeal(async (_, asked) => {
          const found = await heists.ghost(dayOf(asked), Number(asked.params[1]));
          return found.ok ? textReply(200, found.value) : refusal(found.error);
        }),
      },
    },
  ];
}

const showNews =
  ({ heists }: HttpWorld) =>
  async (deal: HeistProof): Promise<Reply> => {
    const chain = await heists.chainOf(dayIn(deal.day) ?? 0);
    if (!chain.ok) return refusal(chain.error);
    const news: HeistNews = { today: dateOfDay(heists.today), letter: letterOf(deal), chain: chain.value };
    return jsonReply(200, news);
  };

/** The wish of a table whose games all have the deal of a day. */
async function heistWish({ heists }: HttpWorld, asked: RouteRequest): Promise<Result<TableWish, Reply>> {
  const deal = await heists.deal(dayOf(asked));
  if (!deal.ok) return err(refusal(deal.error));
  const { scenario, seed, day } = deal.value;
  return ok({ scenario, heist: day, seed });
}

/**
 * The wish of a table with the deal of a day, together with the run of a result line as ghosts; a refusal if the run's
 * crew does not allow that.
 */
async function ghostWish(world: HttpWorld, asked: RouteRequest): Promise<Result<TableWish, Reply>> {
  const wish = await heistWish(world, asked);
  if (!wish.ok) return wish;
  const no = Number(asked.params[1]);
  const run = await world.heists.ghost(dayOf(asked), no);
  return run.ok ? ok({ ...wish.value, ghost: String(no) }) : err(refusal(run.error));
}

function postingResults(world: HttpWorld): RouteAnswer {
  const posts = routeLimit(world, 'heist-results', POSTS);
  const queue = new SerialQueue(MOST_WAITING);
  return async asked => {
    const body = await readJsonBody(asked.request, world.config.origins, LARGEST_POST);
    if (!body.ok) return body.error;
    const post = readHeistPost(body.value);
    if (!post.ok) return jsonError('malformed', post.error);
    const refused = posts.refuse(asked.address);
    if (refused !== null) return refused;
    return showResult(world, queue, dayOf(asked), post.value);
  };
}

async function showResult(
  world: HttpWorld,
  queue: SerialQueue,
  day: number,
  post: HeistPost,
): Promise<Reply> {
  const { heists } = world;
  if (day !== heists.today) return jsonError('closed', 'The list for this day is closed.');
  const deal = await heists.deal(day);
  if (!deal.ok) return refusal(deal.error);
  const proving = queue.take(() => proven(world, post.record, deal.value));
  if (proving === null)
    return jsonError('unavailable', 'Too many results are arriving at once; please try again.', RETRY_SOON);
  const game = await proving;
  if (game === null) return jsonError('not-proven', 'This is not a finished game of this heist.');
  const shown = await heists.show(day, post, heistResultOf(game));
  return shown.ok ? jsonReply(201, { no: shown.value }) : notShown(shown.error);
}

function notShown(why: LookupError | 'known' | 'full'): Reply {
  if (why === 'known') return jsonError('known', 'This game is already listed.');
  return why === 'full' ? jsonError('full', 'The list for this day is full.') : refusal(why);
}

/** Returns the finished game of a record; null unless the record is proven and the game has this deal. */
async function proven({ clock }: HttpWorld, record: string, deal: HeistProof): Promise<Game | null> {
  const events = await timeSliced(parsingRecord(record), clock);
  if (!events.ok) return null;
  const last = events.value.at(-1);
  if (last?.type !== 'seedRevealed' || last.seed !== deal.seed) return null;
  // a game that continues an earlier one is no first try (GB-4c)
  if (events.value.some(({ type }) => type === 'playedOn')) return null;
  const game = await timeSliced(auditing(events.value), clock);
  if (!game.ok) return null;
  const { setUp, status } = game.value;
  const isOurs =
    setUp.scenario === deal.scenario && setUp.chosen.length === 0 && deviations(setUp).length === 0;
  return isOurs && (status === 'won' || status === 'lost') ? game.value : null;
}

const withdrawing =
  (world: HttpWorld): RouteAnswer =>
  async asked => {
    const gone = await world.heists.withdraw(dayOf(asked), Number(asked.params[1]), bearerOf(asked.request));
    return gone === 'gone' ? jsonReply(200, {}) : refusal(gone);
  };
