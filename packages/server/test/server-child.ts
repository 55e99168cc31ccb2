/**
 * The whole server as a separate process, for tests that kill it or measure it from outside. Settings come as environment
 * variables. Each word on the command line plants a bug, so that tests can show that they would find it. The process ends
 * when its standard input ends, so that no process is left when a test run is aborted.
 */

import type { AppendResult, Journal } from '@hush/protocol';
import { ok } from '@hush/rules';
import { openSqliteJournal, readConfig, startServer } from '../src/index.ts';
import { say } from './say.ts';

const fail = (why: string): never => {
  say(why, 2);
  process.exit(1);
};

/** Acknowledges each append at once, but writes it only at the next append to that log or when the log is read. */
function hasty(journal: Journal): Journal {
  const waiting = new Map<string, () => Promise<AppendResult>>();
  const writeWaiting = async (log: string): Promise<AppendResult | undefined> => {
    const write = waiting.get(log);
    waiting.delete(log);
    return write?.();
  };
  return {
    ...delegate(journal),
    append: async (log, expected, entries) => {
      const write = (): Promise<AppendResult> => journal.append(log, expected, entries);
      if (!log.startsWith('table/') || expected === 0) return write();
      const written = writeWaiting(log);
      waiting.set(log, write);
      const before = await written;
      return before?.ok === false ? before : { ok: true, version: expected + entries.length };
    },
    read: async (log, from) => {
      await writeWaiting(log);
      return journal.read(log, from);
    },
  };
}

/** Forgets which command caused an entry, so that a repeated command happens twice. */
function forgetful(journal: Journal): Journal {
  return {
    ...delegate(journal),
    read: async (log, from) => {
      const page = await journal.read(log, from);
      const forget = (text: string): string => text.replace(/,"m":\d+,"n":\d+}$/, '}');
      return page.ok && log.startsWith('table/') ? { ...page, entries: page.entries.map(forget) } : page;
    },
  };
}

/** Stores no checkpoints of the sand, so that after a crash only events say how far it has run. */
function sandless(journal: Journal): Journal {
  return {
    ...delegate(journal),
    moments: { keep: async () => null, last: async () => ok(0) },
  };
}

const delegate = (journal: Journal): Journal => ({
  append: (log, expected, entries) => journal.append(log, expected, entries),
  compact: (log, expected, entries) => journal.compact(log, expected, entries),
  read: (log, from) => journal.read(log, from),
  subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
  purge: (log, seen) => journal.purge(log, seen),
  logs: (prefix, after) => journal.logs(prefix, after),
  moments: journal.moments,
  close: () => journal.close(),
});

/** Lets a test kill the process when it has read its journal and does not listen yet; this is not a bug. */
function stillborn(journal: Journal): Journal {
  process.kill(process.pid, 'SIGKILL');
  return journal;
}

const PLANTS: Readonly<Record<string, (journal: Journal) => Journal>> = {
  hasty,
  forgetful,
  sandless,
  stillborn,
};

const config = readConfig(process.env);
if (!config.ok) fail(config.error.join('\n'));
else {
  const opened = await openSqliteJournal(config.value.dataDir);
  if (!opened.ok) fail(opened.error.why);
  else {
    const journal = process.argv
      .slice(2)
      .reduce((planted, name) => PLANTS[name]?.(planted) ?? fail(name), opened.journal);
    const started = await startServer({ config: config.value, journal });
    if (!started.ok) fail(started.error);
    else {
      say(`listening ${started.value.port}`);
      process.stdin.on('end', () => process.exit(0)).resume();
      process.once('SIGTERM', () => void started.value.stop().then(() => process.exit(0)));
    }
  }
}
