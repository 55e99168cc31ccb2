/** The page says what is wrong in its reader's language; the rules' English sentences need not travel with it. */
import type { Plugin } from 'vite';

const TEXTS = /\/rules\/src\/problem-text[.]ts$/;
const SENTENCES = /= \{\n[\s\S]*?\n\};/;

export function leanProblems(): Plugin {
  return {
    name: 'lean-problems',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: TEXTS },
      handler(source) {
        if (!SENTENCES.test(source)) this.error('the sentences of problems are elsewhere now');
        return { code: source.replace(SENTENCES, '= {};'), map: null };
      },
    },
  };
}
