/**
 * The format number of the events in a table's log that this version writes: the last of `VOCABULARIES`. It has a
 * file of its own because the page needs only this number.
 */
export const VOCABULARY: number = 3;
