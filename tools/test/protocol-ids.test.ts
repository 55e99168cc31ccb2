/**
 * Tests that docs/PROTOCOL.md, docs/PAGE.md, docs/OPERATING.md, docs/CLUSTER.md and the tests refer to each other, as
 * docs/RULES.md and the tests do (conformance.test.ts).
 */
import { expect, test } from 'vitest';
import { testFiles } from '../conformance.mjs';
import { definedIds, headingsIn, idsIn, titlesIn } from '../rule-titles.mjs';
import { read } from './tree.ts';

const isOfDocument = (id: string): boolean => /^(?:PR|OP|CL)-/.test(id);

const DOCS = ['docs/PROTOCOL.md', 'docs/PAGE.md', 'docs/OPERATING.md', 'docs/CLUSTER.md']
  .map(read)
  .join('\n');
const IDS = new Set([...definedIds(DOCS)].filter(isOfDocument));
const HEADINGS = headingsIn(IDS);
const FACTS = [...IDS].filter(id => !HEADINGS.has(id));
const TITLES = testFiles().flatMap(file => titlesIn(read(file)).map(title => ({ file, ...title })));
const PROVEN = new Set(TITLES.filter(({ runs }) => runs).flatMap(({ text }) => idsIn(text)));

test('every fact of docs/PROTOCOL.md, docs/PAGE.md, docs/OPERATING.md and docs/CLUSTER.md is in the title of a test that runs', () => {
  expect(FACTS.filter(id => !PROVEN.has(id))).toEqual([]);
});

test('every PR, OP and CL id in a title exists in the documents, and none is a heading', () => {
  const wrong = TITLES.flatMap(({ file, text }) =>
    idsIn(text)
      .filter(id => isOfDocument(id) && !FACTS.includes(id))
      .map(id => `${id} in ${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

/** How many titles of each package begin without an id. These numbers may only fall. */
const WITHOUT_ID: Readonly<Record<string, number>> = { protocol: 0, server: 60, web: 135, cli: 53 };

test.each(Object.entries(WITHOUT_ID))('in %s at most %i titles begin without an id', (name, most) => {
  const bare = TITLES.filter(
    ({ file, text }) => file.startsWith(`packages/${name}/`) && !/^[A-Z]{2}-\w+ /.test(text),
  );
  expect(bare.length, bare.map(({ file, text }) => `${file}: ${text}`).join('\n')).toBeLessThanOrEqual(most);
});

test('every PR, OP and CL id is defined once in the documents', () => {
  const defined = [...DOCS.matchAll(/^ *- \*\*((?:PR|OP|CL)-\w+)\*\*/gm)].map(([, id]) => id);
  expect(defined.filter((id, i) => defined.indexOf(id) < i)).toEqual([]);
});

test('the documents contain ids', () => {
  expect(HEADINGS.size).toBeGreaterThanOrEqual(30);
  expect(FACTS.length).toBeGreaterThan(100);
  expect(FACTS).toEqual(expect.arrayContaining(['PR-9a', 'OP-1a']));
});
