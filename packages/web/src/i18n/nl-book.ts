/** What the book of a crew says. */
import book from './nl/book.json';

export const messages = book;
