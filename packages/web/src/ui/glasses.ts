/** What hourglasses hold, in seconds: those that boxes have, and any other. */
export const GLASSES = [180, 240, 420] as const;

export const isUsual = (seconds: number): boolean => GLASSES.some(known => known === seconds);

export const FEWEST_SECONDS = 10;
export const MOST_SECONDS = 3600;

/** What somebody typed, as near as it can be had. */
export const secondsOf = (typed: number): number =>
  Math.min(MOST_SECONDS, Math.max(FEWEST_SECONDS, Math.round(typed) || GLASSES[0]));
