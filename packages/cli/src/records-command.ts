/**
 * `hush records`: prints the games whose players all consented to research (PR-76), one JSON line each. It reads a copy of
 * the data directory, so a server may run meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consentedGames, type Journal, logPages, readAll } from '@hush/protocol';
import { type GameEvent, recordText, replay } from '@hush/rules';
import { backup, openSqliteJournal, readConfig } from '@hush/server';
import { type Io, WorldError } from './io.ts';

export const RECORDS_USAGE = [
  'usage: hush records',
  '  Prints the games that everybody agreed to share for research, one JSON object a line: scenario, players, status,',
  '  bots (the seats that bots or programs have played) and record, for hush replay and hush verify. There are no names,',
  '  codes or dates. HUSH_DATA names the data directory; a server may be using it.',
].join('\n');

export async function recordsCommand(args: readonly string[], io: Io): Promise<number> {
  if (args.length > 0) throw new WorldError(`'${args.join(' ')}' is not expected.\n${RECORDS_USAGE}`);
  const config = readConfig(process.env);
  if (!config.ok) throw new WorldError(config.error.join('\n'));
  const folder = await mkdtemp(join(tmpdir(), 'hush-records-'));
  try {
    const copied = await backup(config.value.dataDir, join(folder, 'hush.db'));
    if (!copied.ok) throw new WorldError(copied.error.why);
    return await printGames(folder, io);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function printGames(folder: string, io: Io): Promise<number> {
  const opened = await openSqliteJournal(folder);
  if (!opened.ok) throw new WorldError(opened.error.why);
  let exit = 0;
  for await (const page of logPages(opened.journal, 'table/')) {
    if (!page.ok) throw new WorldError('the list of tables cannot be read.');
    for (const log of page.logs) if (!(await printTable(opened.journal, log, io))) exit = 1;
  }
  await opened.journal.close();
  return exit;
}

/**
 * Prints the games of one table; returns false if its log cannot be read. The other tables are printed all the same.
 */
async function printTable(journal: Journal, log: string, io: Io): Promise<boolean> {
  const read = await readAll(journal, log);
  const games = read.ok ? consentedGames(read.entries) : null;
  if (games?.ok === true) for (const events of games.value) io.out(`${JSON.stringify(lineOf(events))}\n`);
  else io.complain('hush records: a damaged table is left out.');
  return games?.ok === true;
}

function lineOf(events: readonly GameEvent[]): object {
  const { setUp, status, bots } = replay(events);
  return { scenario: setUp.scenario, players: setUp.players, status, bots, record: recordText(events) };
}
