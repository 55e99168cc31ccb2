/**
 * Every regular expression of the product takes time in proportion to its input: no repetition inside a repetition
 * that can match one text in two ways, no two repetitions side by side that match the same letters, and no search
 * that begins with a repetition. The test analyses the expressions and measures no time, so it does not depend on the
 * machine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';

interface Atom {
  /** The letters that one letter or class matches; null for a group or an assertion. */
  readonly letters: string | null;
  readonly inside: readonly (readonly Atom[])[];
  readonly isUnbounded: boolean;
  readonly isOptional: boolean;
  readonly isAssertion: boolean;
}

/** Parses a pattern; a group is a list of alternatives. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): readonly (readonly Atom[])[] {
    const all: Atom[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        all.push([]);
      } else all.at(-1)?.push(this.#atom());
    }
    return all;
  }

  #take(pattern: RegExp): string {
    const [found = ''] = new RegExp(pattern.source, 'y').exec(this.#source.slice(this.#at)) ?? [];
    this.#at += found.length;
    return found;
  }

  #atom(): Atom {
    let letters: string | null = null;
    let inside: readonly (readonly Atom[])[] = [];
    let isAssertion = false;
    if (this.#take(/\(/) !== '') {
      isAssertion = /[=!]/.test(this.#take(/\?(?:<?[=!]|<\w+>|:)/));
      inside = this.alternatives();
      this.#take(/\)/);
    } else {
      letters = this.#take(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{\w+\}|\\u\{\w+\}|\\u\w{4}|\\x\w\w|\\.|[\s\S]/);
      if (/^(?:\^|\$|\\b|\\B)$/.test(letters)) {
        letters = null;
        isAssertion = true;
      }
    }
    const quantifier = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
    return {
      letters,
      inside,
      isAssertion,
      isUnbounded: /^(?:[*+]|\{\d+,\})/.test(quantifier),
      isOptional: /^(?:[*?]|\{0)/.test(quantifier),
    };
  }
}

const SAMPLES = [
  ...Array.from({ length: 128 }, (_, i) => String.fromCharCode(i)),
  'é',
  'ß',
  '日',
  '\ud83d',
  '\u2028',
  '\u00a0',
];
const SETS = new Map<string, ReadonlySet<string>>();
const setOf = (letters: string): ReadonlySet<string> => {
  const set = SETS.get(letters) ?? sampled(letters);
  SETS.set(letters, set);
  return set;
};
const sampled = (letters: string): ReadonlySet<string> => {
  const one = new RegExp(`^(?:${letters})$`, /\\[pP]\{|\\u\{/.test(letters) ? 'u' : '');
  return new Set(SAMPLES.filter(letter => one.test(letter)));
};
const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some(letter => b.has(letter));
const lettersIn = (atoms: readonly Atom[]): ReadonlySet<string> =>
  new Set(
    atoms.flatMap(atom =>
      atom.letters === null ? atom.inside.flatMap(one => [...lettersIn(one)]) : [...setOf(atom.letters)],
    ),
  );
/** The letters with which a part of a pattern may begin. */
const firstLetters = (atom: Atom): ReadonlySet<string> =>
  atom.letters === null
    ? new Set(atom.inside.flatMap(one => [...lettersIn(one.slice(0, 1))]))
    : setOf(atom.letters);
const repeats = (atoms: readonly Atom[]): boolean =>
  atoms.some(atom => atom.isUnbounded || atom.inside.some(repeats));

/**
 * Whether one pass of a repeated group can end at only one place: it begins with a letter that occurs nowhere else in
 * it.
 */
function isTold(alternative: readonly Atom[]): boolean {
  const [first, ...rest] = alternative.filter(({ isAssertion }) => !isAssertion);
  if (first === undefined || first.letters === null || first.isOptional) return false;
  return !first.isUnbounded && !meet(setOf(first.letters), lettersIn(rest));
}

function problemsIn(alternatives: readonly (readonly Atom[])[]): readonly string[] {
  return alternatives.flatMap(atoms => [
    ...atoms.flatMap(atom => problemsIn(atom.inside)),
    ...atoms.flatMap(atom =>
      atom.isUnbounded && atom.letters === null ? repeatedProblems(atom.inside) : [],
    ),
    ...atoms.flatMap((atom, i) => {
      const next = atoms.slice(i + 1).find(({ isAssertion }) => !isAssertion);
      if (next === undefined || !atom.isUnbounded || !next.isUnbounded) return [];
      return meet(lettersIn([atom]), firstLetters(next))
        ? ['two repetitions of the same letters side by side']
        : [];
    }),
  ]);
}

function repeatedProblems(inside: readonly (readonly Atom[])[]): readonly string[] {
  const nested = inside.some(one => repeats(one) && !isTold(one)) ? ['a repetition in a repetition'] : [];
  const firsts = inside.map(one => lettersIn(one.slice(0, 1)));
  const same = firsts.some((a, i) => firsts.slice(i + 1).some(b => meet(a, b)));
  return [...nested, ...(same ? ['alternatives of a repetition that begin alike'] : [])];
}

/** What is wrong with a search: one that begins with a repetition starts again at each letter of that repetition. */
function searchProblem(atoms: readonly Atom[], flags: string): readonly string[] {
  const [first, ...rest] = atoms;
  const isSearch = first?.isUnbounded === true && rest.length > 0 && !flags.includes('y');
  return isSearch ? ['a search that begins with a repetition'] : [];
}

function problemsOf(literal: string): readonly string[] {
  const end = literal.lastIndexOf('/');
  const alternatives = new Reader(literal.slice(1, end)).alternatives();
  const flags = literal.slice(end + 1);
  return [...problemsIn(alternatives), ...alternatives.flatMap(one => searchProblem(one, flags))];
}

function literalsIn(file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      file,
      readFileSync(file, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return found;
}

const PACKAGES = ['rules', 'protocol', 'server', 'bots', 'cli'];

/** Expressions that take quadratic time, but only see short texts, with the reason. */
const SHORT_INPUT: Readonly<Record<string, string>> = {
  '/ +\\n/': 'a sentence of our own',
  '/\\d+$/': 'a title of our own',
  '/\\/+$/': 'a path of at most 1,024 letters, or a setting of the operator',
};

test.each([
  ['/^(a+)+$/', 'a repetition in a repetition'],
  ['/^(?:a|ab)*$/', 'alternatives of a repetition that begin alike'],
  ['/^\\s*\\s*x/', 'two repetitions of the same letters side by side'],
  ['/^\\d+\\w*!/', 'two repetitions of the same letters side by side'],
  ['/\\s+$/', 'a search that begins with a repetition'],
])('the check finds what is wrong with %s', (literal, problem) => {
  expect(problemsOf(literal)).toContain(problem);
});

test('PR-55f every regular expression of the product takes linear time for its input (ReDoS)', () => {
  const found = PACKAGES.flatMap(name => {
    const folder = join(ROOT, 'packages', name, 'src');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /[.](?:ts|tsx|mjs)$/.test(file))
      .flatMap(file =>
        literalsIn(join(folder, file)).map(literal => ({ file: `${name}/src/${file}`, literal })),
      );
  });
  expect(found.length).toBeGreaterThan(100);
  const bad = found.flatMap(({ file, literal }) =>
    (SHORT_INPUT[literal] === undefined ? problemsOf(literal) : []).map(
      problem => `${file}: ${literal}: ${problem}`,
    ),
  );
  expect(bad).toEqual([]);
});
