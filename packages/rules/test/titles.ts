/** Reads what the rules and the tests say about each other: ids in docs/RULES.md, ids in the titles of tests. */
import ts from 'typescript';

const ID = '[A-Z]{2}-(?:\\d+|[A-Z])[a-z]?';

/** Every id that the rules define: **HG-1**, **SC-4a**, **SC-L**, in lists and in cells of tables. */
export const definedIds = (rules: string): ReadonlySet<string> =>
  new Set([...rules.matchAll(new RegExp(`\\*\\*(${ID})\\*\\*`, 'g'))].flatMap(([, id]) => id ?? []));

export const idsIn = (title: string): readonly string[] => title.match(new RegExp(`\\b${ID}\\b`, 'g')) ?? [];

export interface Title {
  readonly text: string;
  /** A skipped test proves nothing. */
  readonly runs: boolean;
}

/** The titles of the tests in a source text, `test.each` included; parts filled in at run time are left out. */
export function titlesIn(source: string): readonly Title[] {
  const titles: Title[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) titles.push(...titleOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest));
  return titles;
}

function titleOf({ expression, arguments: [first] }: ts.CallExpression): readonly Title[] {
  const modifiers = modifiersOf(expression);
  const text = first === undefined ? undefined : textOf(first);
  if (modifiers === undefined || text === undefined) return [];
  return [{ text, runs: !modifiers.some(name => ['skip', 'todo', 'fails'].includes(name)) }];
}

/** `test.skip.each(rows)` -> ['skip', 'each']; undefined where it is no test at all. */
function modifiersOf(callee: ts.Expression): readonly string[] | undefined {
  if (ts.isIdentifier(callee)) return ['test', 'it'].includes(callee.text) ? [] : undefined;
  if (ts.isCallExpression(callee)) return modifiersOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return modifiersOf(callee.tag);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const before = modifiersOf(callee.expression);
  return before && [...before, callee.name.text];
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(span => span.literal.text)].join('...');
}
