/** Answers to HTTP requests as values: what is said, and only at the end how it is sent. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Objection } from '@hush/protocol';
import { securityHeaders } from './headers.ts';
import { sentencePage } from './html.ts';
import type { StaticFile } from './static-files.ts';

export interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const fresh = { 'cache-control': 'no-store' };

export const jsonReply = (status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Reply => ({
  status,
  headers: { ...fresh, ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

const PLAIN = 'text/plain; charset=utf-8';

export const textReply = (
  status: number,
  body: string,
  type: string = PLAIN,
  headers: OutgoingHttpHeaders = {},
): Reply => ({ status, headers: { ...fresh, ...headers, 'content-type': type }, body });

/** A text to keep as a file. */
export const attachmentReply = (body: string, name: string, type: string = PLAIN): Reply =>
  textReply(200, body, type, { 'content-disposition': `attachment; filename="${name}"` });

export const pageReply = (status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply => ({
  status,
  headers: { ...fresh, ...headers, 'content-type': 'text/html; charset=utf-8' },
  body,
});

/** Why a program is refused over HTTP: one table, which docs/PROTOCOL.md has for people. The sentence says more. */
export const HTTP_REFUSALS = {
  malformed: 400,
  'bad-setup': 400,
  token: 401,
  origin: 403,
  'not-yours': 403,
  unknown: 404,
  'no-table': 404,
  'no-board': 404,
  method: 405,
  'no-game': 409,
  'not-won': 409,
  known: 409,
  full: 409,
  quarantined: 410,
  'too-big': 413,
  'not-json': 415,
  'not-proven': 422,
  'too-many': 429,
  'no-room': 503,
  unavailable: 503,
  draining: 503,
} as const;
export type HttpRefusal = keyof typeof HTTP_REFUSALS;

/** A refusal for a program: a code from one list and a sentence. */
export const jsonError = (error: HttpRefusal, say: string, headers: OutgoingHttpHeaders = {}): Reply =>
  jsonReply(HTTP_REFUSALS[error], { error, say }, headers);

/** The same where a page can say exactly what is wrong in its reader's language (PR-25). */
export const jsonProblem = (error: HttpRefusal, { say, code, rule, values }: Objection): Reply =>
  jsonReply(HTTP_REFUSALS[error], { error, say, problem: { code, rule, values } });

/** A refusal for somebody in front of a browser. */
export const htmlError = (status: number, sentence: string, headers: OutgoingHttpHeaders = {}): Reply =>
  pageReply(status, sentencePage(sentence), headers);

export function fileReply({ headers }: IncomingMessage, file: StaticFile): Reply {
  const { etag, cache, type, gzipped, body } = file;
  const common = { etag, 'cache-control': cache, vary: 'accept-encoding' };
  const known = (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim());
  if (known.includes(etag)) return { status: 304, headers: common, body: '' };
  const packed = gzipped !== undefined && /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  return {
    status: 200,
    headers: { ...common, 'content-type': type, ...(packed ? { 'content-encoding': 'gzip' } : {}) },
    body: packed ? gzipped : body,
  };
}

export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const length = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, {
    ...securityHeaders(request.headers.host),
    ...reply.headers,
    ...(reply.status === 304 ? {} : { 'content-length': length }),
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}
