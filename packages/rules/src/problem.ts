/**
 * The problems of a wish, a tile set or a value from outside: a code, the rule behind it and its values, so that every
 * page can word them in its reader's language. The English sentences are in problem-text.ts.
 */
import { PROBLEM_SENTENCES } from './problem-sentences.ts';
import { EMBLEMS, HEROES } from './vocabulary.ts';

/** Every code and the rule it breaks; null where only the form is wrong. */
export const PROBLEM_RULES = {
  // A wish that cannot be granted.
  'no-edition': 'RULES 11',
  'no-scenario': 'RULES 10',
  'own-level': 'SC-L',
  'no-level': 'SC-L',
  'tiles-unreadable': 'CO-1',
  'no-start': 'CO-1',
  'players-range': 'SU-3',
  'players-scenario': 'SC-9n',
  'edition-scenarios': 'RULES 11',
  'edition-solo': 'RULES 11',
  'edition-players': 'SC-9n',
  'stack-twice': 'SU-1',
  'stack-start': 'SU-1',
  'stack-missing': 'CO-1',
  'second-missing': 'SC-13',
  'second-in-stack': 'SC-13',
  'second-narrow': 'SC-13',
  sand: 'HG-1',
  'alone-list': 'SO-1',
  'action-tiles-count': 'SU-3',
  'action-twice': 'SU-3',
  'one-leads': 'SC-9',
  'idle-player': 'SU-3',
  'pile-alone': 'SO-1',
  'pile-seven': 'SO-1',
  'heroes-together': 'SU-2',
  'hero-nowhere': 'SU-2',
  'hero-first-mall': 'SC-13',
  'hero-second-mall': 'SC-13',
  // A drawing that cannot be read.
  'text-long': 'CO-1',
  'no-tile': 'CO-1',
  'drawn-twice': 'CO-1',
  header: 'CO-1',
  'name-long': 'CO-1',
  sides: 'CO-1',
  rows: 'BD-1',
  post: 'BD-1',
  'left-blank': 'BD-1',
  'right-blank': 'BD-1',
  'cell-hole': 'BD-1',
  'no-cell': 'BD-1',
  'no-wall': 'BD-1',
  rock: 'BD-1',
  'wall-hole': 'BD-1',
  'rim-hole': 'BD-2',
  'no-rim': 'BD-2',
  slot: 'BD-2',
  'floor-behind': 'BD-3',
  'start-arrow': 'BD-3',
  'south-arrow': 'BD-3',
  'arrow-astray': 'BD-3',
  'arrow-missing': 'BD-3',
  'four-doors': 'BD-3',
  'four-starts': 'SU-2',
  'no-starts': 'SU-2',
  'escalator-ends': 'BD-6',
  // A set that breaks CO-5.
  'no-first-tile': 'CO-1',
  'item-missing': 'CO-5',
  'exit-missing': 'CO-5',
  'item-again': 'CO-5',
  'exit-again': 'CO-5',
  'item-astray': 'CO-5',
  'exit-astray': 'CO-5',
  'items-together': 'CO-5',
  'exits-together': 'CO-5',
  'four-hourglasses': 'CO-5',
  'orange-walls': 'CO-5',
  'ball-missing': 'CO-5',
  'camera-missing': 'CO-5',
  'camera-spare': 'CO-5',
  markers: 'CO-5',
  'ways-hourglass': 'CO-5',
  'ways-exit': 'CO-5',
  'ways-ball': 'CO-5',
  'ways-camera': 'CO-5',
  // A set with traps, or one that differs from the standard set.
  'off-centre': 'SU-2',
  'dwarf-only': 'SC-4a',
  'cut-off': 'BD-1',
  bars: 'MV-2',
  'tiles-missing': 'CO-1',
  'tiles-beyond': 'CO-1',
  'doors-upto': 'BD-3',
  'doors-all': 'BD-3',
  vortices: 'BD-6',
  'start-vortices': 'BD-6',
  escalators: 'BD-6',
  passages: 'SC-4a',
  'tiles-item': 'CO-5',
  'tiles-exit': 'CO-5',
  'tiles-hourglass': 'CO-5',
  'tiles-ball': 'CO-5',
  'tiles-camera': 'CO-5',
  // A value of the wrong form; `field` says which one.
  'want-text': null,
  'want-whole': null,
  'want-upto': null,
  'want-number': null,
  'want-yesno': null,
  'want-one': null,
  'want-list': null,
  'want-fewer': null,
  'want-object': null,
  'want-place': null,
  'want-hex': null,
  'want-any-text': null,
  'want-lists': null,
  strange: null,
  lacking: null,
} as const satisfies Readonly<Record<string, string | null>>;

export type ProblemCode = keyof typeof PROBLEM_RULES;
export const PROBLEM_CODES = Object.keys(PROBLEM_RULES) as readonly ProblemCode[];

export type ProblemValues = Readonly<Record<string, string | number>>;

type RuleOf<C> = C extends ProblemCode ? (typeof PROBLEM_RULES)[C] : null;

/** Heroes, directions and actions are given by their English names; the page that shows them translates them. */
export interface Problem<C extends string = ProblemCode, R = RuleOf<C>> {
  readonly code: C;
  /** The id of the broken rule; null where only the form is wrong. */
  readonly rule: R;
  readonly values: ProblemValues;
  /** One English sentence, or the clause that follows the name of a field. */
  readonly why: string;
}

export const problem = <C extends ProblemCode>(
  code: C,
  values: ProblemValues = {},
): Problem<C, (typeof PROBLEM_RULES)[C]> => ({
  code,
  rule: PROBLEM_RULES[code],
  values,
  why: sentenceOf(code, values),
});

/** The template with its values filled in; the colour is that of the hero in the values. */
function sentenceOf(code: ProblemCode, values: ProblemValues): string {
  const hero = HEROES.find(one => one === values['hero']);
  const all: ProblemValues = hero === undefined ? values : { colour: EMBLEMS[hero].colour, ...values };
  return (PROBLEM_SENTENCES[code] ?? code).replace(/\{(\w+)\}/g, (hole, name: string) =>
    String(all[name] ?? hole),
  );
}
