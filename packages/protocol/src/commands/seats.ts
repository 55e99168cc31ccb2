/** In a file of its own, because the page of a running game needs this number but not the readers of wishes. */
export const MOST_SEATS = 9;
