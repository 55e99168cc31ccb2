/** Writes the first entry of a new table. A prescribed order of tiles goes into a private log, because it is secret. */

import { splitWish } from '../commands/dictated-order.ts';
import type { TableWish } from '../commands/table-wish.ts';
import type { JournalError } from '../journal/journal.ts';
import { hasRemains, PrivateLogs } from '../logs/private-logs.ts';
import { TableLog } from '../logs/table-log.ts';
import { encodeEntry } from '../messages/entry.ts';
import { isReadableBy } from '../messages/vocabularies.ts';
import { VOCABULARY } from '../messages/vocabulary.ts';
import type { TableWorld } from './world.ts';

/**
 * Returns `taken` if the table exists, or if an earlier table with this code left private logs: a new table must not
 * inherit their names and seeds.
 */
export async function writeNewTable(
  code: string,
  wish: TableWish,
  world: Pick<TableWorld, 'journal' | 'vocabulary'>,
): Promise<JournalError | 'taken' | null> {
  const { journal } = world;
  const vocabulary = world.vocabulary?.() ?? VOCABULARY;
  if (await hasRemains(journal, code)) return 'taken';
  const { shown, dictated } = splitWish(wish);
  const opened = { type: 'tableOpened', wish: shown } as const;
  const numbered = { ...opened, vocabulary };
  const event = isReadableBy(vocabulary, numbered) ? numbered : opened;
  const text = encodeEntry({ events: [event], cause: null });
  const written = await new TableLog(journal, code).append([text]);
  if (!written.ok) return written.error.type === 'conflict' ? 'taken' : written.error;
  const isDictated = dictated.stack !== null || dictated.top !== null || dictated.seed !== undefined;
  return isDictated ? new PrivateLogs(journal, code).keepDictated(dictated) : null;
}
