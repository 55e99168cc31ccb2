/**
 * What the journal has of a crew: `crew/ID` is what happened in its book, `crew-game/ID/HASH` the record of a game by its
 * hash, `board-crew/ID` that it wants to be seen on the board. The first is there before any other and goes before them.
 */
import type { Journal, LogsResult } from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';

const RECORDS = 'crew-game/';
/** How the logs begin that say who wants to be on the board. */
export const LISTED = 'board-crew/';

export const logOf = (id: string): string => `crew/${id}`;
export const recordLogOf = (id: string, hash: string): string => `${RECORDS}${id}/${hash}`;

const idIn = (log: string): string => log.split('/')[1] ?? '';

type WhyNot = Extract<LogsResult, { readonly ok: false }>['error'];

/** The logs of crews that are gone. */
export async function crewRemains(journal: Journal): Promise<Result<readonly string[], WhyNot>> {
  const kept: string[] = [];
  for (const prefix of [RECORDS, LISTED]) {
    const listed = await journal.logs(prefix);
    if (!listed.ok) return err(listed.error);
    for (const log of listed.logs) kept.push(log);
  }
  const crews = await journal.logs(logOf('')); // asked last: whoever is founded meanwhile is in it
  if (!crews.ok) return err(crews.error);
  const here = new Set(crews.logs.map(idIn));
  const missing = new Set(kept.map(idIn).filter(id => !here.has(id)));
  for (const id of missing) if (!(await isGone(journal, id))) missing.delete(id);
  return ok(kept.filter(log => missing.has(idIn(log))));
}

/** A damaged crew may be missing in the list, and what belongs to it is not ours to take away. */
async function isGone(journal: Journal, id: string): Promise<boolean> {
  const crew = await journal.read(logOf(id), 1);
  return crew.ok && crew.version === 0;
}
