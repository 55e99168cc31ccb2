/** This constant has a file of its own, because the page of a running game needs it without the readers of wishes. */
export const MOST_SEATS = 9;
