/**
 * The process ends at any moment, as if the plug were pulled: what was promised is there, and nothing half.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAll } from '@hush/protocol';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { type Child, childProgram, directory, start } from './journal-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const KILLS = Number(process.env['HUSH_KILLS'] ?? 20);
const LOGS = 25;

let program = '';
beforeAll(async () => {
  const made = await childProgram('kill');
  program = made.program;
  return made.remove;
});

/** Adds the promises of one life to those of earlier ones. */
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
    const name = `log/${log}`;
    const all = await readAll(opened.journal, name);
    if (!all.ok) throw new Error(JSON.stringify(all.error));
    const texts = promised.get(name) ?? [];
    // An append that was under way may be there without having been promised; from now on it is.
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

test(
  `${KILLS} kills under load: nothing promised is lost, doubled or torn`,
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
    let acks = 0;
    for (const { millis, torn } of lives) {
      const child = start(program, ['load', dataDir, String(LOGS)]);
      await child.until('open');
      await sleep(millis);
      child.process.kill('SIGKILL');
      await child.ended;
      acks += noteAcks(promised, child);
      const wal = join(dataDir, 'hush.db-wal');
      if (existsSync(wal)) appendFileSync(wal, torn); // as a write that was under way might leave it
      await checkPromises(dataDir, promised);
    }
    expect(acks).toBeGreaterThan(KILLS); // under load indeed
  },
  20_000 + KILLS * 15_000, // for what hangs, not for what is slow
);

test('a second process is refused while the first lives, and welcome the moment it was killed', async () => {
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
