/** Replies to HTTP requests as values; `send` writes them. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { HTTP_REFUSALS, type HttpRefusal, type InputProblem } from '@hush/protocol';
import { securityHeaders } from './headers.ts';
import { messagePage } from './html.ts';
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

/** A text to download as a file. */
export const attachmentReply = (body: string, name: string, type: string = PLAIN): Reply =>
  textReply(200, body, type, { 'content-disposition': `attachment; filename="${name}"` });

export const pageReply = (status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply => ({
  status,
  headers: { ...fresh, ...headers, 'content-type': 'text/html; charset=utf-8' },
  body,
});

/** A refusal for programs: a code from one list and a sentence. */
export const jsonError = (error: HttpRefusal, say: string, headers: OutgoingHttpHeaders = {}): Reply =>
  jsonReply(HTTP_REFUSALS[error], { error, say }, headers);

/** A refusal with the problem's code and values, so that a page can explain it in the reader's language (PR-25). */
export const jsonProblem = (error: HttpRefusal, { why, code, rule, values }: InputProblem): Reply =>
  jsonReply(HTTP_REFUSALS[error], { error, say: why, problem: { code, rule, values } });

/** A refusal as a page for people. */
export const htmlError = (status: number, sentence: string, headers: OutgoingHttpHeaders = {}): Reply =>
  pageReply(status, messagePage(sentence), headers);

export async function fileReply({ headers }: IncomingMessage, file: StaticFile): Promise<Reply> {
  const { etag, cache, type, body } = file;
  const common = { etag, 'cache-control': cache, vary: 'accept-encoding' };
  const known = (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim());
  if (known.includes(etag)) return { status: 304, headers: common, body: '' };
  const packed = /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) ? await file.gzipped() : undefined;
  return {
    status: 200,
    headers: { ...common, 'content-type': type, ...(packed && { 'content-encoding': 'gzip' }) },
    body: packed ?? body,
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
