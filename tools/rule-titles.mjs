/** Finds rule ids: those that docs/RULES.md defines, and those in titles of tests. */
import ts from 'typescript';

/** @typedef {{ text: string, runs: boolean }} Title of a test; a skipped test does not run and proves nothing */

/** Functions that take a title and run a test; browser tests have `journey`, `sharedJourney` and `boardTest`. */
const CALLS = ['test', 'it', 'journey', 'sharedJourney', 'boardTest'];

const ID = '[A-Z]{2}-(?:\\d+|[A-Z])[a-z]?';

/**
 * Every id that the rules define, including headings: **HG-1**, **SC-4a**, **SC-L**.
 * @param {string} rules
 * @returns {ReadonlySet<string>}
 */
export const definedIds = rules =>
  new Set([...rules.matchAll(new RegExp(`\\*\\*(${ID})\\*\\*`, 'g'))].flatMap(([, id]) => id ?? []));

/**
 * The sentence of each id: the text from the id to the next id.
 * @param {string} rules
 * @returns {ReadonlyMap<string, string>}
 */
export const sentencesIn = rules =>
  new Map(
    [...rules.matchAll(new RegExp(`- \\*\\*(${ID})\\*\\* ([^]*?)(?=\\n *- |\\n\\n|\\n#|\\n*$)`, 'g'))].map(
      ([, id = '', sentence = '']) => [id, sentence.replace(/\s+/g, ' ')],
    ),
  );

/**
 * The ids that are headings: EX-3 is one, because EX-3a exists.
 * @param {ReadonlySet<string>} ids
 * @returns {ReadonlySet<string>}
 */
export function headingsIn(ids) {
  const parents = [...ids].filter(id => /[a-z]$/.test(id)).map(id => id.slice(0, -1));
  return new Set(parents.filter(id => ids.has(id)));
}

/** @param {string} title @returns {readonly string[]} */
export const idsIn = title => title.match(new RegExp(`\\b${ID}\\b`, 'g')) ?? [];

/**
 * The titles of the tests in a source text, `test.each` included; parts that are filled in at run time are
 * left out.
 * @param {string} source
 * @returns {readonly Title[]}
 */
export function titlesIn(source) {
  /** @type {Title[]} */
  const titles = [];
  /** @param {ts.Node} node */
  const visit = node => {
    if (ts.isCallExpression(node)) titles.push(...titleOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest));
  return titles;
}

/** @param {ts.CallExpression} call @returns {readonly Title[]} */
function titleOf({ expression, arguments: [first] }) {
  const modifiers = modifiersOf(expression);
  const text = first === undefined ? undefined : textOf(first);
  if (modifiers === undefined || text === undefined) return [];
  return [{ text, runs: !modifiers.some(name => ['skip', 'todo', 'fails'].includes(name)) }];
}

/**
 * The words behind `test` in a call: `test.skip.each(rows)` gives ['skip', 'each']; undefined if the call is not a test.
 * @param {ts.Expression} callee
 * @returns {readonly string[] | undefined}
 */
function modifiersOf(callee) {
  if (ts.isIdentifier(callee)) return CALLS.includes(callee.text) ? [] : undefined;
  if (ts.isCallExpression(callee)) return modifiersOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return modifiersOf(callee.tag);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const before = modifiersOf(callee.expression);
  return before && [...before, callee.name.text];
}

/** @param {ts.Expression} node */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(span => span.literal.text)].join('...');
}
