/** What the book of a crew says. */
import book from './fr/book.json';

export const messages = book;
