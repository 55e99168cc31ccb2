/** Catalogs are ICU messages in JSON; the page gets them compiled, so that it needs no parser. */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOG = /\/src\/words\/[a-z]{2}\/[\w-]+[.]json$/;

export function compiledWords(): Plugin {
  return {
    name: 'compiled-words',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOG },
      handler(text) {
        const messages = JSON.parse(text) as Readonly<Record<string, string>>;
        const compiled = Object.entries(messages).map(([id, message]) => [id, compileMessage(message)]);
        return {
          code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`,
          moduleType: 'js',
          map: null,
        };
      },
    },
  };
}
