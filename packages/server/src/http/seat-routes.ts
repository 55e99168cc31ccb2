/**
 * `/api/tables/CODE/seat`: the data that the server stores about one seat, as a file, and the deletion of its name (PR-182).
 * The request needs the seat's token; a wrong code or token counts as a guess.
 */
import { forgetSeatName, matchPath, type SeatData, seatDataOf, seatKeyOf } from '@hush/protocol';
import { err, type Result } from '@hush/rules';
import { SerialQueue } from '../limits/serial-queue.ts';
import { attachmentReply, jsonError, jsonReply, type Reply } from './reply.ts';
import { bearerOf } from './request.ts';
import {
  type HttpRoute,
  type HttpWorld,
  RETRY_SOON,
  type RouteRequest,
  refuseGuess,
  routeLimit,
} from './router.ts';
import { WHY_NO_TABLE } from './table-routes.ts';

/** The limit of requests that read the whole log of a table. */
const SEATS = { burst: 10, perSecond: 0.1 };
/** Only one log is read at a time, so that games are not slowed down; this many further requests may wait. */
const MOST_WAITING = 50;

function seatPath(path: string): readonly string[] | null {
  const code = matchPath('/api/tables/:table/seat', path)?.table;
  return code === undefined ? null : [code];
}

export function seatRoutes(world: HttpWorld): readonly HttpRoute[] {
  const desk = new SeatRequests(world);
  return [
    {
      path: seatPath,
      methods: { GET: asked => desk.download(asked), DELETE: asked => desk.forget(asked) },
    },
  ];
}

type WhyNot = Extract<Awaited<ReturnType<typeof seatDataOf>>, { readonly ok: false }>['error'] | 'busy';

class SeatRequests {
  readonly #world: HttpWorld;
  readonly #limit: ReturnType<typeof routeLimit>;
  readonly #queue = new SerialQueue(MOST_WAITING);

  constructor(world: HttpWorld) {
    this.#world = world;
    this.#limit = routeLimit(world, 'seats', SEATS);
  }

  async download(asked: RouteRequest): Promise<Reply> {
    const { journal } = this.#world;
    const found = await this.#take(asked, (code, key) => seatDataOf(code, journal, key));
    return 'status' in found ? found : attachmentReply(fileOf(found.value), 'hush-seat.json', JSON_TYPE);
  }

  async forget(asked: RouteRequest): Promise<Reply> {
    const { journal } = this.#world;
    const gone = await this.#take(asked, (code, key) => forgetSeatName(code, journal, key));
    return 'status' in gone ? gone : jsonReply(200, { forgotten: true });
  }

  async #take<T>(
    { request, address, params: [code = ''] }: RouteRequest,
    work: (code: string, key: string) => Promise<Result<T, WhyNot>>,
  ): Promise<Reply | { readonly value: T }> {
    const refused = refuseGuess(this.#world, address) ?? this.#limit.refuse(address);
    if (refused !== null) return refused;
    const waiting = this.#queue.take(() => work(code, seatKeyOf(bearerOf(request))));
    const result = waiting === null ? err('busy' as const) : await waiting;
    return result.ok ? result : (refuseGuess(this.#world, address) ?? this.#refusal(result.error, address));
  }

  #refusal(why: WhyNot, address: string): Reply {
    if (why === 'unknown' || why === 'no-seat') {
      this.#world.wrongCodes.missed(address);
      return why === 'unknown'
        ? jsonError('no-table', WHY_NO_TABLE.unknown)
        : jsonError('not-yours', 'This token does not belong to a seat at this table.');
    }
    if (why !== 'busy' && why.type === 'corrupt') return jsonError('quarantined', WHY_NO_TABLE.quarantined);
    if (why !== 'busy' && why.type === 'newer') return jsonError('newer', WHY_NO_TABLE.newer);
    return jsonError('unavailable', WHY_NO_TABLE.unavailable, RETRY_SOON);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

const fileOf = (data: SeatData): string => `${JSON.stringify(data, null, 2)}\n`;
