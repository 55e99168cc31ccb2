/** Limits for the signals of voice. They are not in voice.ts, because the page should not load schemas. */

/** The longest session description in characters, three times as long as those of today's browsers. */
export const LONGEST_SDP = 8 * 1024;
export const MOST_CANDIDATES = 16;
