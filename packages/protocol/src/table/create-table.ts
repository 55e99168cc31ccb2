/** Writes the first entry of a new table. A prescribed order of tiles goes into a private log, because it is secret. */

import { splitWish } from '../commands/dictated-order.ts';
import type { TableWish } from '../commands/table-wish.ts';
import type { Journal, JournalError } from '../journal/journal.ts';
import { hasRemains, PrivateLogs } from '../logs/private-logs.ts';
import { TableLog } from '../logs/table-log.ts';
import { encodeEntry } from '../messages/entry.ts';
import { VOCABULARY } from '../messages/vocabulary.ts';

/**
 * Returns `taken` if the table exists, or if private logs of an earlier table with this code are left: a new table must not
 * inherit names, seeds or sand.
 */
export async function writeNewTable(
  code: string,
  wish: TableWish,
  journal: Journal,
): Promise<JournalError | 'taken' | null> {
  if (await hasRemains(journal, code)) return 'taken';
  const { shown, dictated } = splitWish(wish);
  const text = encodeEntry({
    events: [{ type: 'tableOpened', wish: shown, vocabulary: VOCABULARY }],
    cause: null,
  });
  const opened = await new TableLog(journal, code).append([text]);
  if (!opened.ok) return opened.error.type === 'conflict' ? 'taken' : opened.error;
  const isDictated = dictated.stack !== null || dictated.top !== null || dictated.seed !== undefined;
  return isDictated ? new PrivateLogs(journal, code).keepDictated(dictated) : null;
}
