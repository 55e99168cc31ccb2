/** Opens a crew's book with the best secret there is. */

import { type ApiResult, type Book, readBook } from './crew-api.ts';
import { keepCrew, loseSecret, secretOf } from './known-crews.ts';

/**
 * A secret that came with a link is tried first. Anybody can make up a link, so one that fails takes nothing away: only
 * a kept secret that itself was refused is lost. Reading is possible without any.
 */
export async function openBook(
  id: string,
  given: string | null,
  read: typeof readBook = readBook,
): Promise<ApiResult<Book>> {
  const secret = given ?? secretOf(id);
  const found = await read(id, secret);
  if (found.ok) keepCrew({ id, name: found.value.name, secret });
  if (found.ok || found.trouble !== 'token' || secret === null) return found;
  if (secret === secretOf(id)) loseSecret(id);
  return openBook(id, null, read);
}
