/**
 * `npm run conformance`: writes docs/CONFORMANCE.md, the table of every statement of the rulebooks with its books, its id
 * and the tests that prove it. The statements are in docs/statements.tsv, the ids in docs/RULES.md, the tests in
 * packages/<name>/test. A test compares the file with the output of this script, and asks `faultsIn` whether any
 * statement, id or title lacks its counterpart.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageNames, ROOT } from './fresh.mjs';
import { runMain, say } from './report.mjs';
import { definedIds, headingsIn, idsIn, sentencesIn, titlesIn } from './rule-titles.mjs';

/** @typedef {{ no: string, statement: string, books: string, kind: string, id: string, reason: string }} Statement */
/** @typedef {{ file: string, text: string, runs: boolean }} TestTitle */
/** @typedef {{ file: string, ids: readonly string[] }} Mention of ids in a source or a document */
/** @typedef {{ statements: readonly Statement[], ids: ReadonlySet<string>, sentences: ReadonlyMap<string, string>, titles: readonly TestTitle[], mentions: readonly Mention[], awaited: readonly string[] }} Conformance */

const TABLE = join(ROOT, 'docs/CONFORMANCE.md');

/**
 * Facts that only a text or a sign on the screen could show, and that no screen shows yet. The list may only get shorter.
 */
/** @type {readonly string[]} */
const AWAITED = [];

/** Ids of earlier versions, which section 15 of the rules explains. */
const RETIRED = ['SC-10r', 'SC-12r', 'SC-14r', 'SC-17r'];

/** The two letters of an id, which say to which document it belongs: rules, protocol, page and so on. @param {string} id */
const kindOf = id => id.slice(0, 2);

/** @param {string} tsv @returns {readonly Statement[]} */
export const readStatements = tsv =>
  tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [no = '', statement = '', books = '', kind = '', id = '', reason = ''] = line.split('\t');
      return { no, statement, books, kind, id, reason };
    });

/** @returns {Conformance} what the repository holds now */
export function readConformance() {
  /** @param {string} file */
  const read = file => readFileSync(join(ROOT, file), 'utf8');
  return {
    statements: readStatements(read('docs/statements.tsv')),
    ids: definedIds(read('docs/RULES.md')),
    sentences: sentencesIn(read('docs/RULES.md')),
    titles: testFiles().flatMap(file => titlesIn(read(file)).map(title => ({ file, ...title }))),
    mentions: proseFiles().map(file => ({ file, ids: idsIn(read(file)) })),
    awaited: AWAITED,
  };
}

/** Files whose comments and sentences may name facts: sources and documents. */
const proseFiles = () => [
  ...packageNames().flatMap(name =>
    filesUnder(`packages/${name}/src`).filter(file => /[.](?:tsx?|mjs|css)$/.test(file)),
  ),
  ...filesUnder('docs').filter(file => file.endsWith('.md')),
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'],
];

/** @param {string} folder @returns {readonly string[]} */
const filesUnder = folder =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .sort()
        .map(file => `${folder}/${file}`)
    : [];

export const testFiles = () =>
  packageNames().flatMap(name =>
    filesUnder(`packages/${name}/test`).filter(file => file.endsWith('.test.ts')),
  );

/**
 * One sentence for each statement without an id, each id without a test, and each title without a fact.
 * @param {Conformance} conformance
 * @returns {readonly string[]}
 */
export function faultsIn({ statements, ids, titles, mentions, awaited }) {
  const kinds = new Set([...ids].map(kindOf));
  const headings = headingsIn(ids);
  const proven = new Set(titles.filter(({ runs }) => runs).flatMap(({ text }) => idsIn(text)));
  /** @param {string} id */
  const idFault = id => {
    if (!ids.has(id)) return `${id}, which docs/RULES.md does not have`;
    return headings.has(id)
      ? `${id}, which is a heading: name one of its facts, ${id}a or another`
      : undefined;
  };
  return [
    ...statements.flatMap(statement => statementFault(statement, idFault)),
    ...twice(statements.map(({ no }) => no)).map(
      no => `The statement ${no} stands twice in docs/statements.tsv.`,
    ),
    ...[...ids]
      .filter(id => !headings.has(id) && !proven.has(id) && !awaited.includes(id))
      .map(id => `No test that runs has ${id} in its title.`),
    ...awaited
      .filter(id => proven.has(id))
      .map(id => `${id} has a test now: take it off the list in tools/conformance.mjs.`),
    ...titles.flatMap(({ file, text }) =>
      idsIn(text)
        .filter(id => kinds.has(kindOf(id)))
        .flatMap(id => {
          const fault = idFault(id);
          return fault === undefined ? [] : [`The title "${text}" in ${file} names ${fault}.`];
        }),
    ),
    ...mentions.flatMap(({ file, ids: named }) =>
      [...new Set(named)]
        .filter(id => kinds.has(kindOf(id)) && !ids.has(id) && !RETIRED.includes(id))
        .map(id => `${file} names ${id}, which docs/RULES.md does not have.`),
    ),
  ];
}

/**
 * @param {Statement} statement
 * @param {(id: string) => string | undefined} idFault
 */
function statementFault({ no, id, reason }, idFault) {
  if ((id === '') === (reason === ''))
    return [`The statement ${no} needs an id, or a reason why it is out of scope, and not both.`];
  const fault = id === '' ? undefined : idFault(id);
  return fault === undefined ? [] : [`The statement ${no} names ${fault}.`];
}

/** @param {readonly string[]} all */
const twice = all => all.filter((one, i) => all.indexOf(one) < i);

/**
 * The text of docs/CONFORMANCE.md.
 * @param {Conformance} conformance
 */
export function tableOf({ statements, ids, sentences, titles, awaited }) {
  /** @type {Map<string, string[]>} */
  const byId = new Map();
  for (const { text } of titles.filter(({ runs }) => runs))
    for (const id of new Set(idsIn(text))) byId.set(id, [...(byId.get(id) ?? []), text]);
  /** @param {string} id */
  const testsOf = id =>
    awaited.includes(id) ? '*no screen shows it yet*' : (byId.get(id) ?? []).map(escaped).sort().join('<br>');
  /** @param {string} id */
  const ruleOf = id => escaped(sentences.get(id) ?? '');
  const headings = headingsIn(ids);
  const carried = new Set(statements.map(({ id }) => id));
  const ours = [...ids].filter(id => !headings.has(id) && !carried.has(id));
  const within = statements.filter(({ id }) => id !== '');
  return [
    '# Conformance: every statement of the rulebooks and the tests that prove it',
    '',
    'Written by `npm run conformance` from [statements.tsv](statements.tsv), [RULES.md](RULES.md) and the titles of the tests; do not edit it.',
    'Books: NL Dutch 2017, FR French 2017, REV revised, PKN Pocket Dutch, PKF Pocket French, PL Polish 2021; `-` says nothing, `!` says otherwise.',
    'S: said by a book; R: a ruling of ours.',
    '',
    `${statements.length} statements: ${within.length} carried by an id, ${statements.length - within.length} out of scope. ${ids.size - headings.size} facts, ${headings.size} headings.`,
    '',
    '## Statements',
    '| no | statement | books | id | rule | tests |',
    '|---|---|---|---|---|---|',
    ...within.map(
      ({ no, statement, books, id }) =>
        `| ${no} | ${escaped(statement)} | ${books} | ${id} | ${ruleOf(id)} | ${testsOf(id)} |`,
    ),
    '',
    '## Out of scope',
    '| no | statement | books | reason |',
    '|---|---|---|---|',
    ...statements
      .filter(({ id }) => id === '')
      .map(({ no, statement, books, reason }) => `| ${no} | ${escaped(statement)} | ${books} | ${reason} |`),
    '',
    '## Facts of ours that no rulebook touches',
    '| id | rule | tests |',
    '|---|---|---|',
    ...ours.map(id => `| ${id} | ${ruleOf(id)} | ${testsOf(id)} |`),
    '',
  ].join('\n');
}

/** @param {string} text */
const escaped = text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

export const writtenTable = () => readFileSync(TABLE, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const conformance = readConformance();
    writeFileSync(TABLE, tableOf(conformance));
    const faults = faultsIn(conformance);
    for (const fault of faults) say(fault);
    return faults.length === 0 ? 0 : 1;
  });
}
