/** Tests of the link from the home screen back to the last table. */
import { afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);

const { lastTable } = await import('../../src/device/last-table.ts');
const { keepSeat, leaveSeat, loseSeat, storeLastTable, storage } = await import(
  '../../src/device/storage.ts'
);

const CODE = 'K7GX4FPN';
const HOUR = 60 * 60_000;

afterEach(() => vi.useRealTimers());

function sitDown(keys = false): void {
  keepSeat(CODE, 'token');
  storeLastTable(CODE, keys);
}

test('PR-83f the home screen links to the table of the last seat, in the view that the device had', () => {
  sitDown();
  expect(lastTable()).toBe(`/t/${CODE}`);
  sitDown(true);
  expect(lastTable()).toBe(`/t/${CODE}?view=keys`);
});

test.each([
  ['given up', leaveSeat],
  ['lost', loseSeat],
])('PR-83f a seat that was %s gives no link back', (_, end) => {
  sitDown();
  end(CODE);
  expect(lastTable()).toBe(null);
});

test('PR-83f the link back to the last table disappears a day after the last visit', () => {
  vi.useFakeTimers();
  sitDown();
  vi.advanceTimersByTime(23 * HOUR);
  expect(lastTable()).toBe(`/t/${CODE}`);
  vi.advanceTimersByTime(2 * HOUR);
  expect(lastTable()).toBe(null);
});

test.each(['', 'null', '{', '"K7GX4FPN"', '[7, true, 1]', '["K7GX4FPN", true]'])(
  'PR-83e the stored table %j gives no link back',
  text => {
    keepSeat(CODE, 'token');
    storage.put('table', text);
    expect(lastTable()).toBe(null);
  },
);
