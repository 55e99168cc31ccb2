/** Bundles the service worker as /sw.js, and puts the list of the build's files and a version of the build into it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/offline/service-worker.ts', import.meta.url));
const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));

/** Files that are not cached: source maps, and icons that only the operating system shows for an installed app. */
const NOT_KEPT = /[.](?:png|map)$/;

interface Built {
  readonly path: string;
  readonly content: string | Uint8Array;
}

const publicFiles = (): readonly Built[] =>
  readdirSync(PUBLIC).map(name => ({ path: `/${name}`, content: readFileSync(join(PUBLIC, name)) }));

/** The files to cache, and a version that changes when any byte of them changes. */
export function keptFiles(files: readonly Built[]): {
  readonly version: string;
  readonly files: readonly string[];
} {
  const kept = files.filter(({ path }) => !NOT_KEPT.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, content } of kept) hash.update(`${path}\n`).update(content);
  return { version: hash.digest('hex').slice(0, 12), files: kept.map(({ path }) => path) };
}

async function bundleWorker(kept: ReturnType<typeof keptFiles>): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __KEPT__: JSON.stringify(kept) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
  const [result] = [made].flat();
  const chunk = result !== undefined && 'output' in result ? result.output[0] : undefined;
  if (chunk === undefined) throw new Error('the service worker was not built');
  return chunk.code;
}

export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const made = Object.values(bundle).map(file => ({
          path: `/${file.fileName}`,
          content: file.type === 'chunk' ? file.code : file.source,
        }));
        const source = await bundleWorker(keptFiles([...made, ...publicFiles()]));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
