/**
 * Finds contradictions among sentences that are shown together. It finds two kinds: two sentences whose claims about a
 * subject cannot both be true, and a text that mentions a subject without a claim about it, so that it cannot be
 * compared.
 */
import type { Locale } from '../../src/i18n/say.ts';
import type { Claims, RuleSubject } from '../../src/rulebook/claims.ts';

export interface Statement {
  readonly key: string;
  readonly claims?: Claims | undefined;
}

const SUBJECTS: readonly RuleSubject[] = [
  'vortex',
  'item',
  'exit',
  'leaving',
  'theft',
  'early',
  'talk',
  'before',
  'nudge',
  'actions',
  'dealt',
  'passing',
  'stack',
  'walls',
  'side',
];

const claimOf = ({ claims }: Statement, subject: RuleSubject): readonly string[] | undefined =>
  claims?.[subject];

/** Each pair of sentences whose claims about a subject have no value in common. */
export function contradictions(shown: readonly Statement[]): readonly string[] {
  return SUBJECTS.flatMap(subject =>
    shown.flatMap((one, i) =>
      shown.slice(i + 1).flatMap(other => {
        const [a, b] = [claimOf(one, subject), claimOf(other, subject)];
        const agree = a === undefined || b === undefined || a.some(value => b.includes(value));
        return agree ? [] : [`${one.key} and ${other.key} disagree about ${subject}`];
      }),
    ),
  );
}

type Lexicon = readonly (readonly [word: RegExp, subjects: readonly RuleSubject[]])[];

/** Words that mention a subject; a text with such a word must claim something about one of the named subjects. */
const WORDS: Readonly<Record<Locale, Lexicon>> = {
  en: [
    [/vort/i, ['vortex']],
    [/\bitems?\b/i, ['item']],
    [/\bexits?\b/i, ['exit']],
    [/\b(?:talk|speaks?|words?|gestures?)\b/i, ['talk', 'before']],
    [/\b(?:pawn|taps?)\b/i, ['nudge']],
    [/face-(?:up|down)/i, ['stack', 'actions']],
    [/\bside [AB]\b/, ['side']],
    [/call the theft|by itself/i, ['theft']],
    [/to the left\b/i, ['passing']],
  ],
  fr: [
    [/vortex/i, ['vortex']],
    [/\bobjets?\b/i, ['item']],
    [/\bsorties?\b/i, ['exit']],
    [/(?<!haut-)\b(?:parle\w*|mots?|gestes?)\b/i, ['talk', 'before']],
    [/\bpion\b|tapot/i, ['nudge']],
    [/face (?:cachée|visible)/i, ['stack', 'actions', 'walls']],
    [/face [AB]\b/, ['side']],
    [/déclencher le vol|automatiquement/i, ['theft']],
    [/voisin de gauche/i, ['passing']],
  ],
  nl: [
    [/vortex/i, ['vortex']],
    [/voorwerp/i, ['item']],
    [/uitgang/i, ['exit']],
    [/\b(?:prat\w+|praat|woord\w*|gebaren|gebaart)\b/i, ['talk', 'before']],
    [/\bpion\b|\btik(?:t|ken)\b/i, ['nudge']],
    [/(?:gedekte|open) stapel/i, ['stack', 'actions']],
    [/kant [AB]\b/, ['side']],
    [/diefstal uitroepen|vanzelf/i, ['theft']],
    [/naar links/i, ['passing']],
  ],
  pl: [
    [/(?<!\p{L})wir(?:y|u|em|ów|ami)?(?!\p{L})/iu, ['vortex']],
    [/przedmio/i, ['item']],
    [/wyjści/i, ['exit']],
    [/rozmaw|rozmow|(?<!\p{L})sł(?:owa|ów|owo)|gesty|gestyk|nikt nie mówi/iu, ['talk', 'before']],
    [/pion(?:ek|ka|kiem)|stuka/i, ['nudge']],
    [/(?:zakryty|odkryty) stos/i, ['stack', 'actions']],
    [/stron\p{L} [AB](?!\p{L})/u, ['side']],
    [/ogłosić kradzież|następuje sama/i, ['theft']],
    [/w lewo/i, ['passing']],
  ],
};

/** Each subject that a text mentions without a claim. */
export function unclaimed(locale: Locale, text: string, statement: Statement): readonly string[] {
  return WORDS[locale]
    .filter(([word, subjects]) => word.test(text) && !subjects.some(one => claimOf(statement, one)))
    .map(
      ([, subjects]) => `${statement.key} in ${locale} speaks of ${subjects.join(' or ')} without a claim`,
    );
}
