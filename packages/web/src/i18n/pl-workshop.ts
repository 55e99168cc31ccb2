/** What only the workshop says. */
import workshop from './pl/workshop.json';

export const messages = { ...workshop };
