/** Tests of names across the repository: an exported name has one meaning, and every room has a README. */
import { expect, test } from 'vitest';
import rooms from '../rooms.cjs';
import { exists, files, read } from './tree.ts';

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|function\*?|interface|let|type) (\w+)/gm;

const sources = files().filter(path => /^packages\/[a-z]+\/src\/.*[.](?:tsx?|mjs)$/.test(path));

/** Names that several files may export: every language exports its texts as `messages`. */
const SAME_THING: ReadonlySet<string> = new Set(['messages']);

/** For each exported name the files that declare it. */
function homes(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of sources)
    for (const [, name = ''] of read(path).matchAll(EXPORT))
      found.set(name, (found.get(name) ?? new Set()).add(path));
  return found;
}

test('an exported name is declared in only one file of the repository', () => {
  const twice = [...homes()].filter(([name, paths]) => paths.size > 1 && !SAME_THING.has(name));
  expect(sources.length).toBeGreaterThan(300);
  expect(twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});

const listed = Object.entries(rooms).flatMap(([pkg, list]) =>
  Object.keys(list).map(room => [pkg, room] as const),
);

test.each(listed)('packages/%s/src/%s has a README that describes the room', (pkg, room) => {
  const path = `packages/${pkg}/src/${room}/README.md`;
  expect(exists(path) ? read(path) : '').toMatch(/^# \S.*\n\n\S/);
});

test.each(Object.keys(rooms))('every folder of packages/%s/src is a room of tools/rooms.cjs', pkg => {
  const folders = new Set(sources.flatMap(path => path.match(`^packages/${pkg}/src/([^/]+)/`)?.[1] ?? []));
  expect([...folders].sort()).toEqual(Object.keys(rooms[pkg as keyof typeof rooms]).sort());
});

/** The rooms that ARCHITECTURE.md lists for a package. */
function drawnRooms(pkg: string): readonly string[] {
  const tree =
    read('ARCHITECTURE.md')
      .split(`\npackages/${pkg}/src `)[1]
      ?.split(/\n\n|```/)[0] ?? '';
  return [...tree.matchAll(/^ {2}([a-z0-9-]+)\/ /gm)].map(([, room = '']) => room);
}

test.each(['protocol', 'server', 'web'])('ARCHITECTURE.md lists every folder of packages/%s/src', pkg => {
  const inside = `packages/${pkg}/src/`;
  const folders = files().flatMap(path =>
    path.startsWith(inside) ? path.slice(inside.length).split('/').slice(0, -1).slice(0, 1) : [],
  );
  expect([...drawnRooms(pkg)].sort()).toEqual([...new Set(folders)].sort());
});
