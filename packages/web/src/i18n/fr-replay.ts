/** What is said where a game is watched again. */
import replay from './fr/replay.json';

export const messages = { ...replay };
