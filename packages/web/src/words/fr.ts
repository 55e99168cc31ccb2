import board from './fr/board.json';
import commands from './fr/commands.json';
import end from './fr/end.json';
import game from './fr/game.json';
import intro from './fr/intro.json';
import lobby from './fr/lobby.json';
import offline from './fr/offline.json';
import play from './fr/play.json';
import practice from './fr/practice.json';
import refusals from './fr/refusals.json';
import settings from './fr/settings.json';
import shell from './fr/shell.json';
import sound from './fr/sound.json';

export const messages = {
  ...board,
  ...commands,
  ...offline,
  ...play,
  ...practice,
  ...refusals,
  ...end,
  ...game,
  ...intro,
  ...lobby,
  ...settings,
  ...shell,
  ...sound,
};
