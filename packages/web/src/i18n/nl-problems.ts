/** What can be wrong with scenarios, tiles, books and replays from outside. */
import problems from './nl/problems.json';

export const messages = { ...problems };
