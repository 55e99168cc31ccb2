/**
 * The problems of a wish, a tile set or a value from outside: a code, the rule behind it and its values, so that every
 * page can word them in its reader's language. The English sentences are in problem-text.ts.
 */
import type { PROBLEM_RULES, ProblemCode } from './problem-rules.ts';
import { PROBLEM_SENTENCES, ruleOfProblem } from './problem-sentences.ts';
import { EMBLEMS, HEROES } from './vocabulary.ts';

export type ProblemValues = Readonly<Record<string, string | number>>;

type RuleOf<C> = C extends ProblemCode ? (typeof PROBLEM_RULES)[C] : null;

/** The values are English names of heroes, directions and actions; a page that shows a problem translates them. */
export interface Problem<C extends string = ProblemCode, R = RuleOf<C>> {
  readonly code: C;
  /** The id of the broken rule; null if only the form is wrong. */
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
  rule: ruleOfProblem(code),
  values,
  why: sentenceOf(code, values),
});

/** The sentence of a problem with its values filled in; a hero's colour is filled in, too. */
function sentenceOf(code: ProblemCode, values: ProblemValues): string {
  const hero = HEROES.find(one => one === values['hero']);
  const all: ProblemValues = hero === undefined ? values : { colour: EMBLEMS[hero].colour, ...values };
  return (PROBLEM_SENTENCES[code] ?? code).replace(/\{(\w+)\}/g, (hole, name: string) =>
    String(all[name] ?? hole),
  );
}
