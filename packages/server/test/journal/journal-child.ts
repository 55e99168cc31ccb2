/**
 * A program that writes to a journal and says on standard output what it was promised, for tests that end or
 * disturb it.
 *   child load DIR LOGS N  every log appends without end, but each fifth rests and is packed; a line "ack LOG VERSION TEXT" for each
 *                          promise
 *   child steps DIR COUNT  one append after the other; "ack ..." or "no TYPE WHY", then ends
 *   child hold DIR         only opens it
 * Lines reach the pipe before the call returns, so a line that was written is a promise that was given.
 */
import { type Journal, readAll } from '@hush/protocol';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { say } from '../say.ts';

async function versionOf(journal: Journal, log: string): Promise<number> {
  const all = await readAll(journal, log);
  if (!all.ok) throw new Error(JSON.stringify(all.error));
  return all.version;
}

/** Appends one or three entries, by turns. */
async function load(journal: Journal, log: string): Promise<void> {
  for (let version = await versionOf(journal, log); ; ) {
    const texts = Array.from({ length: version % 2 === 0 ? 1 : 3 }, (_, i) => `${log}#${version + 1 + i}`);
    const result = await journal.append(log, version, texts);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    for (const [i, text] of texts.entries()) say(`ack ${log} ${version + 1 + i} ${text}`);
    version = result.version;
  }
}

async function steps(journal: Journal, count: number): Promise<void> {
  let version = await versionOf(journal, 'log');
  for (let n = 0; n < count; n++) {
    const text = `step ${version + 1}`;
    const result = await journal.append('log', version, [text]);
    if (result.ok) say(`ack log ${version + 1} ${text}`);
    else say(`no ${result.error.type} ${'why' in result.error ? result.error.why : ''}`);
    if (result.ok) version = result.version;
  }
}

const [mode, dataDir = '', count, resting = '0'] = process.argv.slice(2);
const opened = await openSqliteJournal(dataDir);
if (opened.ok) {
  say('open');
  const { journal } = opened;
  if (mode === 'load')
    await Promise.all(
      Array.from({ length: Number(count) }, (_, i) =>
        i % 5 === Number(resting) % 5 ? null : load(journal, `table/${i}`),
      ),
    );
  if (mode === 'steps') {
    await steps(journal, Number(count));
    await journal.close();
  }
} else {
  say(`refused ${opened.error.type} ${opened.error.why}`);
}
