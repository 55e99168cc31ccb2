/** Tests of the launcher in a small clone: it builds if a source has changed, and only then. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../fresh.mjs';

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'hush-launcher-'));
  for (const path of ['tools', 'package.json', 'packages/cli/bin']) {
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  mkdirSync(join(clone, 'packages/web'));
  writeFileSync(join(clone, 'packages/web/index.html'), '<!doctype html><title>page</title>');
  command('one');
});

afterEach(() => rmSync(clone, { recursive: true }));

/**
 * Writes a command that prints a word. `secondsAhead` makes it newer than the bundle, whatever the resolution
 * of the file system's times.
 */
function command(word: string, secondsAhead = 0): void {
  const path = join(clone, 'packages/cli/src/main.ts');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(
    path,
    `export const main = async (args: readonly string[]): Promise<number> => {
    process.stdout.write(['${word}', ...args].join(' '));
    return 3;
  };\n`,
  );
  const at = Date.now() / 1000 + secondsAhead;
  utimesSync(path, at, at);
}

function hush(...args: readonly string[]): {
  readonly said: string;
  readonly code: number | null;
  readonly built: boolean;
} {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(clone, 'packages/cli/bin/hush.mjs'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { said: stdout, code: status, built: stderr.includes('building the command') };
}

test('the launcher builds once, passes on the arguments and returns the exit code', () => {
  expect(hush('a', 'b')).toEqual({ said: 'one a b', code: 3, built: true });
  expect(hush()).toEqual({ said: 'one', code: 3, built: false });
});

test('a changed source is built again, and only once', () => {
  hush();
  command('two', 1);
  expect(hush()).toEqual({ said: 'two', code: 3, built: true });
});

test('a removed source causes a new build', () => {
  const extra = join(clone, 'packages/rules/src/extra.ts');
  mkdirSync(join(extra, '..'), { recursive: true });
  writeFileSync(extra, 'export const extra = 1;\n');
  hush();
  expect(hush().built).toBe(false);
  rmSync(extra);
  expect(hush().built).toBe(true);
});

test('a source that cannot be built gives an error message, and after a correction the command is built', () => {
  writeFileSync(join(clone, 'packages/cli/src/main.ts'), 'const = ;\n');
  const { said, code } = hush();
  expect([said, code]).toEqual(['', 1]);
  command('three', 1);
  expect(hush().said).toBe('three');
});

test('lazily imported modules and workers are found beside the bundle', () => {
  const write = (name: string, text: string): void =>
    writeFileSync(join(clone, 'packages/cli/src', name), text);
  write(
    'main.ts',
    "export const main = async (): Promise<number> => (await import('./lazy.ts')).answer();\n",
  );
  write(
    'lazy.ts',
    `import { Worker } from 'node:worker_threads';
    export const answer = (): Promise<number> =>
      new Promise(resolve => new Worker(new URL('./deep.mjs', import.meta.url)).on('message', resolve));\n`,
  );
  write('deep.mjs', "import { parentPort } from 'node:worker_threads';\nparentPort.postMessage(42);\n");
  expect(hush()).toEqual({ said: '', code: 42, built: true });
  expect(readdirSync(join(clone, 'packages/cli/dist'))).toEqual([
    'deep.mjs',
    'hush.mjs',
    expect.stringMatching(/^lazy-/),
  ]);
});
