/**
 * `npm run coverage`: writes coverage/map.md, a table of all modules with what tests each of them: tests that name its
 * exports, by the kind of their ids, laws, the simulation, kills, browser tests, and curated mutants. Modules with the fewest
 * kinds of tests come first in each package. The script reads sources and titles, and runs nothing.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './fresh.mjs';
import { CURATED } from './mutants/curated.mjs';
import { runMain, say } from './report.mjs';

/**
 * rules, protocol, other: titles of tests by their ids. reached: whether the simulation, a kill or a browser test runs the module.
 * @typedef {{ path: string, lines: number, rules: number, protocol: number, other: number, laws: number, simulation: boolean, kills: boolean, journeys: boolean, mutants: number }} Row
 */
/** @typedef {{ path: string, text: string, imports: readonly string[], names: readonly string[], words: ReadonlySet<string> }} Source */

const IMPORT = /(?:from|import)\s*\(?'([.][^']+)'/g;
/** Names that are imported through the index file of a package. */
const NAMED = /import \{([^}]*)\} from '(?:@hush\/\w+|[^']*src\/index[.]ts)'/g;
/** Exported values of a module; types are left out, because the compiler checks them. */
const EXPORT = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm;
const TITLE = /\btest(?:[.]each[^'`]*|With[^'`]*)?\(?\s*['`]([^'`]+)['`]/g;
const PROTOCOL_ID = /\b(?:PR|PG|OP)-\d+[a-z]?\b/;
const RULE_ID = /\b[A-Z]{2}-(?:\d|C)/;
const LAW = /\bfc[.](?:assert|property)|\bforAll\(/g;
const OUT = join(ROOT, 'coverage/map.md');

/** @param {string} folder @returns {readonly string[]} */
function sourcesUnder(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /[.](?:ts|tsx|mjs)$/.test(name) && !name.endsWith('.d.ts'))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(path => !/node_modules|[.]tsbuild|\/dist\//.test(path))
    .sort();
}

/** @param {string} path @returns {Source} */
function read(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(([, name = '']) => join(dirname(path), name));
  const names = [...text.matchAll(NAMED)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  return { path, text, imports, names, words: new Set(text.match(/\w+/g)) };
}

/**
 * All modules that files use: those that they import directly, and those whose exports they import through an index file.
 * Exported names are unique in the repository.
 * @param {ReadonlyMap<string, Source>} sources
 * @param {readonly string[]} from
 */
function usedBy(sources, from) {
  const homes = new Map(
    [...sources.values()].flatMap(({ path, text }) => exportsIn(text).map(name => [name, path])),
  );
  const found = new Set(from);
  for (const path of found) {
    const { imports = [], names = [] } = sources.get(path) ?? {};
    const nexts = [...imports, ...names.flatMap(name => homes.get(name) ?? [])];
    for (const next of nexts) if (sources.has(next) && !next.endsWith('/src/index.ts')) found.add(next);
  }
  return found;
}

/** @param {string} text */
const exportsIn = text => [...text.matchAll(EXPORT)].map(([, name = '']) => name);

/** @param {readonly Source[]} tests */
function titlesIn(tests) {
  const titles = tests.flatMap(({ text }) => [...text.matchAll(TITLE)].map(([, title = '']) => title));
  const protocol = titles.filter(title => PROTOCOL_ID.test(title)).length;
  const rules = titles.filter(title => !PROTOCOL_ID.test(title) && RULE_ID.test(title)).length;
  return { rules, protocol, other: titles.length - rules - protocol };
}

/** @param {ReadonlyMap<string, Source>} sources @param {RegExp} pattern */
const startsOf = (sources, pattern) => [...sources.keys()].filter(path => pattern.test(path));

/** @returns {readonly Row[]} */
export function coverageRows() {
  const all = Object.keys(CURATED).flatMap(name => [`packages/${name}/src`, `packages/${name}/test`]);
  const sources = new Map(all.flatMap(sourcesUnder).map(path => [path, read(path)]));
  const tests = [...sources.values()].filter(({ path }) => path.endsWith('.test.ts'));
  const simulation = usedBy(sources, startsOf(sources, /protocol\/test\/simulation\/.*[.]ts$/));
  const kills = usedBy(sources, startsOf(sources, /server\/test\/(?:server-child|serve-child)[.]ts$/));
  const journeys = usedBy(sources, startsOf(sources, /web\/src\/(?:app|hourglass)\/main[.]tsx$/));
  const mutants = new Map();
  for (const [name, list] of Object.entries(CURATED))
    for (const { file } of list) {
      const path = `packages/${name}/src/${file}`;
      mutants.set(path, (mutants.get(path) ?? 0) + 1);
    }
  return [...sources.values()]
    .filter(({ path }) => path.includes('/src/') && !path.endsWith('/index.ts'))
    .map(({ path, text }) => {
      const names = exportsIn(text);
      const near = tests.filter(
        test => test.imports.includes(path) || names.some(name => test.words.has(name)),
      );
      return {
        path,
        lines: text.split('\n').length - 1,
        ...titlesIn(near),
        laws: near.reduce((sum, test) => sum + (test.text.match(LAW)?.length ?? 0), 0),
        simulation: simulation.has(path),
        kills: kills.has(path),
        journeys: journeys.has(path),
        mutants: mutants.get(path) ?? 0,
      };
    });
}

/** How many kinds of tests prove a module. @param {Row} row */
export const kindsOf = ({ rules, protocol, other, laws, simulation, kills, journeys, mutants }) =>
  [rules, protocol, other, laws, simulation, kills, journeys, mutants].filter(Boolean).length;

const yes = (/** @type {boolean} */ is) => (is ? 'yes' : '');
const some = (/** @type {number} */ count) => (count === 0 ? '' : String(count));

/** @param {readonly Row[]} rows */
export function coverageMap(rows) {
  const packages = [...new Set(rows.map(({ path }) => path.split('/')[1] ?? ''))];
  const chapters = packages.flatMap(name => {
    const own = rows
      .filter(({ path }) => path.startsWith(`packages/${name}/`))
      .toSorted((a, b) => kindsOf(a) - kindsOf(b) || b.lines - a.lines);
    const thin = own.filter(row => kindsOf(row) <= 1 && row.lines > 20).length;
    return [
      `## ${name}: ${own.length} modules, ${thin} of more than 20 lines with one kind of proof or none`,
      '',
      '| module | lines | kinds | rule ids | protocol ids | other titles | laws | simulation | kills | journeys | mutants |',
      '|---|---|---|---|---|---|---|---|---|---|---|',
      ...own.map(
        row =>
          `| ${row.path.replace(`packages/${name}/src/`, '')} | ${row.lines} | ${kindsOf(row)} | ${some(row.rules)} | ${some(row.protocol)} | ${some(row.other)} | ${some(row.laws)} | ${yes(row.simulation)} | ${yes(row.kills)} | ${yes(row.journeys)} | ${some(row.mutants)} |`,
      ),
      '',
    ];
  });
  return [
    '# What proves each module',
    '',
    'Titles count where their file names something that the module exports; laws are properties of fast-check in those files.',
    'Simulation, kills and journeys say that what runs there uses the module. The thinnest modules come first.',
    '',
    ...chapters,
  ].join('\n');
}

async function coverage() {
  const rows = coverageRows();
  mkdirSync(dirname(OUT), { recursive: true });
  writeFileSync(OUT, coverageMap(rows));
  say(
    `${rows.length} modules, ${rows.filter(row => kindsOf(row) <= 1).length} with one kind of proof or none: ${OUT}`,
  );
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(coverage);
