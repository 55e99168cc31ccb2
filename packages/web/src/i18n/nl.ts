import board from './nl/board.json';
import game from './nl/game.json';
import kit from './nl/kit.json';
import offline from './nl/offline.json';
import play from './nl/play.json';
import practice from './nl/practice.json';
import refusals from './nl/refusals.json';
import scenarios from './nl/scenarios.json';
import shell from './nl/shell.json';
import sound from './nl/sound.json';

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
