/**
 * Tests that kill the process at any moment, also while it packs logs: everything that was acknowledged is in the
 * journal, and no append is there only in part.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAll } from '@hush/protocol';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/journal/open.mjs';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { type Child, childProgram, directory, start } from './journal-kit.ts';

const KILLS = Number(process.env['HUSH_KILLS'] ?? 8);
const LOGS = 25;
/**
 * A run that is shorter than this is killed as soon as the journal is open; a longer one is killed after its first
 * acknowledgement.
 */
const SHORT = 50;

let program = '';
beforeAll(async () => {
  const made = await childProgram('kill');
  program = made.program;
  return made.remove;
});

/** Adds the entries that one run acknowledged to those of earlier runs. */
function noteAcks(promised: Map<string, string[]>, { lines }: Child): number {
  const acks = lines.filter(line => line.startsWith('ack '));
  for (const ack of acks) {
    const [, log = '', version, text = ''] = ack.split(' ');
    const texts = promised.get(log) ?? [];
    texts[Number(version) - 1] = text;
    promised.set(log, texts);
  }
  return acks.length;
}

async function checkPromises(dataDir: string, promised: Map<string, string[]>): Promise<void> {
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  expect(opened.loss).toBeNull();
  for (let log = 0; log < LOGS; log++) {
    const name = `table/${log}`;
    const all = await readAll(opened.journal, name);
    if (!all.ok) throw new Error(JSON.stringify(all.error));
    const texts = promised.get(name) ?? [];
    // A pending append may be stored without an acknowledgement; if it is, it must stay.
    expect(
      all.entries.length - texts.length,
      'only the append under way was not promised',
    ).toBeLessThanOrEqual(3);
    expect(all.entries).toEqual(Array.from(all.entries, (_, i) => texts[i] ?? `${name}#${i + 1}`));
    expect(all.entries.slice(0, texts.length)).toEqual(texts);
    promised.set(name, [...all.entries]);
  }
  await opened.journal.close();
}

/** Packs all logs. */
function packAll(dataDir: string): void {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  while (opened.store.packIn === 0) opened.store.pack();
  opened.store.close();
  opened.release();
}

test(
  `after ${KILLS} kills under load no acknowledged entry is lost or doubled, and no append is there only in part`,
  async () => {
    const dataDir = directory();
    const promised = new Map<string, string[]>();
    const lives = fc.sample(
      fc.record({ millis: fc.integer({ min: 0, max: 250 }), torn: fc.uint8Array({ maxLength: 9000 }) }),
      {
        numRuns: KILLS,
        seed: 20,
      },
    );
    let [acks, longLives] = [0, 0];
    for (const [life, { millis, torn }] of lives.entries()) {
      const isLong = millis > SHORT;
      if (isLong) longLives++;
      const child = start(program, ['load', dataDir, String(LOGS), String(life)]);
      await child.until(isLong ? 'ack' : 'open');
      await sleep(millis); // the moment of the kill; no assertion depends on it
      child.process.kill('SIGKILL');
      await child.ended;
      acks += noteAcks(promised, child);
      const wal = join(dataDir, 'hush.db-wal');
      if (existsSync(wal)) appendFileSync(wal, torn); // adds incomplete bytes, as a write that a crash interrupts would
      await checkPromises(dataDir, promised);
    }
    expect(acks).toBeGreaterThanOrEqual(longLives); // the kills came under load, because enough entries were written
    packAll(dataDir);
    await checkPromises(dataDir, promised);
  },
  60_000 + KILLS * 60_000, // this time limit only ends a test that hangs
);

test('a second process is refused while the first one runs, and can open the journal after the first one was killed', async () => {
  const dataDir = directory();
  const first = start(program, ['hold', dataDir]);
  await first.until('open');
  const second = start(program, ['hold', dataDir]);
  await second.ended;
  expect(second.lines).toEqual([
    `refused locked Another Hush is already using the data directory ${dataDir}.`,
  ]);
  first.process.kill('SIGKILL');
  await first.ended;
  const opened = await openSqliteJournal(dataDir);
  expect(opened.ok).toBe(true);
  const again = await openSqliteJournal(dataDir);
  expect(again).toMatchObject({ ok: false, error: { type: 'locked' } });
  if (opened.ok) await opened.journal.close();
});
