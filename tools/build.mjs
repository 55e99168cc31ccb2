/**
 * Builds the page, packages/web/dist, and bundles the command, packages/cli/src/main.ts, into packages/cli/dist/hush.mjs.
 * Our own packages are bundled from their sources, and packages from the registry with them, because many small files make
 * the start of the server twice as long; only the native database driver stays outside. Modules that main.ts imports
 * lazily become files beside the bundle, so that a command that needs no server does not load it.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { BUNDLE, PAGE, ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';

/** Registry packages and Node's own modules, everything but paths and @hush/*. */
const EXTERNAL = /^(?!@hush\/)[@a-z]/i;

/** The packages that the command loads from node_modules: their native part cannot be bundled. */
const NATIVE = /^libsql$/;

/** Finds workers in source code, where they are started: new URL('./journal-worker.mjs', import.meta.url). */
const WORKER = /new URL\('([.]\/[\w-]+[.]mjs)', import[.]meta[.]url\)/g;

/**
 * Bundles each worker to a file of the same name beside the bundle, so that the same URL finds it.
 * @type {import('rolldown').Plugin}
 */
const workers = {
  name: 'workers',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, importer) {
      for (const [, path = ''] of code.matchAll(WORKER)) {
        this.emitFile({ type: 'chunk', id: join(dirname(importer), path), fileName: basename(path) });
      }
      return null;
    },
  },
};

/**
 * Bundles one entry and its imports to files in memory. The command and a release pass `whole` and also bundle the registry
 * packages; `modules` lists the files that the bundle is made from.
 * @param {string} entry
 * @param {string} name of the bundle, without ending
 * @param {{ plugins?: readonly import('rolldown').Plugin[], outside?: RegExp }} [whole] its plugins, and the packages that are not bundled
 */
export async function bundle(entry, name, whole) {
  const outside = whole === undefined ? EXTERNAL : whole.outside;
  const made = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    external: (id, importer) => importer !== undefined && outside?.test(id) === true,
    plugins: [workers, ...(whole?.plugins ?? [])],
    logLevel: 'warn',
    checks: { bundlerTimings: false },
    tsconfig: false,
  });
  try {
    const { output } = await made.generate({
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      // Defines __dirname, which bundled CommonJS packages may use, as the folder of the bundle.
      ...(whole === undefined ? {} : { banner: 'const __dirname = import.meta.dirname;' }),
    });
    return output.map(file => ({
      name: file.fileName,
      text: 'code' in file ? file.code : file.source,
      modules: 'moduleIds' in file ? file.moduleIds : [],
    }));
  } finally {
    await made.close();
  }
}

/**
 * Publishes files atomically, the entry last: a command that starts during a build runs either the old bundle
 * or the new one.
 * @param {readonly { name: string, text: string | Uint8Array }[]} files
 * @param {string} entry the path of the one by which the others are found
 * @param {Date} madeAt
 */
export function place(files, entry, madeAt) {
  const folder = dirname(entry);
  const isEntry = (/** @type {{ name: string }} */ { name }) => name === basename(entry);
  const entryLast = [...files.filter(file => !isEntry(file)), ...files.filter(isEntry)];
  for (const { name, text } of entryLast) {
    const path = join(folder, name);
    const draft = `${path}.${process.pid}.tmp`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, text);
    utimesSync(draft, madeAt, madeAt);
    renameSync(draft, path);
  }
  const kept = new Set(files.map(({ name }) => join(folder, name)));
  for (const path of filesUnder(folder)) if (!kept.has(path)) rmSync(path, { force: true });
}

/** @param {string} folder */
const filesUnder = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(found => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** Builds the page in another folder and then publishes it file by file, so that a complete page exists at any moment. */
async function buildPage() {
  const madeAt = new Date();
  say('building the page');
  const { build: make } = await import('vite');
  const draft = join(ROOT, '.tsbuild', `page.${process.pid}`);
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production'; // always the production page, even when a test builds it
  try {
    await make({
      root: join(ROOT, 'packages/web'),
      build: { outDir: draft },
      logLevel: 'warn',
    });
  } catch (error) {
    throw new SetupError(`the page could not be built: ${error instanceof Error ? error.message : error}`);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  const files = filesUnder(draft).map(path => ({ name: relative(draft, path), text: readFileSync(path) }));
  place(files, PAGE, madeAt);
  rmSync(draft, { recursive: true });
}

/**
 * Builds the command. The bundle gets the time at which building began, so that a source that is edited meanwhile counts
 * as newer.
 */
async function buildCommand() {
  const madeAt = new Date();
  say('building the command');
  try {
    place(await bundle(join(ROOT, 'packages/cli/src/main.ts'), 'hush', { outside: NATIVE }), BUNDLE, madeAt);
  } catch (error) {
    throw new SetupError(`the command could not be built: ${error instanceof Error ? error.message : error}`);
  }
}

export async function build() {
  await buildPage();
  await buildCommand(); // is last, because the launcher compares only the time of this file with the sources
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await build();
    return 0;
  });
}
