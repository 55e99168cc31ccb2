/**
 * A log may belong to a parent log with the same name and another prefix (`people/CODE` belongs to `table/CODE`). The parent
 * is created first and deleted first, so a log without a parent is an orphan that a crash or a full disk left behind.
 */
import { err, ok, type Result } from '@hush/rules';
import { type Journal, type LogsResult, logPages } from './journal.ts';

type WhyNot = Extract<LogsResult, { readonly ok: false }>['error'];

export interface Family {
  /** The prefixes of the logs that belong to a parent. */
  readonly kinds: readonly string[];
  /** The prefix of the parent logs. */
  readonly parent: string;
}

/**
 * Deletes orphans and returns their number. Before each deletion the parent is looked up again, because a damaged parent may
 * be missing in the list and its logs must stay.
 */
export async function purgeOrphans(
  journal: Journal,
  { kinds, parent }: Family,
  mayGoOn: () => boolean = () => true,
): Promise<Result<number, WhyNot>> {
  let purged = 0;
  for (const kind of kinds) {
    const orphans = await orphansOf(journal, kind, parent);
    if (!orphans.ok) return orphans;
    for (const log of orphans.value)
      if (mayGoOn() && (await isGone(journal, parent + nameIn(log))) && (await journal.purge(log)).ok)
        purged++;
  }
  return ok(purged);
}

async function orphansOf(
  journal: Journal,
  kind: string,
  parent: string,
): Promise<Result<readonly string[], WhyNot>> {
  const parents = new RisingNames(journal, parent);
  const orphans: string[] = [];
  for await (const page of logPages(journal, kind)) {
    if (!page.ok) return err(page.error);
    for (const log of page.logs) {
      const kept = await parents.has(nameIn(log));
      if (!kept.ok) return kept;
      if (!kept.value) orphans.push(log);
    }
  }
  return ok(orphans);
}

const nameIn = (log: string): string => log.split('/')[1] ?? '';

async function isGone(journal: Journal, log: string): Promise<boolean> {
  const page = await journal.read(log, 1);
  return page.ok && page.version === 0;
}

/**
 * Tells whether a log exists. Callers must pass names in ascending order, so that every page of names is read once.
 */
class RisingNames {
  readonly #journal: Journal;
  readonly #prefix: string;
  #page: readonly string[] = [];
  #at = 0;
  #isComplete = false;

  constructor(journal: Journal, prefix: string) {
    this.#journal = journal;
    this.#prefix = prefix;
  }

  async has(name: string): Promise<Result<boolean, WhyNot>> {
    const log = this.#prefix + name;
    for (;;) {
      while ((this.#page[this.#at] ?? log) < log) this.#at++;
      if (this.#isComplete || this.#at < this.#page.length) return ok(this.#page[this.#at] === log);
      const next = await this.#journal.logs(this.#prefix, this.#page.at(-1));
      if (!next.ok) return err(next.error);
      this.#page = next.logs;
      this.#at = 0;
      this.#isComplete = next.logs.length === 0;
    }
  }
}
