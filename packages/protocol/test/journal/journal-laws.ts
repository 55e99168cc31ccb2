/** Properties: a journal answers any requests, in any order and also at the same time, as arrays in memory would. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Journal, readAll } from '../../src/index.ts';
import { ear } from './journal-kit.ts';

interface Write {
  readonly type: 'append' | 'compact';
  readonly log: string;
  readonly off: number;
  readonly entries: readonly string[];
}

type Op =
  | Write
  | { readonly type: 'read'; readonly log: string; readonly from: number }
  | { readonly type: 'purge'; readonly log: string }
  | { readonly type: 'logs'; readonly prefix: string };

interface Borrowed {
  readonly journal: Journal;
  readonly giveBack: () => Promise<void>;
}

const log = fc.constantFrom('a', 'a/b', 'b:1', 'c');
const text = fc.string({ unit: 'binary', maxLength: 40 });
const append = fc.record({
  type: fc.constant('append' as const),
  log,
  off: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 2 })),
  entries: fc.array(text, { maxLength: 4 }),
});
const compact = fc.record({
  type: fc.constant('compact' as const),
  log,
  off: fc.constantFrom(0, 0, 0, 1, -1),
  entries: fc.array(text, { minLength: 1, maxLength: 3 }),
});
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: append },
  { weight: 1, arbitrary: compact },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('read' as const), log, from: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('purge' as const), log }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('logs' as const), prefix: fc.constantFrom('', 'a', 'b') }),
  },
);

/** The model of the journal: a map of arrays that answers one request after the other. */
class Lists {
  readonly #lists = new Map<string, string[]>();

  list(name: string): string[] {
    return this.#lists.get(name) ?? [];
  }

  expected(asked: Write): number {
    return Math.max(0, this.list(asked.log).length + asked.off);
  }

  answer(asked: Op): unknown {
    switch (asked.type) {
      case 'append':
        return this.#append(asked);
      case 'compact': {
        const before = this.list(asked.log).length;
        const result = this.#append(asked);
        if (this.list(asked.log).length > before) this.list(asked.log).fill('', 0, before);
        return result;
      }
      case 'read': {
        const list = this.list(asked.log);
        return { ok: true, entries: list.slice(asked.from - 1), version: list.length };
      }
      case 'purge':
        this.#lists.delete(asked.log);
        return { ok: true };
      case 'logs':
        return {
          ok: true,
          logs: [...this.#lists.keys()].filter(name => name.startsWith(asked.prefix)).sort(),
        };
    }
  }

  #append(asked: Write): unknown {
    const list = this.list(asked.log);
    if (this.expected(asked) !== list.length)
      return { ok: false, error: { type: 'conflict', version: list.length } };
    if (asked.entries.length > 0) this.#lists.set(asked.log, [...list, ...asked.entries]);
    return { ok: true, version: list.length + asked.entries.length };
  }
}

function ask(journal: Journal, asked: Op, expected: number): Promise<unknown> {
  switch (asked.type) {
    case 'append':
      return journal.append(asked.log, expected, asked.entries);
    case 'compact':
      return journal.compact(asked.log, expected, asked.entries);
    case 'read':
      return journal.read(asked.log, asked.from);
    case 'purge':
      return journal.purge(asked.log);
    case 'logs':
      return journal.logs(asked.prefix);
  }
}

export function journalLaws(lend: () => Promise<Borrowed>, runs: number): void {
  /** Runs a property. All of its runs share one journal, and each begins with a purge, so purges are tested as well. */
  const each = async (run: (journal: Journal) => Promise<void>, journal: Journal): Promise<void> => {
    for (const name of ['a', 'a/b', 'b:1', 'c']) await journal.purge(name);
    await run(journal);
  };

  test('sequential requests get the same answers as from arrays in memory', async () => {
    const { journal, giveBack } = await lend();
    const law = fc.asyncProperty(fc.array(op, { maxLength: 40 }), ops =>
      each(async () => {
        const lists = new Lists();
        for (const asked of ops) {
          const expected = 'off' in asked ? lists.expected(asked) : 0;
          expect(await ask(journal, asked, expected)).toEqual(lists.answer(asked));
        }
      }, journal),
    );
    await fc.assert(law, { numRuns: runs, seed: 3 });
    await giveBack();
  });

  test('concurrent appends have the same result as in some sequential order', async () => {
    const { journal, giveBack } = await lend();
    const law = fc.asyncProperty(fc.array(fc.array(append, { maxLength: 12 }), { maxLength: 8 }), waves =>
      each(async () => {
        const lists = new Lists();
        for (const wave of waves) {
          const asked = wave.map(one => [one, lists.expected(one)] as const);
          const answers = asked.map(([one, expected]) => ask(journal, one, expected));
          const model = asked.map(([one, expected]) =>
            lists.answer({ ...one, off: expected - lists.list(one.log).length }),
          );
          expect(await Promise.all(answers)).toEqual(model);
        }
      }, journal),
    );
    await fc.assert(law, { numRuns: runs, seed: 4 });
    await giveBack();
  });

  test('a subscriber gets exactly the log from its version on', async () => {
    const { journal, giveBack } = await lend();
    const join = fc.record({ wave: fc.nat(7), from: fc.integer({ min: 1, max: 12 }) });
    const waves = fc.array(fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    const law = fc.asyncProperty(waves, fc.array(join, { maxLength: 5 }), (written, joins) =>
      each(() => hearsAll(journal, written, joins), journal),
    );
    await fc.assert(law, { numRuns: runs, seed: 5 });
    await giveBack();
  });
}

async function hearsAll(
  journal: Journal,
  waves: readonly (readonly (readonly string[])[])[],
  joins: readonly { readonly wave: number; readonly from: number }[],
): Promise<void> {
  const ears = joins.map(join => ({ ...join, ...ear() }));
  let expected = 0;
  for (const [n, wave] of waves.entries()) {
    const appended = wave.map(entries => {
      const done = journal.append('a', expected, entries);
      expected += entries.length;
      return done;
    });
    for (const join of ears)
      if (join.wave % waves.length === n) journal.subscribe('a', join.from, join.listener);
    await Promise.all(appended);
  }
  const all = await readAll(journal, 'a');
  for (const { from, until, heard } of ears) {
    const due = all.ok ? all.entries.slice(from - 1) : [];
    await until(due.length);
    expect(heard()).toEqual(due);
  }
}
