/** Tests of CM-2 with several authorities: a name sent while another authority starts a game is not shown during silence. */
import { expect, test } from 'vitest';
import { type Journal, type Listener, memoryJournal } from '../../src/index.ts';
import { CODE, type Frame, Place, Visitor } from '../table/table-kit.ts';
import { settled, VirtualTime } from '../virtual-time.ts';

/** A journal whose subscriber gets news of other authorities only when the test says so. */
function hardOfHearing(inner: Journal): { readonly journal: Journal; readonly listen: () => void } {
  const waiting: (() => void)[] = [];
  let listens = false;
  const later =
    (listener: Listener): Listener =>
    news => {
      if (listens) listener(news);
      else waiting.push(() => listener(news));
    };
  const journal: Journal = {
    append: (...asked) => inner.append(...asked),
    compact: (...asked) => inner.compact(...asked),
    read: (...asked) => inner.read(...asked),
    subscribe: (log, from, listener) =>
      inner.subscribe(log, from, log.startsWith('table/') ? later(listener) : listener),
    purge: (log, seen) => inner.purge(log, seen),
    logs: (prefix, after) => inner.logs(prefix, after),
    moments: inner.moments,
    close: () => inner.close(),
  };
  const listen = (): void => {
    listens = true;
    for (const tell of waiting.splice(0)) tell();
  };
  return { journal, listen };
}

const namesIn = ({ people = [] }: Frame): readonly string[] =>
  (people as readonly { readonly name: string }[]).map(({ name }) => name);

async function greeted(place: Place, token?: string): Promise<Visitor> {
  const visitor = new Visitor(place, token);
  visitor.hello();
  await settled();
  return visitor;
}

test('CM-2c a name chosen at a server that does not know of the start yet is not shown anywhere until the game is over', async () => {
  const time = new VirtualTime();
  const inner = memoryJournal();
  const here = await Place.create({ journal: inner, time });
  const ann = await here.sit('Ann');
  const bo = await here.sit('Bo');
  ann.manage({ type: 'begin' });
  await settled();
  const { journal, listen } = hardOfHearing(inner);
  const there = await Place.open({ journal, time, salt: 'there' });
  const bea = await greeted(there, bo.token);
  const before = ann.frames.length;

  ann.do({ type: 'start' });
  await settled();
  expect([here.game.status, there.game.status]).toEqual(['playing', 'setup']);
  bea.say({ t: 'rename', name: 'north!', avatar: 'owl' });
  await settled();
  // this authority did not know that the game had started, so it accepted the name
  expect(namesIn(bea.heard('people').at(-1) ?? {})).toContain('north!');

  // The old name is deleted (PR-182a) and the new name is not shown yet, so the seat number is shown.
  expect(ann.frames.slice(before).join()).not.toContain('north!');
  expect(namesIn((await greeted(here)).last)).toEqual(['Ann', '#2']);
  const again = await Place.open({ journal: inner, time, salt: 'again' });
  expect(namesIn((await greeted(again)).heard('welcome')[0] ?? {})).toEqual(['Ann', '#2']);

  listen();
  await settled();
  expect(there.game.status).toBe('playing');
  expect(namesIn(bea.heard('people').at(-1) ?? {})).toEqual(['Ann', '#2']);
  expect(namesIn((await greeted(there)).heard('welcome')[0] ?? {})).toEqual(['Ann', '#2']);

  await time.pass(180_001);
  await settled();
  expect(here.game.status).toBe('lost');
  expect(namesIn(ann.heard('people').at(-1) ?? {})).toEqual(['Ann', 'north!']);
});

test('CM-2c names chosen before the start are shown, whichever server wrote them', async () => {
  const time = new VirtualTime();
  const journal = memoryJournal();
  const here = await Place.create({ journal, time });
  const ann = await here.sit('Ann');
  const there = await Place.open({ journal, time, salt: 'there' });
  const bo = await there.sit('Bo');
  bo.say({ t: 'rename', name: 'Bob', avatar: 'owl' });
  await settled();
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  expect(here.game.status).toBe('playing');
  for (const place of [here, there, await Place.open({ journal, time, salt: 'again' })])
    expect(namesIn((await greeted(place)).heard('welcome')[0] ?? {})).toEqual(['Ann', 'Bob']);
  const entry = await journal.read(`table/${CODE}`, here.table.version);
  expect(entry).toMatchObject({ entries: [expect.stringContaining('"p":3')] });
});
