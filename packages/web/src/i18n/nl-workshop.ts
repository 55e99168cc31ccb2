/** What only the workshop says. */
import workshop from './nl/workshop.json';

export const messages = { ...workshop };
