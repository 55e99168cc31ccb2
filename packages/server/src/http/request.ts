/** What a request brings along: its path, its body up to a limit, and its bearer token. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { err, ok, type Result, sha256 } from '@hush/rules';
import { isOriginAllowed } from '../limits/client-address.ts';
import { HOST } from './headers.ts';
import { jsonError, type Reply } from './reply.ts';

const LONGEST_PATH = 1024;

/** The decoded path, or null for a path that cannot be decoded. */
export function pathOf(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.startsWith('/') || path.length > LONGEST_PATH) return null;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

export const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams =>
  new URLSearchParams(url.split('?', 2)[1]);

/**
 * The address of this server as the sender knows it, for links in pages that the server makes; empty where the host header is none.
 * A proxy that is trusted says whether the sender uses TLS.
 */
export function ownOrigin(
  { headers }: IncomingMessage,
  { origins, trustedProxies }: { readonly origins: readonly string[]; readonly trustedProxies: number },
): string {
  const { host } = headers;
  if (host === undefined || !HOST.test(host)) return '';
  const known = origins.find(origin => origin.endsWith(`//${host}`));
  const isSecure = trustedProxies > 0 && headers['x-forwarded-proto'] === 'https';
  return known ?? `${isSecure ? 'https' : 'http'}://${host}`;
}

/** Compares in time that does not depend on how many characters are right. */
const isSameText = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));

/** The token of an `authorization: Bearer` header; empty without one. */
export const bearerOf = ({ headers }: IncomingMessage): string =>
  /^Bearer ([\w-]{1,100})$/.exec(headers.authorization ?? '')?.[1] ?? '';

export const hasBearer = (request: IncomingMessage, wanted: string): boolean =>
  isSameText(request.headers.authorization ?? '', `Bearer ${wanted}`);

/** The text of a body, or null for one that is too long, of which the rest is not kept. Rejects when the sender hangs up. */
function readBody(request: IncomingMessage, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

/** A page of another origin may read what is public, but it may change nothing. */
export const OTHER_ORIGIN = jsonError('origin', 'Pages of another site may not change anything here.');

/** The JSON body of a request that changes something: the origin is checked first, then the content type, then the size. */
export async function readJsonBody(
  request: IncomingMessage,
  origins: readonly string[],
  most: number,
): Promise<Result<string, Reply>> {
  if (!isOriginAllowed(request, origins)) return err(OTHER_ORIGIN);
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return err(jsonError('not-json', 'The body of this request must be application/json.'));
  const body = await readBody(request, most);
  return body === null
    ? err(jsonError('too-big', `The body may have at most ${most} bytes.`, { connection: 'close' }))
    : ok(body);
}
