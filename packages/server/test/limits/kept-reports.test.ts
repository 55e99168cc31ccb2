/** Tests of the operator's list of reports, and of the list of words that no name may contain. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptReports } from '../../src/limits/kept-reports.ts';
import { nameFilterIn, readNameFilter, refusesName } from '../../src/runtime/name-filter.ts';

const DAY = 86_400_000;

const about = (name: string) =>
  ({ type: 'memberReported', table: 'BCDFGHJK', member: 2, name, text: null }) as const;

test('PR-68c reports survive a restart; the newest 200 are kept for the days of HUSH_KEEP_DAYS, or until they are deleted', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-reports-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  let now = 5 * DAY;
  const plan = { dataDir, keepDays: 30, wallClock: () => now };
  const kept = new KeptReports(plan);
  for (let i = 1; i <= 201; i++) kept.add(about(`Bo ${i}`));
  expect(statSync(join(dataDir, 'reports.json')).mode & 0o077).toBe(0);
  const later = new KeptReports(plan).list();
  expect([later.length, later[0]?.name, later.at(-1)?.name]).toEqual([200, 'Bo 2', 'Bo 201']);
  now += 29 * DAY;
  kept.add(about('Cy'));
  now += DAY;
  expect(new KeptReports(plan).list()).toEqual([
    { when: 34 * DAY, table: 'BCDFGHJK', member: 2, name: 'Cy', text: null },
  ]);
  kept.clear();
  expect(new KeptReports(plan).list()).toEqual([]);
});

test.each([
  ['darn', true],
  ['DÀRN it', true],
  ['d-a r.n', true],
  ['D4rn', true],
  ['Darwin', false],
  ['', false],
])('PR-68d a list with the word “darn” refuses the name %j: %s', (name, isRefused) => {
  expect(refusesName(nameFilterIn('# rude words\n\n  Darn \r\n!?\n'), name)).toBe(isRefused);
});

test('PR-68d a list that cannot be read is named in a sentence, and without a list every name is accepted', () => {
  expect(readNameFilter('/no/such/file')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/cannot be read/),
  });
  expect(readNameFilter(undefined)).toEqual({ ok: true, value: [] });
  expect(refusesName([], 'darn')).toBe(false);
});
