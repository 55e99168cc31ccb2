/** What can be wrong with scenarios, tiles, books and replays from outside. */
import problems from './en/problems.json';

export const messages = { ...problems };
