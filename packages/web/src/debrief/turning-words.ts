/**
 * The sentences of a turning point: first a question, then the path and the feature at its end. They name heroes, never
 * people.
 */
import type { Answer, TurningPoint } from '@hush/bots';
import { isDirection } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { actionName, directionName, heroName } from '../model/game-words.ts';

const secondsOf = ({ at, until }: TurningPoint): number => Math.max(1, Math.round((until - at) / 1000));

const CAPITAL = /^\p{Ll}/u;
const capital = (text: string): string => text.replace(CAPITAL, letter => letter.toUpperCase());

export const questionOf = (point: TurningPoint): string =>
  say(`debrief.ask.${point.answer.kind}`, { n: secondsOf(point), hero: heroName(point.answer.hero) });

/** The actions of the path, named as the keys are. */
const wayOf = ({ steps, kind, hero }: Answer): string => {
  const words = steps.map(step => {
    const how = isDirection(step.by) ? directionName(step.by) : actionName(step.by).toLocaleLowerCase();
    // another hero must make room first, so it is named
    return step.hero === hero ? how : `${heroName(step.hero)} ${how}`;
  });
  return [...words, ...(kind === 'door' ? [actionName('explore').toLocaleLowerCase()] : [])].join(', ');
};

export const answerOf = ({ answer }: TurningPoint): string =>
  capital(say(`debrief.answer.${answer.kind}`, { way: wayOf(answer), hero: heroName(answer.hero) }));

/** What was missed, as a fact about squares and never about a person. */
export const factOf = (point: TurningPoint): string =>
  say(`debrief.fact.${point.answer.kind}`, {
    n: secondsOf(point),
    steps: point.answer.steps.length,
    hero: heroName(point.answer.hero),
  });
