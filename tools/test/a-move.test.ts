/** Every file and type that docs/A-MOVE.md names exists. */
import { expect, test } from 'vitest';
import { files, read } from './tree.ts';

const sources = files().filter(path => /^packages\/[a-z]+\/src\/.*[.](?:tsx?|mjs)$/.test(path));
const text = sources.map(read).join('\n');

const isFile = (name: string): boolean =>
  ['ts', 'tsx', 'mjs'].some(end => sources.some(path => path.endsWith(`/src/${name}.${end}`)));
const isExported = (name: string): boolean =>
  new RegExp(`^export (?:async )?(?:class|const|function|interface|type) ${name}\\b`, 'm').test(text);

/** Names in backticks, without the package in front of a file. Messages and commands are not names. */
const named = [...read('docs/A-MOVE.md').matchAll(/`(?:[a-z]+: )?([a-z-]+\/[a-z-]+|[A-Za-z]+)`/g)].map(
  ([, name = '']) => name,
);

test.each([...new Set(named)])('docs/A-MOVE.md: `%s` is a file or an exported name', name => {
  expect(name.includes('/') ? isFile(name) : isExported(name)).toBe(true);
});

test('docs/A-MOVE.md names at least twenty files and types', () => {
  expect(new Set(named).size).toBeGreaterThanOrEqual(20);
});
