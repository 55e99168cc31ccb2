/** What each rule sentence claims, so that a test can find two sentences that contradict each other. */

/** The subjects about which sentences can contradict each other, with their possible values. */
export interface RuleSubjects {
  readonly vortex: 'anywhere' | 'between malls' | 'never';
  readonly item: 'own' | 'other';
  readonly exit: 'one' | 'own' | 'other';
  readonly leaving: 'gone' | 'stays';
  readonly theft: 'called' | 'automatic';
  readonly early: 'closed' | 'open';
  readonly talk: 'words' | 'hands' | 'never' | 'free' | 'free hands';
  readonly before: 'words' | 'hands' | 'silent';
  readonly nudge: 'pawn' | 'tap' | 'leader pawn' | 'leader tap' | 'none';
  readonly actions: 'own tile' | 'pile';
  readonly dealt: 'everybody' | 'all but one';
  readonly passing: 'left' | 'shuffle';
  readonly stack: 'down' | 'up';
  readonly walls: 'before the theft' | 'always';
  readonly side: 'A' | 'B' | 'free';
}
export type RuleSubject = keyof RuleSubjects;
export type Claims = { readonly [S in RuleSubject]?: readonly RuleSubjects[S][] };
