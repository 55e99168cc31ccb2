/**
 * Mutants from the syntax trees of rules and protocol: comparisons moved by one, `&&` and `||` exchanged, conditions
 * negated, statements removed, numbers changed. A seed picks a sample. The nearest tests of a file are those that import
 * it, name its exports, or are in the folder of the same name; if there are none, all tests of its package. With a mutant
 * that survives these, all other tests of the package run, including long searches.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../fresh.mjs';

/** @typedef {import('./mutant.mjs').Mutant} Mutant */
/**
 * wider: the other tests of its package. source: the line of the source, without spaces around it. what: what was changed.
 * @typedef {Mutant & { wider: readonly string[], source: string, what: string }} GeneratedMutant
 */
/** @typedef {{ start: number, end: number, to: string, what: string }} Change */

const PACKAGES = ['rules', 'protocol'];
/** The most tests that run for one file: more tests would find more bugs, but take longer for each mutant. */
const MOST_TESTS = 12;
/** Files with data, lists of names or sentences: a mutant there would be a typing error, which other tests find. */
const DATA =
  /\/(?:tile-set|index|vocabulary|words|problem-rules|problem-sentences|refusals|http-refusals|version|event-schemas|state-schemas|file-schemas|async-api|avatars|phrases|schema)[.]ts$/;
/** Tests that search for long; they run only with mutants that survive the nearest tests. */
const SLOW =
  /(?:simulation|planted|blindfold|talk-silence|simultaneous|secrecy|counts|games|laws|pack-rules)[^/]*[.]test[.]ts$/;

/** @type {Readonly<Record<number, readonly [ts.SyntaxKind, string]>>} */
const OPERATORS = {
  [ts.SyntaxKind.LessThanToken]: [ts.SyntaxKind.LessThanEqualsToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken]: [ts.SyntaxKind.LessThanToken, '<'],
  [ts.SyntaxKind.GreaterThanToken]: [ts.SyntaxKind.GreaterThanEqualsToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [ts.SyntaxKind.GreaterThanToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: [ts.SyntaxKind.ExclamationEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: [ts.SyntaxKind.EqualsEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken]: [ts.SyntaxKind.BarBarToken, '||'],
  [ts.SyntaxKind.BarBarToken]: [ts.SyntaxKind.AmpersandAmpersandToken, '&&'],
  [ts.SyntaxKind.PlusToken]: [ts.SyntaxKind.MinusToken, '-'],
  [ts.SyntaxKind.MinusToken]: [ts.SyntaxKind.PlusToken, '+'],
};

/** @param {string} folder @param {RegExp} pattern @returns {readonly string[]} paths from the root */
function filesUnder(folder, pattern) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && pattern.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {readonly Change[]} */
function changesAt(node, source) {
  const start = node.getStart(source);
  const { end } = node;
  if (ts.isBinaryExpression(node)) {
    const other = OPERATORS[node.operatorToken.kind];
    const token = node.operatorToken;
    if (other === undefined) return [];
    return [
      {
        start: token.getStart(source),
        end: token.end,
        to: other[1],
        what: `${token.getText(source)} is ${other[1]}`,
      },
    ];
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    const text = condition.getText(source);
    return [
      {
        start: condition.getStart(source),
        end: condition.end,
        to: `!(${text})`,
        what: `the condition ${text} is negated`,
      },
    ];
  }
  if (
    ts.isExpressionStatement(node) &&
    node.expression.kind !== ts.SyntaxKind.StringLiteral &&
    !isSuper(node)
  )
    return [{ start, end, to: ';', what: `${node.getText(source)} is removed` }];
  if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent))
    return [{ start, end, to: `(${node.text} + 1)`, what: `${node.text} is one more` }];
  return [];
}

/** @param {ts.ExpressionStatement} node */
const isSuper = ({ expression }) =>
  ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;

/** @param {ts.Node} node */
const isType = node => ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node);

/** @param {string} path @returns {readonly { path: string, line: number, change: Change }[]} */
function changesIn(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {{ path: string, line: number, change: Change }[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (isType(node)) return;
    for (const change of changesAt(node, source))
      found.push({ path, line: source.getLineAndCharacterOfPosition(change.start).line + 1, change });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const IMPORT = /(?:from|import)\s*\(?'([^']+)'/g;

/** @param {string} path @returns {readonly string[]} */
function importsOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [join(dirname(path), name)];
    const [, own] = /^@hush\/(\w+)$/.exec(name) ?? [];
    return own === undefined ? [] : [`packages/${own}/src/index.ts`];
  });
}

/** The names that a file exports. An index file exports everything, so imports through it are found by name. @param {string} path */
function exportsOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

/**
 * For each file its nearest tests: those that import it, that name most of its exports, or that are in the folder of the
 * same name.
 * @param {string} packageName
 * @returns {(path: string) => readonly string[]}
 */
function nearestTests(packageName) {
  const tests = filesUnder(`packages/${packageName}/test`, /[.]test[.]ts$/).filter(path => !SLOW.test(path));
  const words = new Map(
    tests.map(path => [path, new Set(readFileSync(join(ROOT, path), 'utf8').match(/\w+/g))]),
  );
  return path => {
    const names = exportsOf(path);
    const room = dirname(path).replace('/src', '/test');
    const nearnessOf = (/** @type {string} */ test) =>
      names.filter(name => words.get(test)?.has(name)).length +
      (importsOf(test).includes(path) ? 5 : 0) +
      (room.includes('/test/') && dirname(test) === room ? 2 : 0);
    const near = tests
      .map(test => ({ test, nearness: nearnessOf(test) }))
      .filter(({ nearness }) => nearness > 0);
    const chosen = near.sort((a, b) => b.nearness - a.nearness).slice(0, MOST_TESTS);
    return chosen.length > 0 ? chosen.map(({ test }) => test) : tests;
  };
}

/** Tests that plant bugs or build packages; they are not run with mutants. */
const NOT_FOR_MUTANTS = /(?:planted|pack-rules)[^/]*[.]test[.]ts$/;

/** @param {string} packageName @param {readonly string[]} nearest @returns {readonly string[]} */
const otherTests = (packageName, nearest) =>
  filesUnder(`packages/${packageName}/test`, /[.]test[.]ts$/).filter(
    path => !nearest.includes(path) && !NOT_FOR_MUTANTS.test(path),
  );

/** @param {number} seed @returns {() => number} */
function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

/**
 * A sample of all mutants.
 * @param {number} count
 * @param {number} seed
 * @returns {readonly GeneratedMutant[]}
 */
export function generatedMutants(count, seed) {
  const chance = chanceFrom(seed);
  const all = PACKAGES.flatMap(packageName => {
    const nearest = nearestTests(packageName);
    const files = filesUnder(`packages/${packageName}/src`, /[.]ts$/).filter(path => !DATA.test(path));
    return files.flatMap(path => changesIn(path).map(found => ({ ...found, packageName, nearest })));
  });
  const keyed = all.map(found => ({ ...found, key: chance() })).sort((a, b) => a.key - b.key);
  return keyed.slice(0, count).map(({ path, line, change, packageName, nearest }) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const tests = nearest(path);
    const what = change.what.replaceAll(/\s+/g, ' ').slice(0, 100);
    return {
      name: `${path}:${line} ${what}`,
      source: text.split('\n')[line - 1]?.trim() ?? '',
      what,
      path,
      text: text.slice(0, change.start) + change.to + text.slice(change.end),
      tests,
      wider: otherTests(packageName, tests),
    };
  });
}
