/**
 * Builds the hourglass page separately from the game's page. Pages that are built together share chunks, so the small
 * page would have to load the shared chunks of the big one.
 */
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../hourglass.html', import.meta.url));

/** The page and everything it needs, as files in memory. */
async function buildPage(shared: UserConfig): Promise<readonly Built[]> {
  const made = await build({
    ...shared,
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ...shared.build, write: false, rolldownOptions: { input: PAGE } },
  });
  return [made].flat().flatMap(result => {
    if (!('output' in result)) throw new Error('the hourglass page was not built');
    return result.output.map(file => ({
      fileName: file.fileName,
      source: file.type === 'chunk' ? file.code : file.source,
    }));
  });
}

interface Built {
  readonly fileName: string;
  readonly source: string | Uint8Array;
}

/** `shared`: the configuration that both pages use. */
export function hourglassPage(shared: UserConfig): Plugin {
  return {
    name: 'hourglass-page',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      async handler(_, bundle) {
        for (const file of await buildPage(shared)) {
          // File names contain a hash of the contents, so an existing file with the same name, such as a font, has the
          // same contents.
          if (bundle[file.fileName] === undefined) this.emitFile({ type: 'asset', ...file });
        }
      },
    },
  };
}
