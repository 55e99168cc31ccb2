/**
 * The security headers of every reply: run only our own files, allow no frames, send no referrer. This file also
 * writes replies to sockets without a response object.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Millis } from '@hush/rules';

/** A host header that can be used in a URL. */
export const HOST = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/**
 * The addresses to which a page may connect. `'self'` includes WebSockets in current browsers; older browsers need
 * them listed. The host header is checked before it is used.
 */
function connectSources(host: string | undefined): string {
  return host !== undefined && HOST.test(host) ? `'self' ws://${host} wss://${host}` : "'self'";
}

const policy = (host: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connectSources(host)}`,
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types hush-art hush-solver hush-worker',
  ].join('; ');

export const securityHeaders = (host: string | undefined): OutgoingHttpHeaders => ({
  'content-security-policy': policy(host),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
});

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Content Too Large',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** A complete HTTP reply for a socket without a response object. */
function rawAnswer(status: number, say: string): string {
  const body = `${say}\n`;
  const headers = {
    ...securityHeaders(undefined),
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'text/plain; charset=utf-8',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_TEXTS[status] ?? ''}`, ...lines, '', body].join('\r\n');
}

/** How long a refused socket stays open: if it is closed at once, the reply may be lost. */
const TIME_TO_ANSWER: Millis = 500;

/** Refuses a socket that has no response object, for instance a WebSocket upgrade, and then closes it. */
export function rejectSocket(socket: Duplex, status: number, say: string): void {
  socket.end(rawAnswer(status, say));
  const timer = setTimeout(() => socket.destroy(), TIME_TO_ANSWER).unref();
  socket.once('close', () => clearTimeout(timer));
}
