/**
 * `/api/hourglass/CODE`: several phones share one hourglass. GET reads it or waits for news, PUT sends a press. Nothing is
 * stored.
 */
import type { IncomingMessage } from 'node:http';
import { isCode, readSharedHourglass, type SharedHourglass } from '@hush/protocol';
import { Hourglasses } from '../stores/shared-hourglasses.ts';
import { jsonError, jsonReply, type Reply } from './reply.ts';
import { queryOf, readJsonBody } from './request.ts';
import {
  type HttpRoute,
  type HttpWorld,
  type RouteAnswer,
  refuseGuess,
  routeLimit,
  tooMany,
} from './router.ts';

const LARGEST = 512;
/** The limit of new hourglasses of one address; after a restart of the server all phones send theirs at once. */
const CREATIONS = { burst: 60, perSecond: 60 / 3600 };

export function hourglassRoutes(world: HttpWorld): readonly HttpRoute[] {
  const glasses = new Hourglasses(world.clock);
  const forCode =
    (answer: (code: string, ...asked: Parameters<RouteAnswer>) => Reply | Promise<Reply>): RouteAnswer =>
    asked => {
      const code = (asked.params[0] ?? '').toUpperCase();
      return isCode('hourglass', code)
        ? answer(code, asked)
        : jsonError('unknown', 'This is not the code of an hourglass.');
    };
  const put = putting(world, glasses);
  return [
    {
      path: /^\/api\/hourglass\/(.*)$/,
      methods: {
        GET: forCode((code, { request, address }) => readGlass(world, glasses, { code, request, address })),
        PUT: forCode((code, { request, address }) => put(code, request, address)),
      },
    },
  ];
}

interface GlassRequest {
  readonly code: string;
  readonly request: IncomingMessage;
  readonly address: string;
}

async function readGlass(
  world: HttpWorld,
  glasses: Hourglasses,
  { code, request, address }: GlassRequest,
): Promise<Reply> {
  // The limit comes first: a reply that depends on whether the hourglass exists would make the limit useless.
  const refused = glasses.isUsedBy(code, address) ? null : refuseGuess(world, address);
  if (refused !== null) return refused;
  if (!glasses.has(code)) {
    world.wrongCodes.missed(address);
    return jsonError('unknown', 'There is no such hourglass.');
  }
  glasses.usedBy(code, address);
  const tag = queryOf(request).get('after');
  const glass = tag === null ? glasses.look(code) : await newsOf(glasses, request, code, tag);
  return glass === undefined ? tooMany(world, 'hourglasses', 10) : shown(glass);
}

/** A long poll: it ends with news, after a timeout, or when the sender disconnects. */
async function newsOf(
  glasses: Hourglasses,
  { socket }: IncomingMessage,
  code: string,
  tag: string,
): Promise<SharedHourglass | undefined> {
  let stop = (): void => undefined;
  try {
    return await glasses.news(code, tag, hangUp => {
      stop = hangUp;
      socket.once('close', stop);
    });
  } finally {
    socket.off('close', stop);
  }
}

function putting(
  world: HttpWorld,
  glasses: Hourglasses,
): (code: string, request: IncomingMessage, address: string) => Promise<Reply> {
  const creations = routeLimit(world, 'hourglasses', CREATIONS);
  return async (code, request, address) => {
    const body = await readJsonBody(request, world.config.origins, LARGEST);
    if (!body.ok) return body.error;
    const read = readSharedHourglass(parsed(body.value));
    if (!read.ok) return jsonError('malformed', read.error);
    // A request costs the same whether the hourglass exists or not, until the address has proven that it knows the code.
    const refused = glasses.isUsedBy(code, address) ? null : creations.refuse(address);
    if (refused !== null) return refused;
    if (glasses.put(code, read.value) === 'jump')
      return jsonError('malformed', '"n" is too far above the last press of this hourglass.');
    glasses.usedBy(code, address);
    return shown(glasses.look(code) ?? read.value);
  };
}

const shown = (glass: SharedHourglass): Reply => jsonReply(200, { ...glass, left: Math.round(glass.left) });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
