/** docs/THREAT_MODEL.md names only facts that exist, which other tests require a test for, and every attack of `npm run attack`. */
import { expect, test } from 'vitest';
import { ATTACKS } from '../attack.mjs';
import { definedIds, headingsIn, idsIn } from '../rule-titles.mjs';
import { read } from './tree.ts';

const THREATS = read('docs/THREAT_MODEL.md');

test('every id in docs/THREAT_MODEL.md is a fact of another document', () => {
  const ids = definedIds(
    ['PROTOCOL', 'PAGE', 'OPERATING', 'CLUSTER'].map(name => read(`docs/${name}.md`)).join('\n'),
  );
  const headings = headingsIn(ids);
  expect(idsIn(THREATS).length).toBeGreaterThan(60);
  expect(idsIn(THREATS).filter(id => !ids.has(id) || headings.has(id))).toEqual([]);
});

test('docs/THREAT_MODEL.md lists exactly the attacks of `npm run attack`', () => {
  const rows = THREATS.split('## Attacks that were tried')[1]?.split('\n## ')[0] ?? '';
  const named = [...rows.matchAll(/^\| [^|]* \| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(named.filter(name => name !== 'npm run attack').sort()).toEqual(
    ATTACKS.map(({ name }) => name).sort(),
  );
});
