/** What can be wrong with scenarios, tiles, books and replays from outside. */
import problems from './fr/problems.json';

export const messages = { ...problems };
