/**
 * Tests of files that are damaged in every way that disks, crashes and people cause: each acknowledged entry is still
 * there, or its loss is reported. `HUSH_DAMAGES=10` tries ten times as many.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/journal/open.mjs';
import { chanceFrom } from '../chance.ts';
import { directory, readLog, type Store } from './journal-kit.ts';

const TIMES = Number(process.env['HUSH_DAMAGES'] ?? 1);
const LOGS = 12;
const LENGTH = 100;
const PAGE = 4096;
const SECTOR = 512;
const FILES = ['hush.db', 'hush.db-wal', 'hush.end'];

const nameOf = (log: number): string => `table/${String(log).padStart(8, 'B')}`;
const textsOf = (log: number): string[] =>
  Array.from({ length: LENGTH }, (_, i) => `{"log":${log},"n":${i + 1},"e":[["heroMoved",${i * 31},0]]}`);

function opened(dataDir: string): { readonly store: Store; readonly close: () => void } {
  const result = openStore(dataDir);
  if (!result.ok) throw new Error(result.error.why);
  const { store, release } = result;
  const close = (): void => {
    store.close();
    release();
  };
  return { store, close };
}

/** Appends to every log up to this length, one entry of each log in a commit. */
function grow(store: Store, from: number, to: number): void {
  for (let at = from; at < to; at++)
    store.write(
      Array.from({ length: LOGS }, (_, log) => ({
        type: 'append' as const,
        log: nameOf(log),
        expected: at,
        entries: textsOf(log).slice(at, at + 1),
      })),
    );
}

let home = '';
/** The files after a crash, after a stop, and after an earlier stop. */
const base = (name: 'crashed' | 'stopped' | 'older'): string => join(home, name);

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'hush-loss-'));
  const live = join(home, 'live');
  const keep = (name: Parameters<typeof base>[0]): void => {
    mkdirSync(base(name));
    for (const file of FILES)
      if (existsSync(join(live, file))) copyFileSync(join(live, file), join(base(name), file));
  };
  const first = opened(live);
  grow(first.store, 0, 60);
  first.close();
  keep('older');
  const second = opened(live);
  grow(second.store, 60, LENGTH);
  keep('crashed');
  second.close();
  keep('stopped');
  return () => rmSync(home, { recursive: true });
});

function copyOf(name: Parameters<typeof base>[0]): string {
  const dataDir = directory();
  for (const file of FILES)
    if (existsSync(join(base(name), file))) copyFileSync(join(base(name), file), join(dataDir, file));
  return dataDir;
}

/** Opens a damaged directory and says how that ended; checks that every readable entry is as it was written. */
function verdict(dataDir: string): 'refused' | 'said' | 'whole' | 'SILENT LOSS' {
  const result = openStore(dataDir);
  if (!result.ok) return 'refused';
  const { store, loss, release } = result;
  try {
    let isShort = false;
    for (let log = 0; log < LOGS; log++) {
      const { entries, damagedAt } = readLog(store, nameOf(log));
      expect(entries).toEqual(textsOf(log).slice(0, entries.length));
      if (damagedAt === undefined && entries.length < LENGTH) isShort = true;
      if (damagedAt !== undefined && entries.length < LENGTH) expect(damagedAt).toBeLessThanOrEqual(LENGTH);
    }
    if (isShort) return loss?.why.includes('is older than the last one') ? 'said' : 'SILENT LOSS';
    return loss === null ? 'whole' : 'said';
  } finally {
    store.close();
    release();
  }
}

type Damage = (dataDir: string, chance: (below: number) => number) => void;

const change =
  (file: string, spoil: (bytes: Buffer, chance: (below: number) => number) => Buffer): Damage =>
  (dataDir, chance) => {
    const path = join(dataDir, file);
    writeFileSync(path, spoil(readFileSync(path), chance));
  };

const flip = (bytes: Buffer, chance: (below: number) => number): Buffer => {
  const at = chance(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << chance(8));
  return bytes;
};
const cut = (bytes: Buffer, chance: (below: number) => number): Buffer =>
  bytes.subarray(0, chance(bytes.length));
const zeroTail = (bytes: Buffer, chance: (below: number) => number): Buffer =>
  bytes.fill(0, chance(bytes.length));
const zeroSector = (bytes: Buffer, chance: (below: number) => number): Buffer => {
  const at = chance(bytes.length / SECTOR) * SECTOR;
  return bytes.fill(0, at, at + SECTOR);
};
const noise = (bytes: Buffer, chance: (below: number) => number): Buffer => {
  const at = chance(bytes.length / SECTOR) * SECTOR;
  for (let i = at; i < at + SECTOR; i++) bytes[i] = chance(256);
  return bytes;
};
const pageAt = (bytes: Buffer, page: number): Buffer => bytes.subarray(page * PAGE, (page + 1) * PAGE);
const zeroPage = (bytes: Buffer, chance: (below: number) => number): Buffer => {
  pageAt(bytes, chance(bytes.length / PAGE)).fill(0);
  return bytes;
};
const swapPages = (bytes: Buffer, chance: (below: number) => number): Buffer => {
  const [a, b] = [chance(bytes.length / PAGE), chance(bytes.length / PAGE)];
  const first = Buffer.from(pageAt(bytes, a));
  pageAt(bytes, b).copy(pageAt(bytes, a));
  first.copy(pageAt(bytes, b));
  return bytes;
};
const olderPage = (bytes: Buffer, chance: (below: number) => number): Buffer => {
  const old = readFileSync(join(base('older'), 'hush.db'));
  const page = 1 + chance(old.length / PAGE - 1);
  pageAt(old, page).copy(pageAt(bytes, page));
  return bytes;
};
const remove =
  (file: string): Damage =>
  dataDir =>
    rmSync(join(dataDir, file));

const DAMAGES: readonly (readonly [
  id: string,
  what: string,
  from: 'crashed' | 'stopped',
  times: number,
  damage: Damage,
  allowed: readonly string[],
])[] = [
  [
    'OP-20c',
    'the write-ahead log cut anywhere',
    'crashed',
    40,
    change('hush.db-wal', cut),
    ['said', 'whole'],
  ],
  ['OP-20c', 'its tail zeroed', 'crashed', 20, change('hush.db-wal', zeroTail), ['said', 'whole']],
  ['OP-20c', 'the write-ahead log missing after a crash', 'crashed', 1, remove('hush.db-wal'), ['said']],
  ['OP-20c', 'a bit of the write-ahead log', 'crashed', 30, change('hush.db-wal', flip), ['said', 'whole']],
  ['OP-20c', 'a sector of zeros in it', 'crashed', 15, change('hush.db-wal', zeroSector), ['said', 'whole']],
  [
    'OP-20b',
    'hush.db empty beside a write-ahead log',
    'crashed',
    1,
    change('hush.db', () => Buffer.alloc(0)),
    ['refused'],
  ],
  ['OP-20b', 'hush.db missing beside a write-ahead log', 'crashed', 1, remove('hush.db'), ['refused']],
  [
    'OP-20b',
    'hush.db empty after a stop',
    'stopped',
    1,
    change('hush.db', () => Buffer.alloc(0)),
    ['refused'],
  ],
  ['OP-20b', 'hush.db missing after a stop', 'stopped', 1, remove('hush.db'), ['refused']],
  ['OP-20a', 'a bit of hush.db', 'stopped', 30, change('hush.db', flip), ['refused', 'said', 'whole']],
  [
    'OP-20a',
    'a bit of hush.db under a whole write-ahead log',
    'crashed',
    10,
    change('hush.db', flip),
    ['refused', 'said', 'whole'],
  ],
  ['OP-20a', 'a page of zeros', 'stopped', 10, change('hush.db', zeroPage), ['refused', 'said', 'whole']],
  ['OP-20a', 'a sector of noise', 'stopped', 15, change('hush.db', noise), ['refused', 'said', 'whole']],
  ['OP-20a', 'two pages swapped', 'stopped', 10, change('hush.db', swapPages), ['refused', 'said', 'whole']],
  ['OP-20a', 'one page older', 'stopped', 15, change('hush.db', olderPage), ['refused', 'said', 'whole']],
  ['OP-20b', 'the file cut', 'stopped', 10, change('hush.db', cut), ['refused', 'said', 'whole']],
  [
    'OP-20d',
    'the whole file older',
    'stopped',
    1,
    dataDir => copyFileSync(join(base('older'), 'hush.db'), join(dataDir, 'hush.db')),
    ['said'],
  ],
  ['OP-20c', 'a bit of the witness', 'crashed', 5, change('hush.end', flip), ['whole']],
];

type Case = (typeof DAMAGES)[number];
const casesOf = (id: string): readonly Case[] => DAMAGES.filter(([one]) => one === id);

function tryAll(...[, what, from, times, damage, allowed]: Case): void {
  const chance = chanceFrom(what.length * 1000 + times);
  for (let i = 0; i < times * TIMES; i++) {
    const dataDir = copyOf(from);
    damage(dataDir, below => Math.floor(chance() * below));
    expect(allowed, `${what}, ${i}`).toContain(verdict(dataDir));
    rmSync(dataDir, { recursive: true });
  }
}

describe('no loss of acknowledged entries stays unreported', () => {
  test.each(casesOf('OP-20a'))('OP-20a damaged pages are detected: %s %s', tryAll);
  test.each(casesOf('OP-20b'))(
    'OP-20b if the journal is missing, the server reports that and does not start a new one: %s %s',
    tryAll,
  );
  test.each(casesOf('OP-20c'))('OP-20c a lost end of the write-ahead log is reported: %s %s', tryAll);
  test.each(casesOf('OP-20d'))('OP-20d an older copy of the journal is reported: %s %s', tryAll);
});
