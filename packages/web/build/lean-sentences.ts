/** The page says everything in its reader's language; English sentences of other packages need not travel with it. */
import type { Plugin } from 'vite';

interface Sentences {
  readonly name: string;
  readonly file: RegExp;
  readonly found: RegExp;
  readonly without: string;
}

const leave = ({ name, file, found, without }: Sentences): Plugin => ({
  name,
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: file },
    handler(source) {
      if (!found.test(source)) this.error(`the sentences are elsewhere now: ${name}`);
      return { code: source.replace(found, without), map: null };
    },
  },
});

/** What the rules find wrong with a text. */
export const leanProblems = (): Plugin =>
  leave({
    name: 'lean-problems',
    file: /\/rules\/src\/problem-text[.]ts$/,
    found: /= \{\n[\s\S]*?\n\};/,
    without: '= {};',
  });

/** What a table refuses. */
export const leanRefusals = (): Plugin =>
  leave({
    name: 'lean-refusals',
    file: /\/protocol\/src\/input\/text[.]ts$/,
    found: /\{ \.\.\.REFUSALS, \.\.\.TABLE_REFUSALS \}/,
    without: '{}',
  });
