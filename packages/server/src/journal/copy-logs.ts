/**
 * Copies every log of one journal into another, empty one: from a data directory to a cluster or back. Entries are copied
 * unchanged; each journal makes its own checksums.
 */
import {
  APPEND_LIMIT,
  type Journal,
  type JournalError,
  logName,
  logPages,
  peekTable,
  readAll,
  tableOfLog,
} from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';

export interface CopiedLogs {
  readonly logs: number;
  readonly entries: number;
  /** Logs that cannot be read to their end. They are not copied, because half a game would look like a complete one. */
  readonly damaged: readonly string[];
}

/** Copies all logs. If that fails, `why` is a sentence for the operator, and the target is emptied again. */
export async function copyLogs(from: Journal, to: Journal): Promise<Result<CopiedLogs, string>> {
  const found = await to.logs('');
  if (!found.ok) return err(sentenceOf(found.error));
  if (found.logs.length > 0)
    return err(`The target already has logs (${found.logs[0]}), and nothing is ever overwritten.`);
  const copied: string[] = [];
  const result = await copyAll(from, to, copied);
  if (!result.ok) for (const log of copied) await to.purge(log);
  return result;
}

async function copyAll(from: Journal, to: Journal, copied: string[]): Promise<Result<CopiedLogs, string>> {
  const damaged: string[] = [];
  let entries = 0;
  for await (const log of logsInOrder(from)) {
    if (!log.ok) return log;
    const read = await readAll(from, log.value);
    if (!read.ok && read.error.type !== 'corrupt') return err(sentenceOf(read.error));
    if (!read.ok) {
      damaged.push(log.value);
      continue;
    }
    if (read.entries.length === 0) continue; // the log was purged meanwhile
    copied.push(log.value);
    const problem = (await write(to, log.value, read.entries)) ?? (await copyMoment(from, to, log.value));
    if (problem !== null) return err(sentenceOf(problem));
    entries += read.entries.length;
  }
  return ok({ logs: copied.length, entries, damaged });
}

/**
 * Lists the logs of tables first: a table's seeds and names are written before the entries that need them, so the
 * copy has them, too.
 */
async function* logsInOrder(journal: Journal): AsyncGenerator<Result<string, string>> {
  const tables = logName('table', '');
  for (const isPass of [(log: string) => log.startsWith(tables), (log: string) => !log.startsWith(tables)])
    for await (const page of logPages(journal, '')) {
      if (!page.ok) {
        yield err(sentenceOf(page.error));
        return;
      }
      for (const log of page.logs.filter(isPass)) yield ok(log);
    }
}

async function write(to: Journal, log: string, entries: readonly string[]): Promise<JournalError | null> {
  let version = 0;
  for (const part of inAppends(entries)) {
    const done = await to.append(log, version, part);
    if (!done.ok) return done.error;
    version = done.version;
  }
  return null;
}

/** Groups entries so that each group fits into one append. */
function* inAppends(entries: readonly string[]): Generator<readonly string[]> {
  let part: string[] = [];
  let length = 0;
  for (const entry of entries) {
    if (part.length > 0 && length + entry.length + 1 > APPEND_LIMIT) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(entry);
    length += entry.length + 1;
  }
  if (part.length > 0) yield part;
}

/**
 * The last moment of the sand of a table's last game. A table that a newer Hush has written cannot be read here, so its game
 * continues from its last entry, in the players' favour.
 */
async function copyMoment(from: Journal, to: Journal, log: string): Promise<JournalError | null> {
  const code = tableOfLog(log);
  if (code === null || log !== logName('table', code)) return null;
  const table = await peekTable(code, to);
  if (!table.ok) return null;
  const { games } = table.value;
  const last = await from.moments.last(log, games);
  if (!last.ok) return last.error;
  return last.value === 0 ? null : to.moments.keep(log, games, last.value);
}

function sentenceOf(error: JournalError): string {
  switch (error.type) {
    case 'conflict':
      return 'Somebody else is writing to the target.';
    case 'corrupt':
      return `The log ${error.log} is damaged at entry ${error.version}.`;
    case 'unavailable':
    case 'failed':
      return error.why;
  }
}
