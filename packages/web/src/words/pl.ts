import board from './pl/board.json';
import game from './pl/game.json';
import offline from './pl/offline.json';
import play from './pl/play.json';
import practice from './pl/practice.json';
import refusals from './pl/refusals.json';
import shell from './pl/shell.json';
import sound from './pl/sound.json';

export const messages = {
  ...board,
  ...game,
  ...offline,
  ...play,
  ...practice,
  ...refusals,
  ...shell,
  ...sound,
};
