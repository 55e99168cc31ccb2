/**
 * `/api/hourglass/CODE`: several phones share one hourglass. GET reads it or waits for news, PUT sends a press.
 * Nothing is stored. Each server counts the requests of an address by itself, also in a cluster.
 */
import type { IncomingMessage } from 'node:http';
import { isCode, readSharedHourglass, type SharedHourglass } from '@hush/protocol';
import {
  type GlassAccess,
  type GlassAnswer,
  type GlassProblem,
  GlassUsers,
} from '../stores/shared-hourglasses.ts';
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
/**
 * The limit of hourglasses that one address may create. It is high, because after a restart of the server all phones send
 * their hourglasses at once.
 */
const CREATIONS = { burst: 60, perSecond: 60 / 3600 };

export function hourglassRoutes(world: HttpWorld): readonly HttpRoute[] {
  const users = new GlassUsers();
  const forCode =
    (answer: (code: string, ...asked: Parameters<RouteAnswer>) => Reply | Promise<Reply>): RouteAnswer =>
    asked => {
      const code = (asked.params[0] ?? '').toUpperCase();
      return isCode('hourglass', code)
        ? answer(code, asked)
        : jsonError('unknown', 'This is not the code of an hourglass.');
    };
  const put = putting(world, users);
  return [
    {
      path: /^\/api\/hourglass\/(.*)$/,
      methods: {
        GET: forCode((code, { request, address }) => readGlass(world, users, { code, request, address })),
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
  users: GlassUsers,
  { code, request, address }: GlassRequest,
): Promise<Reply> {
  // The limit is checked first: if the reply depended on whether the hourglass exists, guessing codes would not be
  // limited.
  const isUser = users.has(code, address);
  const refused = isUser ? null : refuseGuess(world, address);
  if (refused !== null) return refused;
  const after = queryOf(request).get('after');
  // Even for a long poll the server first asks whether the hourglass exists, so that a guess is answered at once and
  // counted.
  const first = await world.glasses.ask(code, { ask: 'look' }, () => undefined);
  const late = isUser ? null : refuseGuess(world, address);
  if (late !== null) return late;
  if ('problem' in first) {
    if (first.problem === 'unknown') {
      users.forget(code);
      world.wrongCodes.missed(address);
    }
    return problemReply(world, first.problem);
  }
  users.add(code, address);
  return replyTo(world, after === null ? first : await newsOf(world.glasses, request, { code, after }));
}

/** A long poll: it ends with news, after a timeout, or when the sender disconnects. */
async function newsOf(
  glasses: GlassAccess,
  { socket }: IncomingMessage,
  { code, after }: { readonly code: string; readonly after: string },
): Promise<GlassAnswer> {
  let stop = (): void => undefined;
  try {
    return await glasses.ask(code, { ask: 'news', after }, hangUp => {
      stop = hangUp;
      socket.once('close', stop);
    });
  } finally {
    socket.off('close', stop);
  }
}

function putting(
  world: HttpWorld,
  users: GlassUsers,
): (code: string, request: IncomingMessage, address: string) => Promise<Reply> {
  const creations = routeLimit(world, 'hourglasses', CREATIONS);
  return async (code, request, address) => {
    const body = await readJsonBody(request, world.config.origins, LARGEST);
    if (!body.ok) return body.error;
    const read = readSharedHourglass(parsed(body.value));
    if (!read.ok) return jsonError('malformed', read.error);
    // A request counts the same whether the hourglass exists or not, until the address has shown that it knows the
    // code.
    const refused = users.has(code, address) ? null : creations.refuse(address);
    if (refused !== null) return refused;
    const answer = await world.glasses.ask(code, { ask: 'put', glass: read.value }, () => undefined);
    if ('glass' in answer) users.add(code, address);
    return replyTo(world, answer);
  };
}

const replyTo = (world: HttpWorld, answer: GlassAnswer): Reply =>
  'glass' in answer ? shown(answer.glass) : problemReply(world, answer.problem);

function problemReply(world: HttpWorld, problem: GlassProblem): Reply {
  switch (problem) {
    case 'unknown':
      return jsonError('unknown', 'There is no such hourglass.');
    case 'too-many':
      return tooMany(world, 'hourglasses', 10);
    case 'jump':
      return jsonError('malformed', '"n" is too far above the last press of this hourglass.');
    case 'unavailable':
      return jsonError('unavailable', 'The hourglass cannot be reached right now.');
  }
}

const shown = (glass: SharedHourglass): Reply => jsonReply(200, { ...glass, left: Math.round(glass.left) });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
