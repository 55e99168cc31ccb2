/** What every answer says to a browser beside its content: run nothing but our own files, be framed by nobody, tell nobody the address. */
import type { OutgoingHttpHeaders } from 'node:http';

const HOST = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/** `'self'` covers sockets in browsers of today; older ones want them named. The host comes from outside and is looked at first. */
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
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** A whole answer for a socket that no response object belongs to: a refused upgrade, a request that is no HTTP. */
export function rawAnswer(status: number, say: string): string {
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
