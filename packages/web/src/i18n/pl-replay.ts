/** What is said where a game is watched again. */
import replay from './pl/replay.json';

export const messages = { ...replay };
