/** Reads parts of a request: its path, its body up to a limit, and its bearer token. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { err, ok, type Result, sha256 } from '@hush/rules';
import { isOriginAllowed } from '../limits/client-address.ts';
import { HOST } from './headers.ts';
import { jsonError, type Reply } from './reply.ts';

const LONGEST_PATH = 1024;

/** Returns the decoded path; null if it cannot be decoded. */
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
 * Returns the origin of this server as the sender sees it, for links in pages that the server makes; empty if the host
 * header is unusable. A trusted proxy says whether the sender uses TLS.
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

/** Whether two texts are equal; takes the same time wherever they differ. */
const isSameText = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));

/** Returns the token of an `authorization: Bearer` header; empty if there is none. */
export const bearerOf = ({ headers }: IncomingMessage): string =>
  /^Bearer ([\w-]{1,100})$/.exec(headers.authorization ?? '')?.[1] ?? '';

export const hasBearer = (request: IncomingMessage, wanted: string): boolean =>
  isSameText(request.headers.authorization ?? '', `Bearer ${wanted}`);

/**
 * Returns the text of a body; null if it is too long, and then all of it is discarded. Rejects when the sender
 * disconnects.
 */
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

/** The reply to a page of another origin that wants to change something; such a page may only read public data. */
export const OTHER_ORIGIN = jsonError('origin', 'Pages of another site may not change anything here.');

/** Reads the JSON body of a request that changes something: checks the origin first, then the content type, then the size. */
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
