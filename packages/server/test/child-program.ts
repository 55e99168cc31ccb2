/** Bundles programs that tests run as separate processes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../tools/build.mjs';

const SERVER = fileURLToPath(new URL('./server-child.ts', import.meta.url));
const BUNDLES = fileURLToPath(new URL('../.tsbuild/children', import.meta.url)); // inside the clone, so that Node finds the packages

/** Bundles a program in the same way as the command; returns its path in a new folder. */
export async function childProgram(name: string, source: string): Promise<string> {
  const folder = join(BUNDLES, `${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const file of await bundle(source, 'child')) writeFileSync(join(folder, file.name), file.text);
  return join(folder, 'child.mjs');
}

export const serverProgram = (name: string): Promise<string> => childProgram(name, SERVER);
