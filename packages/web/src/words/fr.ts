import board from './fr/board.json';
import game from './fr/game.json';
import offline from './fr/offline.json';
import play from './fr/play.json';
import practice from './fr/practice.json';
import refusals from './fr/refusals.json';
import shell from './fr/shell.json';
import sound from './fr/sound.json';

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
