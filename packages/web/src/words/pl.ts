import board from './pl/board.json';
import commands from './pl/commands.json';
import end from './pl/end.json';
import game from './pl/game.json';
import intro from './pl/intro.json';
import lobby from './pl/lobby.json';
import offline from './pl/offline.json';
import play from './pl/play.json';
import practice from './pl/practice.json';
import refusals from './pl/refusals.json';
import settings from './pl/settings.json';
import shell from './pl/shell.json';
import sound from './pl/sound.json';

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
