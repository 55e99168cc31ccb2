/**
 * Tests that every file, type, method and function in docs/A-MOVE.md exists, and that every file is named with its
 * package.
 */
import { expect, test } from 'vitest';
import { files, read } from './tree.ts';

const sources = files().filter(path => /^packages\/[a-z]+\/src\/.*[.](?:tsx?|mjs)$/.test(path));
const texts = sources.map(read);
const page = read('docs/A-MOVE.md');

const isIn = (pattern: string): boolean => texts.some(text => new RegExp(pattern, 'm').test(text));

function exists(name: string): boolean {
  const [, folder, file] = /^([a-z]+): (.+)$/.exec(name) ?? [];
  if (folder !== undefined)
    return ['ts', 'tsx', 'mjs'].some(end => sources.includes(`packages/${folder}/src/${file}.${end}`));
  if (name.endsWith('()')) return isIn(`^ *(?:export )?function ${name.slice(0, -2)}\\b`);
  const [owner, method] = name.split('.');
  if (method !== undefined) return isIn(`^export class ${owner}\\b[^]*^  (?:async )?${method}\\(`);
  return isIn(`^export (?:async )?(?:class|const|function|interface|type) ${name}\\b`);
}

/** The names in backticks, without messages, commands and the pattern for names of files. */
const named = [...page.matchAll(/`([a-z]+: [a-z-/]+|[A-Za-z]+(?:[.][a-z][A-Za-z]*|[(][)])?)`/g)].flatMap(
  ([, name = '']) => (name === 'package: room/file' ? [] : [name]),
);

test.each([...new Set(named)])('docs/A-MOVE.md: `%s` is a file, or a name in the sources', name => {
  expect(exists(name)).toBe(true);
});

test.each([
  ['A move', 8, 20, 31],
  ['A lost connection', 5, 9, 8],
])(
  'docs/A-MOVE.md: the list "%s" has %i lines, at least %i names and %i files, and says so',
  (title, lines, names, count) => {
    const list = page.split(/^#+ /m).find(part => part.startsWith(title)) ?? '';
    expect(list.match(/^\d+[.] /gm)).toHaveLength(lines);
    expect(named.filter(name => list.includes(`\`${name}\``)).length).toBeGreaterThanOrEqual(names);
    const opened = named.filter(name => name.includes(': ') && list.includes(`\`${name}\``));
    expect(new Set(opened).size).toBe(count);
    expect(list).toContain(` lines and ${count} files.`);
  },
);
