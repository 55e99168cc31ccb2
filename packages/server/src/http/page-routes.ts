/** The built page: one file for every screen, the hourglass page, and a page for links that lead nowhere. */
import type { IncomingMessage } from 'node:http';
import { plainHome } from './html.ts';
import { fileReply, htmlError, pageReply, type Reply } from './reply.ts';
import { exactly, type HttpRoute, type HttpWorld } from './router.ts';

const SCREENS = ['/', '/practice', '/introduction', '/campaign', '/workshop', '/crews'];
/** The page asks for the scenario or the record itself. */
const SCENARIO = /^\/s\/\w{1,40}$/;
const REPLAY = /^\/replay(?:\/\w{1,40}){0,2}$/;

export const pageRoutes = (world: HttpWorld): readonly HttpRoute[] => [
  ...[...SCREENS.map(exactly), SCENARIO, REPLAY].map(
    (path): HttpRoute => ({ path, methods: { GET: ({ request }) => homePage(world, request) } }),
  ),
  {
    path: exactly('/hourglass'),
    methods: { GET: ({ request }) => builtPage(world, request, '/hourglass.html') },
  },
  {
    path: exactly('/board'),
    methods: {
      GET: ({ request }) =>
        world.config.board ? homePage(world, request) : lostPage(world, 'This server has no board.'),
    },
  },
];

export const homePage = (world: HttpWorld, request: IncomingMessage): Reply =>
  builtPage(world, request, '/index.html');

function builtPage({ files }: HttpWorld, request: IncomingMessage, name: string): Reply {
  const page = files.get(name);
  return page === undefined ? pageReply(200, plainHome()) : fileReply(request, page);
}

/** A link that leads nowhere: the built page says so in the reader's language and offers a way on. */
export function lostPage({ files }: HttpWorld, sentence: string): Reply {
  const page = files.get('/index.html');
  return page === undefined ? htmlError(404, sentence) : pageReply(404, page.body.toString());
}

/** 404; people get the built page, programs a short one. */
export function nothingHere(world: HttpWorld, path: string): Reply {
  const sentence = 'There is nothing here.';
  const isForPeople = !path.startsWith('/api/') && !path.startsWith('/ws') && !/[.]\w+$/.test(path);
  return isForPeople ? lostPage(world, sentence) : htmlError(404, sentence);
}
