/** The page says every refusal in its reader's language; the protocol's English sentences need not travel with it. */
import type { Plugin } from 'vite';

const WORDS = /\/protocol\/src\/words[.]ts$/;
const SENTENCES = '{ ...REFUSALS, ...TABLE_REFUSALS }';

export function leanRefusals(): Plugin {
  return {
    name: 'lean-refusals',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: WORDS },
      handler(source) {
        if (!source.includes(SENTENCES)) this.error('the sentences of refusals are elsewhere now');
        return { code: source.replace(SENTENCES, '{}'), map: null };
      },
    },
  };
}
