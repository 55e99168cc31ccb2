/** Tests of the documents: paths, links, scripts and commands in them exist. */
import { spawnSync } from 'node:child_process';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../fresh.mjs';
import { exists, files, read, readJson } from './tree.ts';

const DOCUMENTS = files().filter(path => path.endsWith('.md'));
const MAPS = ['ARCHITECTURE.md', 'CONTRIBUTING.md'];

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word ?? '');

/** Whether a word is a path in this repository; patterns such as packages/<name>/test are not. */
const isPath = (word: string): boolean =>
  /^(packages|tools|docs|[.]ci)(\/[\w.-]+)+$/.test(word) || /^[.\w-]+[.](md|json|cjs|mjs|ts)$/.test(word);

/** Names of files that every package has, so they are not a single path. */
const IN_EVERY_PACKAGE = ['package.json', 'tsconfig.json'];

test.each(MAPS)('every path named in %s exists', path => {
  const paths = quoted(read(path))
    .filter(isPath)
    .filter(word => !IN_EVERY_PACKAGE.includes(word));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter(word => !exists(word))).toEqual([]);
});

test.each(DOCUMENTS)('every link in %s has an existing target', path => {
  const targets = [...read(path).matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => target ?? '');
  const local = targets.filter(target => !target.includes('://'));
  expect(local.filter(target => !exists(posix.join(posix.dirname(path), target)))).toEqual([]);
});

test.each(DOCUMENTS)('every npm script named in %s exists', path => {
  const { scripts } = readJson('package.json') as { readonly scripts: Readonly<Record<string, string>> };
  const named = [...read(path).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(
    ([, name]) => name ?? '',
  );
  expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('the documents contain the commands that a reader needs first', () => {
  expect(read('README.md')).toContain('npm start');
  expect(read('README.md')).toContain('npm test');
});

test('the referee answers the questions in README with the answers in README', () => {
  const [questions = '', answers = ''] = [...read('README.md').matchAll(/```jsonl\n([^`]+)```/g)].map(
    ([, text]) => text,
  );
  const launcher = join(ROOT, 'packages/cli/bin/hush.mjs');
  const { stdout } = spawnSync(process.execPath, [launcher, 'referee'], {
    input: questions,
    encoding: 'utf8',
  });
  expect(stdout).toBe(answers);
  expect(answers).toContain('heroMoved');
});

test('every npm script except start has a line in CONTRIBUTING', () => {
  const { scripts } = readJson('package.json') as { readonly scripts: Readonly<Record<string, string>> };
  const text = read('CONTRIBUTING.md');
  expect(
    Object.keys(scripts).filter(name => name !== 'start' && !new RegExp(`npm (run )?${name}\\b`).test(text)),
  ).toEqual([]);
});

test('every decision record has context, decision and consequences', () => {
  const records = files().filter(path => path.startsWith('docs/adr/'));
  expect(records.length).toBeGreaterThanOrEqual(4);
  for (const path of records) {
    expect([...read(path).matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
  }
});
