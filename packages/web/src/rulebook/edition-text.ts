/** What is special about each printed edition, in plain sentences; from the same table that the rules play by (RULES 11). */
import { EDITION_RULES, type Edition } from '@hush/rules';

export const EDITION_NOTES = [
  'called',
  'automatic',
  'noGear',
  'pawn',
  'tap',
  'pause',
  'noSolo',
  'seven',
  'wallsBefore',
  'wallsAlways',
  'talkIntro',
  'talkFirst',
] as const;
export type EditionNote = (typeof EDITION_NOTES)[number];

const LAST_INTRODUCTION = 7;

/** Everything that holds in this edition and not in every other one. */
export function notesOf(edition: Edition): readonly EditionNote[] {
  const rules = EDITION_RULES[edition];
  const holds: Readonly<Record<EditionNote, boolean>> = {
    called: rules.theft === 'called',
    automatic: rules.theft === 'automatic',
    noGear: rules.noGear,
    pawn: rules.nudge === 'pawn',
    tap: rules.nudge === 'tap',
    pause: rules.pause,
    noSolo: !rules.solo,
    seven: rules.scenarios <= LAST_INTRODUCTION,
    wallsBefore: rules.scenarios > LAST_INTRODUCTION && rules.movingWalls === 'before the theft',
    wallsAlways: rules.scenarios > LAST_INTRODUCTION && rules.movingWalls === 'always',
    talkIntro: rules.freeTalk >= LAST_INTRODUCTION,
    talkFirst: rules.freeTalk > 0 && rules.freeTalk < LAST_INTRODUCTION,
  };
  return EDITION_NOTES.filter(note => holds[note]);
}
