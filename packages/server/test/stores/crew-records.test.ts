/** Tests that records are stored only for accepted games, so a refused game leaves nothing on the disk. */
import { type CrewEvent, type Entered, encodeCrewEvent, type Journal, memoryJournal } from '@hush/protocol';
import { sha256 } from '@hush/rules';
import { expect, test } from 'vitest';
import { enteredFrom } from '../../../protocol/test/crews/crew-kit.ts';
import type { BookEntry } from '../../src/stores/crew-changes.ts';
import { Crews } from '../../src/stores/crew-store.ts';
import { StillClock } from '../server-kit.ts';

const GAME = enteredFrom('records');

/** A game with this name; its record can be any text. */
function entry(name: string, text = name, more: Partial<Entered> = {}): BookEntry {
  return { text, entered: { ...GAME, game: sha256(name), record: sha256(text), size: text.length, ...more } };
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

async function openCrew(journal: Journal): Promise<{ readonly crews: Crews; readonly id: string }> {
  const crews = new Crews({ journal, clock: new StillClock(), log, keepDays: 0 });
  const made = await crews.found('Owls');
  if (!made.ok) throw new Error(made.error);
  return { crews, id: made.value.id };
}

async function recordsIn(journal: Journal): Promise<readonly string[]> {
  const found = await journal.logs('crew-game/');
  if (!found.ok) throw new Error('no logs');
  return found.logs.map(name => name.split('/')[2] ?? '').sort();
}

const hashes = (...texts: readonly string[]): readonly string[] => texts.map(text => sha256(text)).sort();

test('GB-3b a game that the book already has is not stored again with another record, even if the same request enters a new game', async () => {
  const journal = memoryJournal();
  const { crews, id } = await openCrew(journal);
  expect((await crews.enter(id, [entry('one')])).ok).toBe(true);
  expect(await crews.enter(id, [entry('one', 'sooner')])).toEqual({ ok: false, error: 'known' });
  expect(await recordsIn(journal)).toEqual(hashes('one'));
  const mixed = await crews.enter(id, [entry('one', 'later'), entry('two'), entry('two', 'two again')]);
  expect(mixed).toMatchObject({ ok: true, value: { entered: 2 } });
  expect(await recordsIn(journal)).toEqual(hashes('one', 'two'));
});

test('PR-28b an import for which the book has no space stores nothing', async () => {
  const journal = memoryJournal();
  const { crews, id } = await openCrew(journal);
  const long = entry('long', 'long', { size: 250_001 });
  expect(await crews.enter(id, [entry('one'), long])).toEqual({ ok: false, error: 'long' });
  const thick = Array.from({ length: 81 }, (_, i) => entry(`${i}`, `${i}`, { size: 250_000 }));
  expect(await crews.enter(id, thick)).toEqual({ ok: false, error: 'full' });
  expect(await recordsIn(journal)).toEqual([]);
});

test.each([
  ['another record than ours goes again', 'theirs', []],
  ['our very record keeps it', 'ours', hashes('ours')],
])('PR-57d if another server entered the line meanwhile: %s', async (_, text, left) => {
  const journal = memoryJournal();
  const { crews, id } = await openCrew(journal);
  const append = journal.append.bind(journal);
  const { entered } = entry('one', text);
  const event: CrewEvent = { type: 'gameEntered', ...entered };
  Object.assign(journal, {
    append: async (...asked: Parameters<Journal['append']>) => {
      const done = await append(...asked);
      if (asked[0].startsWith('crew-game/')) await append(`crew/${id}`, 1, [encodeCrewEvent(event)]);
      return done;
    },
  });
  expect(await crews.enter(id, [entry('one', 'ours')])).toEqual({ ok: false, error: 'known' });
  expect(await recordsIn(journal)).toEqual(left);
});
