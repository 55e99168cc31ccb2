/** What the book of a crew says. */
import book from './en/book.json';

export const messages = book;
