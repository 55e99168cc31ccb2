/** Writes the reports of tables to the server's log, and those of members to the operator's list. */
import type { TableReport } from '@hush/protocol';
import { type Log, tableNicknameOf } from '../runtime/log.ts';
import type { TableModeration } from './open-table.ts';

export const WRITTEN_BY_NEWER = 'table written by a newer Hush: install that version again to open it';

interface Notebook {
  readonly log: Log;
  readonly moderation: Pick<TableModeration, 'reports'>;
}

export function noteTrouble({ log, moderation }: Notebook, trouble: TableReport): void {
  const table = tableNicknameOf(trouble.table);
  switch (trouble.type) {
    case 'frozen':
      log.warn({ table }, 'sand frozen: nothing can be committed');
      return;
    case 'thawed':
      log.info({ table }, 'sand runs again');
      return;
    case 'unreadable':
      log.error({ table, version: trouble.version, why: trouble.why }, 'entry cannot be read');
      return;
    case 'entriesLost':
      log.error({ table, entries: trouble.count }, 'a player knows entries that the journal has lost');
      return;
    case 'broken':
      log.error({ table, version: trouble.version, err: trouble.error }, 'table broken by a bug');
      return;
    case 'newer':
      log.error({ table }, WRITTEN_BY_NEWER);
      return;
    case 'memberReported':
      moderation.reports.add(trouble);
      log.info({ table }, 'a player has reported another one: hush admin reports');
      return;
    case 'gone':
      log.warn({ table }, 'table purged while it was open');
      return;
    case 'journal':
    case 'setAside': // the registry logs this report together with its own reaction
  }
}
