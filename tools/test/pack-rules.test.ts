/**
 * Tests of the packed rules as others install them: the package runs the example of its README in plain Node, and has
 * types.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../fresh.mjs';
import { packRules } from '../pack-rules.mjs';
import { read } from './tree.ts';

const HANGS = 120_000;
const project = mkdtempSync(join(tmpdir(), 'hush-pack-'));
const installed = join(project, 'node_modules/@hush/rules');
afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8' });

const [, example = ''] = /```js\n([\s\S]*?)```/.exec(read('packages/rules/README.md')) ?? [];

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  run('tar', 'xzf', await packRules(project), '--strip-components=1', '-C', installed);
  writeFileSync(join(project, 'example.mjs'), example);
}, HANGS);

test('the package of the rules contains code, types, README and licence, and nothing else', () => {
  const files = run('find', '-L', installed, '-type', 'f').trim().split('\n');
  const names = files
    .map(path => path.slice(installed.length + 1))
    .filter(name => !/^dist\/[\w-]+[.]d[.]ts$/.test(name));
  expect(names.sort()).toEqual(['LICENSE', 'README.md', 'dist/index.mjs', 'package.json']);
  expect(files.filter(name => name.endsWith('.d.ts')).length).toBeGreaterThan(40);
});

test('the example in the README runs in Node with the package alone', () => {
  const [start, move] = run(process.execPath, 'example.mjs').trim().split('\n');
  expect(start).toBe('start playing');
  expect(['move blocked', 'move not-yours']).toContain(move);
});

test(
  'the types in the package make an unknown command a compile error',
  () => {
    const source =
      "import type { Command } from '@hush/rules';\nexport const c: Command = { type: 'fly' };\n";
    writeFileSync(join(project, 'wrong.mts'), source);
    const args = ['--noEmit', '--strict', '--module', 'nodenext', 'wrong.mts'];
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout.match(/error/g)).toHaveLength(1);
    expect(stdout).toMatch(/^wrong[.]mts[(]2,.*"fly"/);
  },
  HANGS,
);
