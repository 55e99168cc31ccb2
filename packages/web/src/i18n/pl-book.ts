/** What the book of a crew says. */
import book from './pl/book.json';

export const messages = book;
