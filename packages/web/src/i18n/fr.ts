import board from './fr/board.json';
import game from './fr/game.json';
import kit from './fr/kit.json';
import offline from './fr/offline.json';
import play from './fr/play.json';
import practice from './fr/practice.json';
import refusals from './fr/refusals.json';
import scenarios from './fr/scenarios.json';
import shell from './fr/shell.json';
import sound from './fr/sound.json';

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
