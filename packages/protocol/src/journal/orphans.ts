/**
 * Logs that belong to another, which has the same name behind its own beginning (`people/CODE` to `table/CODE`): it is there
 * before them and goes before them, so what is left without it is what a crash or a full disk kept from being removed.
 */
import { err, ok, type Result } from '@hush/rules';
import type { Journal, LogsResult } from './journal.ts';

type WhyNot = Extract<LogsResult, { readonly ok: false }>['error'];

export interface Family {
  /** How the logs begin that belong to another. */
  readonly kinds: readonly string[];
  /** How those begin to which they belong. */
  readonly parent: string;
}

/**
 * Forgets them; how many that were. Asked once more before each is deleted: a damaged parent may be missing in the list,
 * and what belongs to it is not ours to take away.
 */
export async function purgeOrphans(
  journal: Journal,
  { kinds, parent }: Family,
  mayGoOn: () => boolean = () => true,
): Promise<Result<number, WhyNot>> {
  const kept: string[] = [];
  for (const kind of kinds) {
    const listed = await journal.logs(kind);
    if (!listed.ok) return err(listed.error);
    for (const log of listed.logs) kept.push(log);
  }
  const parents = await journal.logs(parent); // asked last: whoever comes meanwhile is in it
  if (!parents.ok) return err(parents.error);
  const here = new Set(parents.logs.map(nameIn));
  let purged = 0;
  for (const log of kept.filter(each => !here.has(nameIn(each))))
    if (mayGoOn() && (await isGone(journal, parent + nameIn(log))) && (await journal.purge(log)).ok) purged++;
  return ok(purged);
}

const nameIn = (log: string): string => log.split('/')[1] ?? '';

async function isGone(journal: Journal, log: string): Promise<boolean> {
  const page = await journal.read(log, 1);
  return page.ok && page.version === 0;
}
