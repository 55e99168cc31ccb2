/**
 * The whole server as a program of its own, for tests that kill it or measure from outside. Settings come as
 * environment variables; the words after it plant a bug each, so that the tests can show that they would see it.
 * It ends when its standard input does: nothing is left behind when a test run is broken off.
 */
import { writeSync } from 'node:fs';
import type { Journal } from '@hush/protocol';
import { openSqliteJournal, readConfig, startServer } from '../src/index.ts';

const fail = (why: string): never => {
  writeSync(2, `${why}\n`);
  process.exit(1);
};

/** Says that it is durable long before it is. */
function hasty(journal: Journal): Journal {
  return {
    ...delegate(journal),
    append: async (log, expected, entries) => {
      const writing = new Promise(resolve => setTimeout(resolve, 40)).then(() =>
        journal.append(log, expected, entries),
      );
      return log.startsWith('table/') && expected > 0
        ? { ok: true, version: expected + entries.length }
        : writing;
    },
  };
}

/** Cannot remember whose command an entry was: a resent one happens again. */
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

/** Loses what the sand had come to: only events count after a crash. */
function sandless(journal: Journal): Journal {
  return {
    ...delegate(journal),
    read: async (log, from) => {
      const page = await journal.read(log, from);
      const forget = (): string => '{"game":0,"at":0}';
      return page.ok && log.startsWith('sand/') ? { ...page, entries: page.entries.map(forget) } : page;
    },
  };
}

const delegate = (journal: Journal): Journal => ({
  append: (log, expected, entries) => journal.append(log, expected, entries),
  read: (log, from) => journal.read(log, from),
  subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
  purge: log => journal.purge(log),
  logs: prefix => journal.logs(prefix),
  close: () => journal.close(),
});

const PLANTS: Readonly<Record<string, (journal: Journal) => Journal>> = { hasty, forgetful, sandless };

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
      writeSync(1, `listening ${started.value.port}\n`);
      process.stdin.on('end', () => process.exit(0)).resume();
      process.once('SIGTERM', () => void started.value.stop().then(() => process.exit(0)));
    }
  }
}
