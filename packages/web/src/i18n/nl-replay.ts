/** What is said where a game is watched again. */
import replay from './nl/replay.json';

export const messages = { ...replay };
