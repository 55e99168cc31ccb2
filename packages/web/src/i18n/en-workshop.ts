/** What only the workshop says. */
import workshop from './en/workshop.json';

export const messages = { ...workshop };
