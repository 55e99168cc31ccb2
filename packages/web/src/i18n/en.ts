import board from './en/board.json';
import game from './en/game.json';
import kit from './en/kit.json';
import offline from './en/offline.json';
import play from './en/play.json';
import practice from './en/practice.json';
import refusals from './en/refusals.json';
import scenarios from './en/scenarios.json';
import shell from './en/shell.json';
import sound from './en/sound.json';

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
