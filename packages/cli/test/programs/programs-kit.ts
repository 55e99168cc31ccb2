/** Programs for tests: small ones in JavaScript, and the examples of this repository. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export const PYTHON_BOT: readonly string[] = ['python3', join(ROOT, 'examples/python/mybot.py')];

/** The command line of a program that runs this JavaScript for each request. */
export const eachLine = (body: string): readonly string[] => [
  process.execPath,
  '-e',
  `require('node:readline').createInterface({ input: process.stdin }).on('line', line => { const request = JSON.parse(line); ${body} });`,
];

export const FIRST_LEGAL: readonly string[] = eachLine("if (request.ask) console.log('0')");

/** The command line of the TypeScript example; its types are removed, as Node 22.18 would do. */
export function typeScriptBot(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'hush-bot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = readFileSync(join(ROOT, 'examples/typescript/mybot.ts'), 'utf8');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  const file = join(folder, 'mybot.mjs');
  writeFileSync(file, outputText);
  return [process.execPath, file];
}
