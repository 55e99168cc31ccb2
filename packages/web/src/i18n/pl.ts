import board from './pl/board.json';
import game from './pl/game.json';
import kit from './pl/kit.json';
import offline from './pl/offline.json';
import play from './pl/play.json';
import practice from './pl/practice.json';
import refusals from './pl/refusals.json';
import scenarios from './pl/scenarios.json';
import shell from './pl/shell.json';
import sound from './pl/sound.json';

export const messages = {
  ...board,
  ...game,
  ...kit,
  ...offline,
  ...play,
  ...practice,
  ...refusals,
  ...scenarios,
  ...shell,
  ...sound,
};
