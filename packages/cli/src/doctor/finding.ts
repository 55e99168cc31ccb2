/** One finding of `hush doctor`: something is fine or wrong, and what to do about it. */

export const FINDING_LEVELS = ['ok', 'warn', 'fail'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

export interface Finding {
  readonly check: string;
  readonly level: FindingLevel;
  readonly what: string;
  /** The remedy; undefined if nothing is wrong. */
  readonly remedy?: string;
}

export const okFinding = (check: string, what: string): Finding => ({ check, level: 'ok', what });
export const warningFinding = (check: string, what: string, remedy: string): Finding => ({
  check,
  level: 'warn',
  what,
  remedy,
});
export const failureFinding = (check: string, what: string, remedy: string): Finding => ({
  check,
  level: 'fail',
  what,
  remedy,
});
