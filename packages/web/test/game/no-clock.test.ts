/**
 * Tests of a game without a clock on the page: its choice in the lobby, its hourglass, its result and its place in the
 * book.
 */
import type { TableWish } from '@hush/protocol';
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import { LINE } from '../book/book-kit.ts';
import { place, stubDocument, type TinyNode } from '../tiny-dom.ts';

stubDocument();
vi.stubGlobal('location', { pathname: '/', search: '', hash: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);
const { Evening, speak } = await import('../table/play-kit.ts');
const { requestWords } = await import('../../src/i18n/catalogs.ts');
const { GlassPanel } = await import('../../src/game/hourglass-panel.tsx');
const { withSand } = await import('../../src/lobby/wish-form.tsx');
const { ResultChips } = await import('../../src/table-screen/game-figures.tsx');
const { TablePanel } = await import('../../src/toy-mall/table-panel.tsx');
const { spokenLine } = await import('../../src/book/book-lines.tsx');

const UNTIMED: TableWish = { scenario: 1, house: { noClock: true } };

test('HG-9a choosing no clock keeps other house rules, and choosing an amount of sand undoes it', () => {
  const wish: TableWish = { scenario: 1, hourglass: 240, house: { pause: true } };
  const without = withSand(wish, null);
  expect(without).toEqual({ scenario: 1, house: { pause: true, noClock: true } });
  expect(withSand(without, 420)).toEqual({ scenario: 1, hourglass: 420, house: { pause: true } });
  expect(withSand(UNTIMED, 180)).toEqual({ scenario: 1 });
});

const radio = (root: TinyNode, label: string): TinyNode => {
  const found = root
    .all('label')
    .find(one => one.textContent === label)
    ?.all('input')[0];
  if (found === undefined) throw new Error(`there is no choice ${label}`);
  return found;
};

test('HG-9a the host chooses no clock in the panel of the table, and the table has that wish', async () => {
  await speak('en');
  const evening = new Evening({ scenario: 1 });
  const host = await evening.sit('Ann');
  const { root, draw } = place();
  await draw(h(TablePanel, { session: host }));
  await radio(root, 'No clock').fire('change');
  await evening.pass(50);
  expect(host.table.value.wish).toEqual(UNTIMED);
  await radio(root, '4:00').fire('change');
  await evening.pass(50);
  expect(host.table.value.wish).toEqual({ scenario: 1, hourglass: 240 });
});

test('HG-9a ten minutes after the start the hourglass shows no time but the sign for no clock, and is full', async () => {
  await speak('en');
  const evening = new Evening(UNTIMED);
  const host = await evening.sit('Ann');
  await evening.sit('Bo');
  await evening.begin();
  await evening.pass(600_000);
  const game = host.game.value;
  if (game === null) throw new Error('no game');
  expect(game.status).toBe('playing');
  const { root, draw } = place();
  await draw(h(GlassPanel, { session: host, game }));
  const time = root.all('p').find(one => one.getAttribute('class') === 'time');
  expect([time?.textContent, time?.getAttribute('aria-label')]).toEqual(['∞', null]);
  expect(root.textContent).not.toMatch(/\d:\d\d/);
  await requestWords('after');
  await draw(h(ResultChips, { game: { ...game, status: 'won', at: 600_000 } }));
  expect(root.textContent).toContain('10:00 played');
  expect(root.textContent).not.toContain('left');
  await draw(null);
});

test('HG-9d the book shows no minutes left for a game without a clock', async () => {
  await speak('en');
  await requestWords('book');
  expect(spokenLine({ ...LINE, timeLeft: 0 })).not.toMatch(/\d:\d\d/);
  expect(spokenLine({ ...LINE, timeLeft: 61_000 })).toMatch(/1:01/);
});
