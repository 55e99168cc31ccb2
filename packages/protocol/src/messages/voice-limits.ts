/** How much pages may tell each other about a voice. Apart from voice.ts, because pages must not carry schemas. */

/** The longest session description, in characters; those of today's browsers have about a third of it. */
export const LONGEST_SDP = 8 * 1024;
export const MOST_CANDIDATES = 16;
