/** What somebody sends along with a request, up to a limit. */
import type { IncomingMessage } from 'node:http';

/** The text of a body, or null when it is too long; then the rest is not kept. Fails when the sender hangs up. */
export function readBody(request: IncomingMessage, most: number): Promise<string | null> {
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
