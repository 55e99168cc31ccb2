/**
 * The most seats of a table. The constant has its own file because the page of a running game needs it, but not the
 * code that reads wishes.
 */
export const MOST_SEATS = 9;
