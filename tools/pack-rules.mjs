/**
 * `npm run pack:rules [-- FOLDER]`: packs the rules as an npm package. In this repository the packages run from their
 * TypeScript sources; Node does not load TypeScript from node_modules, so the package has JavaScript and types.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError } from './report.mjs';

const RULES = join(ROOT, 'packages/rules');

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new SetupError(`${command} ${args.join(' ')} failed: ${stdout}${stderr}`);
  return stdout;
}

/** Writes all files of the package. @param {string} folder */
async function fill(folder) {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  for (const { name, text } of await bundle(join(RULES, 'src/index.ts'), 'index'))
    writeFileSync(join(dist, name), text);
  const types = [
    '--composite',
    'false',
    '--incremental',
    'false',
    '--declarationMap',
    'false',
    '--outDir',
    dist,
  ];
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', RULES, ...types], ROOT);
  copyFileSync(join(RULES, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const { private: _, ...fields } = JSON.parse(readFileSync(join(RULES, 'package.json'), 'utf8'));
  const exports = { types: './dist/index.d.ts', default: './dist/index.mjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...fields, exports }, null, 2));
}

/** @param {string} target folder of the tarball @returns {Promise<string>} its path */
export async function packRules(target) {
  const folder = mkdtempSync(join(tmpdir(), 'hush-rules-'));
  try {
    await fill(folder);
    const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', target], folder));
    return join(target, filename);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function main() {
  process.stdout.write(`${await packRules(resolve(process.argv[2] ?? '.'))}\n`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
