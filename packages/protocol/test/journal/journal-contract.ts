/**
 * The contract of every journal adapter. An adapter's test calls `journalContract` with a factory; each test gets a fresh,
 * empty journal.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { APPEND_LIMIT, type Journal, LIST_LIMIT, logPages, PAGE_LIMIT, readAll } from '../../src/index.ts';
import { housekeeping } from './journal-housekeeping.ts';
import { ear, fillLog, insist, numbered } from './journal-kit.ts';
import { journalLaws } from './journal-laws.ts';
import { keepingMoments } from './journal-moments.ts';

export interface Lent {
  readonly journal: Journal;
  /** Closes the journal and deletes its files. Called once, even if the test has already closed the journal. */
  readonly giveBack: () => Promise<void>;
}

export interface Sizes {
  readonly logs: number;
  readonly runs: number;
}

const FULL: Sizes = { logs: 10_000, runs: 100 };

export function journalContract(name: string, lend: () => Promise<Lent>, sizes: Sizes = FULL): void {
  describe(`${name} journal`, { timeout: 300_000 }, () => {
    const lent: Lent[] = [];
    const fresh = async (): Promise<Journal> => {
      const one = await lend();
      lent.push(one);
      return one.journal;
    };
    afterEach(async () => {
      for (const one of lent.splice(0)) await one.giveBack();
    });

    describe('append and read', () => appending(fresh));
    describe('concurrent appends', () => crowding(fresh, sizes));
    describe('subscribe', () => subscribing(fresh));
    describe('purge, logs, close', () => housekeeping(fresh));
    describe('moments', () => keepingMoments(fresh));
    describe('laws', () => journalLaws(lend, sizes.runs));
  });
}

function appending(fresh: () => Promise<Journal>): void {
  test('entries are numbered from 1 and read back unchanged', async () => {
    const journal = await fresh();
    expect(await journal.append('game/a', 0, ['one', 'two'])).toEqual({ ok: true, version: 2 });
    expect(await journal.append('game/a', 2, ['three'])).toEqual({ ok: true, version: 3 });
    expect(await journal.read('game/a', 1)).toEqual({
      ok: true,
      entries: ['one', 'two', 'three'],
      version: 3,
    });
    expect(await journal.read('game/a', 3)).toEqual({ ok: true, entries: ['three'], version: 3 });
    expect(await journal.read('game/a', 4)).toEqual({ ok: true, entries: [], version: 3 });
    expect(await journal.read('game/a', 99)).toEqual({ ok: true, entries: [], version: 3 });
  });

  test('a log that nobody has written is read as an empty log', async () => {
    const journal = await fresh();
    expect(await journal.read('nobody', 1)).toEqual({ ok: true, entries: [], version: 0 });
    expect(await journal.append('nobody', 3, ['x'])).toEqual({
      ok: false,
      error: { type: 'conflict', version: 0 },
    });
    expect(await journal.logs('')).toEqual({ ok: true, logs: [] });
  });

  test.each([
    ['behind', 1],
    ['ahead', 3],
  ])(
    'an append by a writer that is %s is refused with the current version, and nothing is written',
    async (_, expected) => {
      const journal = await fresh();
      await journal.append('log', 0, ['one', 'two']);
      expect(await journal.append('log', expected, ['lost', 'too'])).toEqual({
        ok: false,
        error: { type: 'conflict', version: 2 },
      });
      expect(await journal.read('log', 1)).toMatchObject({ entries: ['one', 'two'], version: 2 });
    },
  );

  test('an empty append compares the version and writes nothing', async () => {
    const journal = await fresh();
    expect(await journal.append('log', 0, [])).toEqual({ ok: true, version: 0 });
    expect(await journal.logs('')).toEqual({ ok: true, logs: [] });
    await journal.append('log', 0, ['one']);
    expect(await journal.append('log', 1, [])).toEqual({ ok: true, version: 1 });
    expect(await journal.append('log', 0, [])).toEqual({
      ok: false,
      error: { type: 'conflict', version: 1 },
    });
  });

  test('the caller may reuse its array right after the append', async () => {
    const journal = await fresh();
    const list = ['mine'];
    const done = journal.append('log', 0, list);
    list[0] = 'overwritten';
    list.push('more');
    expect(await done).toEqual({ ok: true, version: 1 });
    expect(await journal.read('log', 1)).toMatchObject({ entries: ['mine'] });
  });

  test.each([
    ['empty', ''],
    ['a zero character', 'a\u0000b'],
    ['four-byte characters', '🧝‍♀️ 🧙 𝔥𝔲𝔰𝔥'],
    ['a byte order mark', '\ufeffbom'],
    ['every kind of line end', 'a\nb\r\nc\u2028d\u0085'],
    ['combining and unnormalised', 'e\u0301 \u00e9 \u1112\u1161\u11ab'],
    ['quotes and backslashes', `'"\\"; DROP TABLE entries; --`],
    ['right to left', 'שלום مرحبا'],
    ['a noncharacter', '\uffff\ufffe\u{10ffff}'],
  ])('a text is stored unchanged: %s', async (_, text) => {
    const journal = await fresh();
    expect(await journal.append('log', 0, [text])).toEqual({ ok: true, version: 1 });
    expect(await journal.read('log', 1)).toEqual({ ok: true, entries: [text], version: 1 });
  });

  test('an append of the largest allowed size is accepted, in one entry or in many', async () => {
    const journal = await fresh();
    const one = '€'.repeat(APPEND_LIMIT - 1);
    expect(await journal.append('one', 0, [one])).toEqual({ ok: true, version: 1 });
    const read = await readAll(journal, 'one');
    expect(read.ok && read.entries[0] === one).toBe(true);
    const many = Array.from({ length: APPEND_LIMIT / 64 }, (_, i) => String(i).padEnd(63));
    expect(await journal.append('many', 0, many)).toEqual({ ok: true, version: many.length });
    expect(await readAll(journal, 'many')).toEqual({ ok: true, entries: many, version: many.length });
  });

  test('a long log is read page by page', async () => {
    const journal = await fresh();
    const entries = await fillLog(journal, 'long', 5500);
    expect(await readAll(journal, 'long')).toEqual({ ok: true, entries, version: 5500 });
    expect(await readAll(journal, 'long', 4321)).toMatchObject({ entries: entries.slice(4320) });
  });

  test('a page of long entries has fewer entries, and no entry is left out', async () => {
    const journal = await fresh();
    const entries = Array.from({ length: 60 }, (_, i) => String(i).repeat(20_000));
    for (const [at, entry] of entries.entries()) await journal.append('long', at, [entry]);
    const page = await journal.read('long', 1);
    const size = page.ok ? page.entries.join('').length : 0;
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(PAGE_LIMIT + APPEND_LIMIT);
    expect(await readAll(journal, 'long')).toEqual({ ok: true, entries, version: 60 });
  });

  test.each<[string, Parameters<Journal['append']>]>([
    ['a name no broker could carry', ['game.>', 0, ['x']]],
    ['an empty name', ['', 0, ['x']]],
    ['a negative version', ['log', -1, ['x']]],
    ['half a version', ['log', 0.5, ['x']]],
    ['half a character', ['log', 0, ['\ud800']]],
    ['too much text', ['log', 0, ['x'.repeat(APPEND_LIMIT)]]],
  ])('%s is a bug, so the call rejects', async (_, args) => {
    const journal = await fresh();
    await expect(journal.append(...args)).rejects.toThrow(RangeError);
    expect(await journal.logs('')).toEqual({ ok: true, logs: [] });
  });

  test('reading or subscribing from version 0 is a bug, so the call rejects', async () => {
    const journal = await fresh();
    await expect(journal.read('log', 0)).rejects.toThrow(RangeError);
    expect(() => journal.subscribe('log', 0, () => undefined)).toThrow(RangeError);
  });
}

function crowding(fresh: () => Promise<Journal>, sizes: Sizes): void {
  test('of many writers that append at the same version exactly one succeeds', async () => {
    const journal = await fresh();
    const results = await Promise.all(numbered(200).map(entry => journal.append('log', 0, [entry])));
    expect(results.filter(result => result.ok)).toHaveLength(1);
    for (const result of results)
      if (!result.ok) expect(result.error).toEqual({ type: 'conflict', version: 1 });
    const winner = results.findIndex(result => result.ok);
    expect(await journal.read('log', 1)).toMatchObject({ entries: [`{"n":${winner + 1}}`] });
  });

  test('fifty writers that retry lose no entry, write none twice and keep their own order', async () => {
    const journal = await fresh();
    const places = new Map<number, string>();
    const write = async (writer: number): Promise<void> => {
      for (let n = 0, at = 0; n < 20; n++) {
        at = await insist(journal, 'log', `${writer}:${n}`, at);
        expect(places.has(at), 'a version is given once').toBe(false);
        places.set(at, `${writer}:${n}`);
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, writer) => write(writer)));
    const read = await readAll(journal, 'log');
    expect(read).toEqual({
      ok: true,
      version: 1000,
      entries: Array.from({ length: 1000 }, (_, i) => places.get(i + 1)),
    });
  });

  test('the entries of one append have consecutive numbers, even with other writers', async () => {
    const journal = await fresh();
    const write = async (writer: number): Promise<void> => {
      for (let expected = 0, n = 0; n < 20; ) {
        const trio = [`${writer}:${n}a`, `${writer}:${n}b`, `${writer}:${n}c`];
        const result = await journal.append('log', expected, trio);
        if (result.ok) n++;
        if (result.ok) expected = result.version;
        else if (result.error.type === 'conflict') expected = result.error.version;
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));
    const read = await readAll(journal, 'log');
    const entries = read.ok ? read.entries : [];
    expect(entries).toHaveLength(600);
    for (let i = 0; i < entries.length; i += 3)
      expect(entries.slice(i, i + 3).map(entry => entry.slice(0, -1))).toEqual(
        Array.from({ length: 3 }, () => entries[i]?.slice(0, -1)),
      );
  });

  test('a conflict in one log does not affect other logs', async () => {
    const journal = await fresh();
    const logs = Array.from({ length: 100 }, (_, i) => `log/${i}`);
    const results = await Promise.all(logs.map((log, i) => journal.append(log, i % 2, ['x'])));
    expect(results.map(result => result.ok)).toEqual(logs.map((_, i) => i % 2 === 0));
  });

  test(`${sizes.logs} logs can be written and read, and no entry gets into another log`, async () => {
    const journal = await fresh();
    const logs = Array.from({ length: sizes.logs }, (_, i) => `game/${i.toString(36).padStart(5, '0')}`);
    await Promise.all(logs.map((log, i) => journal.append(log, 0, [`first of ${i}`])));
    await Promise.all(logs.map((log, i) => journal.append(log, 1, [`second of ${i}`])));
    const listed: string[] = [];
    for await (const page of logPages(journal, 'game/')) {
      if (!page.ok) throw new Error(JSON.stringify(page.error));
      expect(page.logs.length).toBeLessThanOrEqual(LIST_LIMIT);
      listed.push(...page.logs);
    }
    expect(listed).toEqual(logs);
    const read = await Promise.all(logs.map(log => journal.read(log, 1)));
    for (const [i, page] of read.entries())
      expect(page).toEqual({ ok: true, entries: [`first of ${i}`, `second of ${i}`], version: 2 });
  });
}

function subscribing(fresh: () => Promise<Journal>): void {
  test.each([1, 2, 3, 4])(
    'a subscriber from version %i on gets the existing entries, then the new entries',
    async from => {
      const journal = await fresh();
      await journal.append('log', 0, ['1', '2']);
      const one = ear();
      journal.subscribe('log', from, one.listener);
      await journal.append('log', 2, ['3']);
      await journal.append('log', 3, ['4', '5']);
      await one.until(6 - from);
      expect(one.heard()).toEqual(['1', '2', '3', '4', '5'].slice(from - 1));
      expect(one.first()).toBe(from);
    },
  );

  test('a subscriber is never called during `subscribe` or `append`', async () => {
    const journal = await fresh();
    await journal.append('log', 0, ['1']);
    const one = ear();
    let inside = true;
    journal.subscribe('log', 1, news => {
      expect(inside).toBe(false);
      one.listener(news);
    });
    const done = journal.append('log', 1, ['2']);
    inside = false;
    await done;
    await one.until(2);
  });

  test('a subscriber that starts at any moment of a busy log gets all entries in order', async () => {
    const journal = await fresh();
    const ears: { readonly from: number; readonly ear: ReturnType<typeof ear> }[] = [];
    for (let n = 0; n < 400; n++) {
      const appended = insist(journal, 'log', `${n + 1}`, n);
      if (n % 3 === 0) {
        const joined = { from: 1 + ((n * 7) % (n + 5)), ear: ear() };
        journal.subscribe('log', joined.from, joined.ear.listener);
        ears.push(joined);
      }
      if (n % 5 !== 0) await appended;
    }
    const read = await readAll(journal, 'log');
    const all = read.ok ? read.entries : [];
    for (const joined of ears) {
      await joined.ear.until(all.length - joined.from + 1);
      expect(joined.ear.heard()).toEqual(all.slice(joined.from - 1));
    }
  });

  test('every entry that a subscriber got can be read, so nothing is announced before it is durable', async () => {
    const journal = await fresh();
    const checks: Promise<boolean>[] = [];
    const isThere = async (from: number, entries: readonly string[]): Promise<boolean> => {
      const page = await journal.read('log', from);
      return page.ok && entries.every((entry, i) => entry === page.entries[i]);
    };
    const one = ear();
    journal.subscribe('log', 1, news => {
      if (news.type === 'entries') checks.push(isThere(news.from, news.entries));
      one.listener(news);
    });
    for (let n = 0; n < 30; n++) {
      await journal.append('log', n, [`${n}`]);
      // a subscriber that has all entries so far gets the next entries without a read
      await one.until(n + 1);
    }
    expect(await Promise.all(checks)).toEqual(checks.map(() => true));
  });

  test('after unsubscribe a subscriber gets nothing, and others still get news', async () => {
    const journal = await fresh();
    const quiet = ear();
    const other = ear();
    const unsubscribe = journal.subscribe('log', 1, quiet.listener);
    journal.subscribe('log', 1, other.listener);
    await journal.append('log', 0, ['1']);
    await Promise.all([quiet.until(1), other.until(1)]);
    unsubscribe();
    unsubscribe();
    await journal.append('log', 1, ['2']);
    await other.until(2);
    expect(quiet.heard()).toEqual(['1']);
  });

  test('a subscriber that unsubscribes while news is being delivered does not get that news', async () => {
    const journal = await fresh();
    const quiet = ear();
    let stop = (): void => undefined;
    journal.subscribe('log', 1, () => stop()); // this subscriber is called first
    stop = journal.subscribe('log', 1, quiet.listener);
    const other = ear();
    journal.subscribe('log', 1, other.listener);
    await journal.append('log', 0, ['1']);
    await other.until(1);
    expect(quiet.heard()).toEqual([]);
  });

  test('a listener may subscribe, unsubscribe and append during its call', async () => {
    const journal = await fresh();
    const inner = ear();
    const stop = journal.subscribe('log', 1, () => {
      stop();
      journal.subscribe('log', 1, inner.listener);
      void insist(journal, 'log', 'from inside');
    });
    await journal.append('log', 0, ['from outside']);
    await inner.until(2);
    expect(inner.heard()).toEqual(['from outside', 'from inside']);
  });
}
