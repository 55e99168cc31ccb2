import board from './en/board.json';
import commands from './en/commands.json';
import end from './en/end.json';
import game from './en/game.json';
import intro from './en/intro.json';
import lobby from './en/lobby.json';
import offline from './en/offline.json';
import play from './en/play.json';
import practice from './en/practice.json';
import refusals from './en/refusals.json';
import settings from './en/settings.json';
import shell from './en/shell.json';
import sound from './en/sound.json';

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
