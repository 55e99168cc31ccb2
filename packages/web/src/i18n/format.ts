/**
 * Formats a message with its values. It supports two forms of ICU syntax, `{name}` and `{n, plural, =0 {none} one {#
 * square} other {# squares}}`; a test refuses messages with any other form. Messages are parsed each time they are
 * shown: that needs less code in the page than compiled messages and their runtime.
 */

export type Values = Readonly<Record<string, string | number>>;
export type Format = (message: string, values: Values) => string;

/** A placeholder: the name of a value and, for a plural, all its forms. A form may contain values, but no plurals. */
export const PLACEHOLDER = /\{(\w+)(?:, plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\w+\})*\})+))?\}/g;
const FORM = / (=\d+|[a-z]+) \{((?:[^{}]|\{\w+\})*)\}/g;

export const formsOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(FORM)].map(([, form = '', words = '']) => [form, words]));

/** A formatter with the plural rules and digits of a language. The text of a value is never parsed as a message. */
export function formatIn(locale: string): Format {
  const plurals = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);

  function choose(text: string, n: number): string {
    const forms = formsOf(text);
    const form = forms.get(`=${n}`) ?? forms.get(plurals.select(n)) ?? forms.get('other') ?? '';
    return form.replaceAll('#', digits.format(n));
  }

  const format: Format = (message, values) =>
    message.replace(PLACEHOLDER, (_, name: string, forms?: string) =>
      forms === undefined ? `${values[name] ?? ''}` : format(choose(forms, Number(values[name])), values),
    );
  return format;
}
