/**
 * Words that assert one value of a subject, in each language. A sentence must not contain the words of a value that it
 * does not claim, so a translation that says the opposite of its claims is found.
 */
import type { Locale } from '../../src/i18n/say.ts';
import type { RuleSubject } from '../../src/rulebook/claims.ts';
import type { Statement } from './contradictions.ts';

interface Meaning {
  readonly subject: RuleSubject;
  readonly values: readonly string[];
  readonly words: Readonly<Record<Locale, RegExp>>;
}

/** The words in English, French, Dutch and Polish. */
const meaning = (
  subject: RuleSubject,
  values: string | readonly string[],
  ...[en, fr, nl, pl]: readonly [RegExp, RegExp, RegExp, RegExp]
): Meaning => ({ subject, values: [values].flat(), words: { en, fr, nl, pl } });

export const MEANINGS: readonly Meaning[] = [
  meaning('exit', 'own', /exit of their own/, /sortie de sa/, /uitgang in zijn eigen/, /wyjściem w swoim/),
  meaning(
    'exit',
    'other',
    /exit that is not/,
    /sortie qui n’est pas/,
    /uitgang die niet/,
    /wyjściem, które nie/,
  ),
  meaning('item', 'own', /item of their own/, /objet de sa/, /voorwerp in zijn eigen/, /przedmiotu w jego/),
  meaning(
    'item',
    'other',
    /item that is not/,
    /objet qui n’est pas/,
    /voorwerp dat niet/,
    /przedmiotu, który nie/,
  ),
  meaning('theft', 'called', /may call the theft/, /déclencher le vol/, /uitroepen/, /ogłosić kradzież/),
  meaning('theft', 'automatic', /by itself/, /automatiquement/, /vanzelf/, /następuje sama/),
  meaning(
    'vortex',
    'anywhere',
    /from anywhere/,
    /où qu’il soit/,
    /waar hij ook staat/,
    /z dowolnego miejsca/,
  ),
  meaning(
    'vortex',
    'between malls',
    /in the other mall/,
    /dans l’autre/,
    /in het andere/,
    /w drugim centrum/,
  ),
  meaning('vortex', 'never', /^No vortex works/, /^Aucun vortex/, /^Geen enkele vortex/, /^Żaden wir/),
  meaning('stack', 'up', /face-up stack/, /pile face visible/, /open stapel/, /odkryty stos/),
  meaning('stack', 'down', /face-down stack/, /pile face cachée/, /gedekte stapel/, /zakryty stos/),
  meaning(
    'walls',
    'before the theft',
    /Until the theft,/,
    /Jusqu’au vol/,
    /Tot aan de/,
    /Do chwili kradzieży/,
  ),
  meaning('walls', 'always', /even after/, /même après/, /ook na de/, /także po kradzieży/),
  meaning('passing', 'left', /to the left/, /voisin de gauche/, /naar links/, /w lewo/),
  meaning(
    'passing',
    'shuffle',
    /shuffle all seven/,
    /mélangez les sept/,
    /schud je alle/,
    /potasuj wszystkie/,
  ),
  meaning('leaving', 'gone', /leaves the board/, /quitte le plateau/, /van het bord/, /znika z planszy/),
  meaning('leaving', 'stays', /is out[^.]* stays/, /y reste/, /blijft (?:hij )?daar staan/, /stoi tam dalej/),
  meaning('dealt', 'everybody', /Each player gets/, /Chacun reçoit/, /Elke speler krijgt/, /Każdy dostaje/),
  meaning(
    'dealt',
    'all but one',
    /but the leader/,
    /sauf le meneur/,
    /behalve de leider/,
    /oprócz prowadzącego/,
  ),
  meaning(
    'talk',
    ['words', 'free'],
    /may talk/,
    /(?:peut|pouvez)[^.]* parler/,
    /mag(?! niemand)[^.]* praten/,
    /(?:mogą|wolno)[^.]* rozmawiać/,
  ),
  meaning(
    'talk',
    ['hands', 'free hands'],
    /may gesture/,
    /(?:peut|pouvez)[^.]* faire des gestes/,
    /mag(?! niemand)[^.]* gebaren/,
    /(?:mogą|wolno)[^.]* gestykulować/,
  ),
  meaning(
    'talk',
    'never',
    /whatever happens/,
    /quoi qu’il arrive/,
    /wat er ook gebeurt/,
    /cokolwiek się stanie/,
  ),
  meaning('side', 'A', /side A\./, /face A\./, /kant A boven/, /stroną A do/),
  meaning('side', 'B', /side B\./, /face B\./, /kant B boven/, /stroną B do/),
  meaning('side', 'free', /A or B/, /A ou B/, /A of B/, /A albo B/),
];

/** Each value that a text asserts and its statement does not claim. */
export function assertedWithoutClaim(
  locale: Locale,
  text: string,
  { key, claims }: Statement,
): readonly string[] {
  return MEANINGS.filter(({ subject, values, words }) => {
    const claimed: readonly string[] = claims?.[subject] ?? values; // `unclaimed` finds sentences without a claim
    return words[locale].test(text) && !values.some(value => claimed.includes(value));
  }).map(
    ({ subject, values }) =>
      `${key} in ${locale} says ${subject} ${values.join(' or ')}, which it does not claim`,
  );
}
