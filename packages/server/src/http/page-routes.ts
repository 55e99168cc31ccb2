/** Routes of the built page: one file for all screens, the page of the hourglass, and a page for unknown links. */
import type { IncomingMessage } from 'node:http';
import { screenAt } from '@hush/protocol';
import { plainHome } from './html.ts';
import { fileReply, htmlError, pageReply, type Reply } from './reply.ts';
import type { HttpRoute, HttpWorld } from './router.ts';

/**
 * Matches the addresses of all screens that have no route of their own; it is tried after the routes of tables and
 * books. The page then requests its data.
 */
function pagePath(path: string): readonly string[] | null {
  const found = screenAt(path);
  return found === null ? null : [found.name, found.page];
}

export const pageRoutes = (world: HttpWorld): readonly HttpRoute[] => [
  {
    path: pagePath,
    methods: {
      GET: ({ request, params: [name, page = ''] }) =>
        name === 'board' && !world.config.board
          ? lostPage(world, 'This server has no list of best crews.')
          : builtPage(world, request, page),
    },
  },
];

export const homePage = (world: HttpWorld, request: IncomingMessage): Reply | Promise<Reply> =>
  builtPage(world, request, '/index.html');

function builtPage({ files }: HttpWorld, request: IncomingMessage, name: string): Reply | Promise<Reply> {
  const page = files.get(name);
  return page === undefined ? pageReply(200, plainHome()) : fileReply(request, page);
}

/** The reply to an unknown link: the built page says so in the reader's language and offers links. */
export function lostPage({ files }: HttpWorld, sentence: string, status = 404): Reply {
  const page = files.get('/index.html');
  return page === undefined ? htmlError(status, sentence) : pageReply(status, page.body.toString());
}

/** The reply 404: people get the built page, programs a short text. */
export function nothingHere(world: HttpWorld, path: string): Reply {
  const sentence = 'There is nothing here.';
  const isForPeople = !path.startsWith('/api/') && !path.startsWith('/ws') && !/[.]\w+$/.test(path);
  return isForPeople ? lostPage(world, sentence) : htmlError(404, sentence);
}
