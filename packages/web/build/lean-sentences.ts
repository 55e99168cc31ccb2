/**
 * Removes the English sentences of other packages from the build, because the page has all texts in its reader's
 * language.
 */
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

/** The sentences about problems with input. */
export const leanProblems = (): Plugin =>
  leave({
    name: 'lean-problems',
    file: /\/rules\/src\/problem-text[.]ts$/,
    found: /= \{\n[\s\S]*?\n\};/,
    without: '= {};',
  });

/** The sentences about refusals. */
export const leanRefusals = (): Plugin =>
  leave({
    name: 'lean-refusals',
    file: /\/protocol\/src\/state\/refusals[.]ts$/,
    found: /\{ \.\.\.REFUSALS, \.\.\.TABLE_REFUSALS \}/,
    without: '{}',
  });
