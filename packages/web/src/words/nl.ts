import board from './nl/board.json';
import commands from './nl/commands.json';
import end from './nl/end.json';
import game from './nl/game.json';
import intro from './nl/intro.json';
import lobby from './nl/lobby.json';
import offline from './nl/offline.json';
import play from './nl/play.json';
import practice from './nl/practice.json';
import refusals from './nl/refusals.json';
import settings from './nl/settings.json';
import shell from './nl/shell.json';
import sound from './nl/sound.json';

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
