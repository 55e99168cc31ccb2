/**
 * Tests of the write-ahead log after a crash: an incomplete end loses only unacknowledged entries, and damage before
 * the end loses acknowledged ones. No log ever uses a version twice.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { backup } from '../../src/journal/backup.ts';
import { openStore } from '../../src/journal/open.mjs';
import { JournalStore } from '../../src/journal/store.mjs';
import { examineWal } from '../../src/journal/wal.mjs';
import type { Loss } from '../../src/journal/worker-messages.ts';
import {
  appendTen,
  directory,
  fill,
  LOGS,
  LONG,
  nameOf,
  readLog,
  type Store,
  textsOf,
} from './journal-kit.ts';

const FLIPS = Number(process.env['HUSH_FLIPS'] ?? 40);
const FILES = ['hush.db', 'hush.db-wal'];
const HEADER = 32;

interface Crashed {
  readonly dataDir: string;
  readonly wal: string;
  /** The offset at which the late commits begin; only some logs have entries in them. */
  readonly late: number;
  /** The offsets at which the last commit and the one before it begin. */
  readonly last: number;
  readonly lastButOne: number;
}

const LATE = 3;
const BUSY = 20;
/** The number of acknowledged entries of a log. */
const promised = (log: number): number => (log < BUSY ? LONG + LATE : LONG);

let crash: Crashed;

/** The files after a crash: all data is still in the write-ahead log. */
beforeAll(() => {
  const home = mkdtempSync(join(tmpdir(), 'hush-wal-'));
  const [alive, dataDir] = [join(home, 'alive'), join(home, 'dead')];
  const { store, close } = fill(alive);
  const length = (): number => statSync(join(alive, 'hush.db-wal')).size;
  const late = length();
  let [lastButOne, last] = [late, late];
  for (let n = 0; n < LATE; n++)
    for (let log = 0; log < BUSY; log += 10) {
      [lastButOne, last] = [last, length()];
      appendTen(store, log, LONG + n);
    }
  mkdirSync(dataDir);
  for (const name of FILES) copyFileSync(join(alive, name), join(dataDir, name));
  close();
  crash = { dataDir, wal: join(dataDir, 'hush.db-wal'), late, last, lastButOne };
  return () => rmSync(home, { recursive: true });
});

/** Copies these files, so that one test can damage them. */
function crashed(): Crashed {
  const dataDir = directory();
  for (const name of FILES) copyFileSync(join(crash.dataDir, name), join(dataDir, name));
  return { ...crash, dataDir, wal: join(dataDir, 'hush.db-wal') };
}

function flip(file: string, at: number, bit = 2): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(file, bytes);
}

function withStore<T>(dataDir: string, work: (store: Store, loss: Loss | null) => T): T {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  try {
    return work(opened.store, opened.loss);
  } finally {
    opened.store.close();
    opened.release();
  }
}

/** How many entries of each log can be read; reading must be refused at the first missing entry. */
function inspect(store: Store): { readonly lengths: readonly number[]; readonly refused: readonly number[] } {
  const lengths: number[] = [];
  const refused: number[] = [];
  for (let log = 0; log < LOGS; log++) {
    const { entries, damagedAt } = readLog(store, nameOf(log));
    expect(entries).toEqual(textsOf(log, entries.length));
    lengths.push(entries.length);
    if (damagedAt === undefined) continue;
    expect(damagedAt).toBe(entries.length + 1);
    refused.push(log);
  }
  return { lengths, refused };
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** The logs that have fewer entries than were acknowledged. */
const shortIn = (lengths: readonly number[]): number[] =>
  numbers(0, LOGS).filter(log => (lengths[log] ?? 0) < promised(log));

const mayGoOn = (store: Store, log: number, expected: number): boolean =>
  store.write([
    { type: 'append', log: nameOf(log), expected, entries: textsOf(log, expected + 1).slice(-1) },
  ])[0]?.ok === true;

const whole = numbers(0, LOGS).map(promised);

describe('an incomplete end', () => {
  test('the write-ahead log that a crash left is applied at the next start', () => {
    const { dataDir } = crashed();
    withStore(dataDir, (store, loss) => {
      expect(loss).toBeNull();
      expect(inspect(store)).toEqual({ lengths: whole, refused: [] });
    });
  });

  const spoilt: readonly (readonly [string, (spoilt: Crashed) => void])[] = [
    ...[1, 24, 100, 4096, 4119, 4120].map(
      cut =>
        [
          `cut off by ${cut} bytes`,
          ({ wal }: Crashed) => truncateSync(wal, statSync(wal).size - cut),
        ] as const,
    ),
    ['with a hole in its last commit', ({ last, wal }) => flip(wal, last + 100)],
  ];
  test.each(spoilt)(
    'a write-ahead log %s lacks only the unacknowledged commit, and all logs can be appended to',
    (_, spoil) => {
      const mine = crashed();
      spoil(mine);
      withStore(mine.dataDir, (store, loss) => {
        expect(loss).toBeNull();
        const lengths = whole.map((length, log) => (log >= 10 && log < BUSY ? length - 1 : length));
        expect(inspect(store)).toEqual({ lengths, refused: [] });
        for (const [log, length] of lengths.entries()) expect(mayGoOn(store, log, length)).toBe(true);
      });
      expect(readdirSync(mine.dataDir).filter(name => name.includes('-wal.'))).toEqual([]);
    },
  );

  test('an end that two crashes in a row left incomplete does not count as damage', () => {
    const first = crashed();
    flip(first.wal, first.last + 100);
    const second = directory();
    withStore(first.dataDir, () => {
      for (const name of FILES) copyFileSync(join(first.dataDir, name), join(second, name));
    });
    expect(examineWal(join(second, 'hush.db-wal'))).toEqual({ type: 'sound' });
    withStore(second, (store, loss) => {
      expect(loss).toBeNull();
      expect(inspect(store).refused).toEqual([]);
    });
  });
});

describe('damage before the end', () => {
  test('if the middle is damaged, reading logs with later entries is refused at the damage, and all others work', () => {
    const { dataDir, wal, late } = crashed();
    flip(wal, late + 100);
    const bytes = readFileSync(wal);
    const hit = numbers(0, BUSY);
    withStore(dataDir, (store, loss) => {
      expect(loss?.logs).toEqual(hit.map(nameOf));
      const [, byte, lost] =
        /damaged at byte (\d+): up to (\d+) acknowledged writes/.exec(loss?.why ?? '') ?? [];
      expect([Number(byte), Number(lost)]).toEqual([late, LATE * 2]);
      expect(inspect(store)).toEqual({ lengths: Array(LOGS).fill(LONG), refused: hit });
      expect(readFileSync(`${wal}.damaged`).equals(bytes)).toBe(true);
    });
    for (let start = 0; start < 2; start++)
      withStore(dataDir, (store, loss) => {
        expect(loss).toBeNull();
        expect(inspect(store).refused).toEqual(hit);
        for (const log of hit) expect(mayGoOn(store, log, LONG)).toBe(false);
        for (const log of numbers(BUSY, LOGS)) expect(mayGoOn(store, log, LONG + start)).toBe(true);
      });
    withStore(dataDir, store => {
      expect(store.write([{ type: 'purge', log: nameOf(0) }])).toEqual([{ ok: true }]);
      expect(mayGoOn(store, 0, 0)).toBe(true);
    });
    withStore(dataDir, store => {
      expect(store.read(nameOf(0), 1)).toEqual({ ok: true, entries: textsOf(0, 1), version: 1 });
    });
  });

  test('if two commits are cut off, one of them acknowledged, reading all logs of the two commits is refused', () => {
    const { dataDir, wal, lastButOne } = crashed();
    flip(wal, lastButOne + 100);
    expect(examineWal(wal)).toMatchObject({ type: 'damaged', byte: lastButOne, commits: 2 });
    withStore(dataDir, (store, loss) => {
      expect(loss?.logs.toSorted()).toEqual(numbers(0, BUSY).map(nameOf));
      const lengths = whole.map((length, log) => (log < BUSY ? length - 1 : length));
      expect(inspect(store)).toEqual({ lengths, refused: numbers(0, BUSY) });
    });
  });

  test('a log whose first entries were in the lost part is refused, and not treated as a new log', () => {
    const { dataDir, wal } = crashed();
    flip(wal, HEADER + 100);
    withStore(dataDir, (store, loss) => {
      expect(loss?.logs).toHaveLength(LOGS);
      expect(inspect(store)).toEqual({ lengths: Array(LOGS).fill(0), refused: numbers(0, LOGS) });
      expect(store.logs('game/', '')).toMatchObject({ logs: { length: LOGS } });
    });
  });

  test.each([
    ['the mark of its header', 0],
    ['the page size', 9],
    ['the generation', 17],
    ['the checksum of the header', 26],
    ['the generation of its first frame', HEADER + 9],
  ])('after a changed bit of %s, reading every log that lost entries is refused', (_, at) => {
    const { dataDir, wal } = crashed();
    flip(wal, at, 4);
    withStore(dataDir, (store, loss) => {
      expect(loss?.logs).toHaveLength(LOGS);
      expect(inspect(store).refused).toEqual(numbers(0, LOGS));
    });
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'a sector of zeros, %i sectors after the first of these commits, is noticed',
    n => {
      const { dataDir, wal, late } = crashed();
      const bytes = readFileSync(wal);
      const at = (Math.floor(late / 4096) + n) * 4096;
      bytes.fill(0, at, at + 4096);
      writeFileSync(wal, bytes);
      withStore(dataDir, (store, loss) => {
        const { lengths, refused } = inspect(store);
        expect(loss?.logs.length).toBe(refused.length);
        expect(refused).toEqual(shortIn(lengths));
        expect(refused.length).toBeGreaterThan(0);
      });
    },
  );

  test(
    `after each of ${FLIPS} changed bits, every acknowledged entry is there, or reading its log is refused`,
    () => {
      const size = statSync(crash.wal).size;
      const flips = fc.sample(fc.noBias(fc.tuple(fc.nat(size - 1), fc.nat(7))), { numRuns: FLIPS, seed: 11 });
      let damaged = 0;
      for (const [at, bit] of flips) {
        const { dataDir, wal, last } = crashed();
        flip(wal, at, bit);
        const refused = withStore(dataDir, (store, loss) => {
          const found = inspect(store);
          if (at < last) expect(found.refused, `bit ${bit} of byte ${at}`).toEqual(shortIn(found.lengths));
          expect(loss?.logs.length ?? 0).toBe(found.refused.length);
          return found.refused;
        });
        if (refused.length > 0) damaged++;
        expect(withStore(dataDir, store => inspect(store).refused)).toEqual(refused);
      }
      expect(damaged).toBeGreaterThan(FLIPS / 2);
    },
    60_000 + FLIPS * 60_000, // this time limit only ends a test that hangs
  );

  test('if a start is interrupted before it records the loss, the next start records it', () => {
    const { dataDir, wal, late } = crashed();
    flip(wal, late + 100);
    copyFileSync(wal, `${wal}.found`);
    truncateSync(wal, late); // the interrupted start had overwritten the log up to here
    expect(examineWal(wal)).toEqual({ type: 'sound' });
    withStore(dataDir, (store, loss) => {
      expect(loss?.logs).toHaveLength(BUSY);
      expect(inspect(store).refused).toEqual(numbers(0, BUSY));
    });
    expect(existsSync(`${wal}.found`)).toBe(false);
    expect(existsSync(`${wal}.damaged`)).toBe(true);
  });

  test('if a start is killed after it has recorded a loss, the next start keeps the first copy of the damaged files', () => {
    const { dataDir, wal, late } = crashed();
    flip(wal, late + 100);
    const bytes = readFileSync(wal);
    const killed = directory();
    const { carryOver } = JournalStore.prototype;
    const spy = vi.spyOn(JournalStore.prototype, 'carryOver').mockImplementationOnce(function (
      this: JournalStore,
    ) {
      for (const name of readdirSync(dataDir).filter(each => each.startsWith('hush.db')))
        copyFileSync(join(dataDir, name), join(killed, name));
      carryOver.call(this);
    });
    withStore(dataDir, (_, loss) => expect(loss?.logs).toHaveLength(BUSY));
    spy.mockRestore();
    withStore(killed, store => expect(inspect(store).refused).toEqual(numbers(0, BUSY)));
    expect(readFileSync(join(killed, 'hush.db-wal.damaged')).equals(bytes)).toBe(true);
    expect(existsSync(join(killed, 'hush.db-wal.found'))).toBe(false);
  });

  test('if the first page is damaged, too, a backup that is put in its place is read without the old write-ahead log', () => {
    const { dataDir, wal } = crashed();
    flip(wal, 0);
    const file = join(dataDir, 'hush.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x2e, 0, 100));
    const refused = openStore(dataDir);
    expect(refused).toMatchObject({ ok: false, error: { type: 'foreign' } });
    expect(refused.ok || refused.error.why).toContain('out of the data directory, and use');
    const older = directory();
    fill(older).close();
    for (const name of [wal, join(dataDir, 'hush.db-shm')]) rmSync(name, { force: true });
    copyFileSync(join(older, 'hush.db'), file);
    withStore(dataDir, (store, loss) => {
      expect(loss).toBeNull();
      expect(inspect(store)).toEqual({ lengths: Array(LOGS).fill(LONG), refused: [] });
    });
    expect(existsSync(`${wal}.damaged`)).toBe(true);
  });

  test('a backup waits for a server that is still examining the journal', async () => {
    const dataDir = directory();
    const { close } = fill(dataDir);
    writeFileSync(join(dataDir, 'hush.db-wal.found'), '');
    const target = join(directory(), 'copy.db');
    expect(await backup(dataDir, target)).toMatchObject({ ok: false, error: { type: 'damaged' } });
    close();
  });

  test('a backup does not destroy the evidence of a loss, and later contains the marks of lost entries', async () => {
    const { dataDir, wal, late } = crashed();
    flip(wal, late + 100);
    const target = join(directory(), 'copy.db');
    expect(await backup(dataDir, target)).toEqual({
      ok: false,
      error: {
        type: 'damaged',
        why: `${wal} is damaged: no backup was made; start the server, anew if it runs, which finds out what is lost and sets it aside, then try again.`,
      },
    });
    expect(examineWal(wal)).toMatchObject({ type: 'damaged' });
    withStore(dataDir, (_, loss) => expect(loss?.logs).toHaveLength(BUSY));
    expect(await backup(dataDir, target)).toMatchObject({ ok: true });
    const restored = directory();
    renameSync(target, join(restored, 'hush.db'));
    withStore(restored, store => expect(inspect(store).refused).toEqual(numbers(0, BUSY)));
  });
});
