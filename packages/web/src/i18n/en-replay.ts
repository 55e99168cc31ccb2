/** What is said where a game is watched again. */
import replay from './en/replay.json';

export const messages = { ...replay };
