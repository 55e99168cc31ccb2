/** Tests that publishing a build leaves a complete page at any moment. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { place } from '../build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hush-place-'));
const entry = join(folder, 'index.html');

afterAll(() => rmSync(folder, { recursive: true }));

const build = (mark: string): readonly { name: string; text: string }[] => [
  { name: 'index.html', text: `assets/${mark}.js` },
  { name: `assets/${mark}.js`, text: mark },
  { name: 'sw.js', text: mark },
];

test('files are published under their names, the entry last, and obsolete files are deleted', async () => {
  place(build('old'), entry, new Date(1_000_000));
  const seen: string[] = [];
  const watcher = watch(folder, { recursive: true }, (_, name) => void seen.push(String(name)));
  // Events of watched folders arrive one after the other, and late on a busy machine.
  await expect
    .poll(() => {
      writeFileSync(join(folder, 'assets/probe'), '');
      return seen.some(name => name.endsWith('probe'));
    })
    .toBe(true);
  place(build('new'), entry, new Date(2_000_000));
  await expect.poll(() => seen).toContain('index.html');
  watcher.close();
  expect(readFileSync(join(folder, readFileSync(entry, 'utf8')), 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual(['assets', 'index.html', 'sw.js']);
  expect(readdirSync(join(folder, 'assets'))).toEqual(['new.js']);
  const first = seen.findIndex(name => name.startsWith(join('assets', 'new')));
  expect(first).toBeGreaterThanOrEqual(0);
  expect(seen.indexOf('index.html')).toBeGreaterThan(first);
});
