/** What only the workshop says. */
import workshop from './fr/workshop.json';

export const messages = { ...workshop };
