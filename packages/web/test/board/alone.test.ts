/** The board can be used without the page: the imports of its test page lead only to board/ and art/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*'([.][^'?]+)/g;

/** A file of this package and everything that it imports from this package, types too. */
function reachedFrom(path: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(path)) return reached;
  reached.add(path);
  if (!/[.]tsx?$/.test(path)) return reached;
  for (const [, to = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT))
    reachedFrom(join(path, '..', to), reached);
  return reached;
}

test('PR-80a the board alone imports board/ and art/ only', () => {
  const reached = [...reachedFrom('test/board-page/alone.ts')].slice(1);
  expect(reached).toContain('src/board/camera.ts');
  expect(reached.filter(path => !/^src[/](?:board|art)[/]/.test(path))).toEqual([]);
});
