/**
 * A message with its values. Of ICU's language we speak two sentences, `{name}` and
 * `{n, plural, =0 {none} one {# square} other {# squares}}`; a test refuses messages that say anything else. They are
 * read when they are said: that costs a page less than messages compiled beforehand and whatever understands those.
 */

export type Values = Readonly<Record<string, string | number>>;
export type Format = (message: string, values: Values) => string;

/** A value's name and, where it is counted, all its forms. A form may have values, but no forms of its own. */
export const HOLE = /\{(\w+)(?:, plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\w+\})*\})+))?\}/g;
const FORM = / (=\d+|[a-z]+) \{((?:[^{}]|\{\w+\})*)\}/g;

export const formsOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(FORM)].map(([, form = '', words = '']) => [form, words]));

/** In a language's own plurals and digits. What a value says is never read as a message. */
export function formatIn(locale: string): Format {
  const plurals = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);

  function choose(text: string, n: number): string {
    const forms = formsOf(text);
    const form = forms.get(`=${n}`) ?? forms.get(plurals.select(n)) ?? forms.get('other') ?? '';
    return form.replaceAll('#', digits.format(n));
  }

  const format: Format = (message, values) =>
    message.replace(HOLE, (_, name: string, forms?: string) =>
      forms === undefined ? `${values[name] ?? ''}` : format(choose(forms, Number(values[name])), values),
    );
  return format;
}
