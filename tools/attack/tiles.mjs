/** The standard tile set for a script that runs on plain Node: it is bundled first, because the rules are TypeScript. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../build.mjs';
import { ROOT } from '../fresh.mjs';

const FOLDER = join(ROOT, '.tsbuild/attack');
mkdirSync(FOLDER, { recursive: true });
for (const { name, text } of await bundle(join(ROOT, 'packages/rules/src/tile-set.ts'), 'tile-set'))
  writeFileSync(join(FOLDER, name), text);

/** @type {string} */
export const STANDARD_TILES = (await import(pathToFileURL(join(FOLDER, 'tile-set.mjs')).href)).STANDARD_TILES;
