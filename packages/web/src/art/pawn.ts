/**
 * Drawings of nudges: the 'Do something!' pawn, staring eyes, and a tapping hand. Each repetition is drawn
 * larger and angrier.
 */
const INK = '#2a1f4a';

const EYES =
  '<circle cx="24" cy="22" r="6.500" fill="#fff"/><circle cx="40" cy="22" r="6.500" fill="#fff"/>' +
  `<g class="pupils"><circle cx="25.500" cy="23" r="3" fill="${INK}"/><circle cx="38.500" cy="23" r="3" fill="${INK}"/></g>`;

const BODY =
  `<path d="M32 6c11 0 17 7 17 16 0 6-3 10-6 13 4 6 7 13 8 21H13c1-8 4-15 8-21-3-3-6-7-6-13C15 13 21 6 32 6z" fill="#d0283d" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>` +
  `<path d="M11 56h42c3 0 3 6 0 6H11c-3 0-3-6 0-6z" fill="#8f1226" stroke="${INK}" stroke-width="3"/>`;

const MOUTHS = [
  `<path d="M27 32q5 3 10 0" fill="none" stroke="${INK}" stroke-width="2.600" stroke-linecap="round"/>`,
  `<ellipse cx="32" cy="33" rx="4" ry="3.500" fill="${INK}"/>`,
  `<path d="M23 30h18c0 9-4 12-9 12s-9-3-9-12z" fill="${INK}"/><path d="M27 37q5-3 10 0c-1 4-9 4-10 0z" fill="#ff8a96"/>`,
] as const;

const BROWS = [
  '',
  `<path d="M17 14l9 2M47 14l-9 2" stroke="${INK}" stroke-width="3" stroke-linecap="round"/>`,
  `<path d="M16 11l11 6M48 11l-11 6" stroke="${INK}" stroke-width="3.500" stroke-linecap="round"/><g class="steam" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"><path d="M9 16c-4-2-3-6 0-7M55 16c4-2 3-6 0-7"/></g>`,
] as const;

/** How urgent the nudge is: 1 asking, 2 urging, 3 furious. */
export type Level = 1 | 2 | 3;

export const pawnArt = (level: Level): string => BODY + EYES + MOUTHS[level - 1] + BROWS[level - 1];

const ripple = (r: number): string =>
  `<ellipse class="ripple" cx="32" cy="52" rx="${r}" ry="${r / 3.5}" fill="none" stroke="#ffd34d" stroke-width="3"/>`;

/** The Pocket edition has no pawn: a finger taps the table instead. */
export const tapArt = (level: Level): string =>
  ripple(12) +
  (level > 1 ? ripple(20) : '') +
  (level > 2 ? ripple(28) : '') +
  `<g class="knuckles"><path d="M27 50c-5 0-5-7-1-8l4-1V18a4.500 4.500 0 0 1 9 0v12l11 3c5 1 7 4 6 9l-2 8c-1 5-5 8-10 8h-6c-5 0-8-2-11-8z" transform="rotate(180 35 30)" fill="#ffe3b0" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/></g>`;

export const EYES_ART =
  `<g stroke="${INK}" stroke-width="3"><ellipse cx="19" cy="32" rx="14" ry="17" fill="#fff"/><ellipse cx="45" cy="32" rx="14" ry="17" fill="#fff"/></g>` +
  `<g class="pupils" fill="${INK}"><circle cx="21" cy="34" r="6.500"/><circle cx="43" cy="34" r="6.500"/></g>` +
  '<g class="lids" fill="#7e4fe0"><path d="M5 27C7 18 12 14 19 14s12 4 14 13z"/><path d="M31 27c2-9 7-13 14-13s12 4 14 13z"/></g>';
