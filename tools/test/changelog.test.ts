/** Tests that CHANGELOG.md has the form of Keep a Changelog, with a section for the version of the package. */
import { expect, test } from 'vitest';
import { read, readJson } from './tree.ts';

const KINDS = ['Upgrade notes', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const text = read('CHANGELOG.md');
const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);

test('the changelog begins with unreleased changes, then lists versions with their dates', () => {
  expect(headings[0]).toBe('Unreleased');
  expect(headings.slice(1).filter(title => !/^\[\d+[.]\d+[.]\d+\] - \d{4}-\d\d-\d\d$/.test(title))).toEqual(
    [],
  );
});

test('the version of the package has a section', () => {
  const { version } = readJson('package.json') as { readonly version: string };
  expect(headings[1]).toMatch(new RegExp(`^\\[${version.replaceAll('.', '[.]')}\\] `));
});

test('the groups of a section have the usual names', () => {
  const groups = [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title);
  expect(groups.filter(title => !KINDS.includes(title))).toEqual([]);
});
