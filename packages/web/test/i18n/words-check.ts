/** Checks of the catalogs; the tests apply them to the real catalogs and to bad examples. */
import { formsOf, PLACEHOLDER } from '../../src/i18n/format.ts';

export type Catalog = Readonly<Record<string, string>>;

/** A composed key: its template with a star for each variable part, and the values of these parts. */
export type Dynamic = readonly [pattern: string, values: readonly (string | number)[]];

interface Shape {
  readonly values: readonly string[];
  /** The names of each plural's forms. */
  readonly plurals: readonly (readonly string[])[];
}

/** A message as the page reads it; throws where the page would show a brace. */
export function shapeOf(message: string): Shape {
  const values = new Set<string>();
  const plurals: (readonly string[])[] = [];
  const look = (text: string): void => {
    if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) throw new Error('a brace that is no value and no plural');
    for (const [, name = '', forms] of text.matchAll(PLACEHOLDER)) {
      values.add(name);
      if (forms === undefined) continue;
      const found = formsOf(forms);
      if (!found.has('other')) throw new Error(`${name} has no other form`);
      plurals.push([...found.keys()]);
      for (const form of found.values()) look(form);
    }
  };
  look(message);
  return { values: [...values].sort(), plurals };
}

/** Missing plural forms of the language, and forms that are never chosen. */
function pluralProblems(locale: string, { plurals }: Shape): readonly string[] {
  return plurals.flatMap(forms => {
    const wanted: readonly string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const named = forms.filter(form => !form.startsWith('=')); // an exact number may always be named
    return [
      ...wanted.filter(form => !named.includes(form)).map(form => `lacks the plural form ${form}`),
      ...named.filter(form => !wanted.includes(form)).map(form => `has a plural form ${form} of no use`),
    ];
  });
}

/** The problems of one message compared with the English one; empty if there are none. */
export function messageProblems(locale: string, message: string, english: string): readonly string[] {
  if (message.trim() !== message || message === '') return ['is empty or has space around it'];
  try {
    const shape = shapeOf(message);
    const { values } = shapeOf(english);
    const differ =
      values.join() === shape.values.join() ? [] : [`has {${shape.values}}, English has {${values}}`];
    return [
      ...differ,
      ...pluralProblems(locale, shape),
      ...untranslated(locale, message, english),
      ...strayMarks(locale, message),
    ];
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : error}`];
  }
}

/** French has a space before some punctuation marks; it must be a non-breaking one. */
const strayMarks = (locale: string, message: string): readonly string[] =>
  locale === 'fr' && / [:;!?»]|« /.test(message) ? ['may break before a mark'] : [];

/** Texts of up to this many words may be equal by chance, for instance names. */
const WORDS_BY_CHANCE = 3;
const wordsIn = (message: string): number =>
  message.replace(/\{\w+|\w+ \{/g, '').match(/\p{L}{3,}/gu)?.length ?? 0;

const untranslated = (locale: string, message: string, english: string): readonly string[] =>
  locale !== 'en' && message === english && wordsIn(message) > WORDS_BY_CHANCE ? ['is still English'] : [];

export function catalogProblems(locale: string, catalog: Catalog, english: Catalog): readonly string[] {
  const missing = Object.keys(english).filter(key => !Object.hasOwn(catalog, key));
  const surplus = Object.keys(catalog).filter(key => !Object.hasOwn(english, key));
  const wrong = Object.entries(catalog).flatMap(([key, message]) =>
    messageProblems(locale, message, english[key] ?? message).map(problem => `${locale} ${key} ${problem}`),
  );
  return [
    ...missing.map(key => `${locale} ${key} is missing`),
    ...surplus.map(key => `${locale} ${key} is not in English`),
    ...wrong,
  ];
}

const QUOTED = /'([a-z][\w-]*(?:[.][\w-]+)+)'|"([a-z][\w-]*(?:[.][\w-]+)+)"/g;
const TEMPLATE = /`([a-z][\w-]*[.][^`\s]*\$\{[^`]*)`/g;

/**
 * Finds calls of `sayOne(prefix, value)`. The optional third argument is the key that is used when `prefix.value` does not
 * exist.
 */
const SAY_ONE = /\bsayOne\(\s*'([a-z][\w.-]*)'(,[^,)]*,)?/g;

/** Compares the catalog with the keys that the sources say: literally, by `sayOne`, or by a template that `dynamic` declares. */
export function usageProblems(
  keys: readonly string[],
  sources: readonly string[],
  dynamic: readonly Dynamic[],
): readonly string[] {
  const areas = new Set(keys.map(key => key.split('.')[0]));
  const text = sources.join('\n');
  const literal = [...text.matchAll(QUOTED)].map(([, single, double]) => single ?? double ?? '');
  const ones = [...text.matchAll(SAY_ONE)].map(([, prefix = '', more]) => ({
    pattern: `${prefix}.*`,
    isPartial: more !== undefined,
  }));
  const templates = [...text.matchAll(TEMPLATE)]
    .map(([, template = '']) => template.replace(/\$\{[^}]*\}/g, '*'))
    .filter(template => areas.has(template.split('.')[0]))
    .concat(ones.map(({ pattern }) => pattern));
  const partial = new Set(ones.flatMap(({ pattern, isPartial }) => (isPartial ? [pattern] : [])));
  const declared = dynamic.flatMap(([pattern, values]) =>
    values
      .map(value => pattern.replace('*', String(value)))
      .filter(key => !partial.has(pattern) || keys.includes(key)),
  );
  const used = new Set([...literal, ...declared]);
  const patterns = dynamic.map(([pattern]) => pattern);
  return [
    ...keys.filter(key => !used.has(key)).map(key => `${key} is never said`),
    ...declared.filter(key => !keys.includes(key)).map(key => `${key} is declared and not in the catalog`),
    ...templates
      .filter(template => !patterns.includes(template))
      .map(template => `${template} is not declared`),
    ...patterns
      .filter(pattern => !templates.includes(pattern))
      .map(pattern => `${pattern} is declared and not used`),
  ];
}
