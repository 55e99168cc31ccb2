/**
 * `virtual:words/more` is a table of loaders, one for each language; each loads all files of the set `more` in that language as a single
 * module. A set becomes one file of the build, and a new language is a new folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { WORD_SETS } from '../src/i18n/sets.ts';

const FOLDER = fileURLToPath(new URL('../src/i18n', import.meta.url));
const PREFIX = 'virtual:words/';

const languages = (): readonly string[] =>
  readdirSync(FOLDER, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []));

export function wordsOf(set: string, language: string): Readonly<Record<string, string>> {
  const [, areas] = Object.entries(WORD_SETS).find(([name]) => name === set) ?? [];
  if (areas === undefined) throw new Error(`there is no set of words called ${set}`);
  return Object.assign({}, ...areas.map(area => areaOf(area, language)));
}

/** The words of a file, such as `lobby`; or only those whose ids begin with a prefix, such as `scenarios:game.name`. */
function areaOf(area: string, language: string): Readonly<Record<string, string>> {
  const [file, prefix = ''] = area.split(':');
  const words: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(FOLDER, language, `${file}.json`), 'utf8'),
  );
  return Object.fromEntries(Object.entries(words).filter(([id]) => id.startsWith(prefix)));
}

const loadersOf = (set: string): string =>
  languages()
    .map(language => `${language}: () => import('${PREFIX}${language}-${set}')`)
    .join(',\n');

export function wordSets(): Plugin {
  return {
    name: 'word-sets',
    resolveId: id => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const [, language, set = ''] = /(?:(\w+)-)?(\w+)$/.exec(id) ?? [];
      if (language === undefined) return `export default {${loadersOf(set)}}`;
      return `export default ${JSON.stringify(wordsOf(set, language))}`;
    },
  };
}
