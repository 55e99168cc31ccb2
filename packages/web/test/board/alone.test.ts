/** Tests that the board can be used without the page: its test page imports only board/ and art/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /(?:from|import)\s*\(?\s*'([.][^'?]+)/g;

/** All files of this package that a file imports, directly or through other files, types included. */
function reachedFrom(path: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(path)) return reached;
  reached.add(path);
  if (!/[.]tsx?$/.test(path)) return reached;
  for (const [, to = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT))
    reachedFrom(join(path, '..', to), reached);
  return reached;
}

test('PR-80a the page with the board alone imports only files of board/ and art/', () => {
  const reached = [...reachedFrom('test/board-page/alone.ts')].slice(1);
  expect(reached).toContain('src/board/camera.ts');
  expect(reached.filter(path => !/^src[/](?:board|art)[/]/.test(path))).toEqual([]);
});
