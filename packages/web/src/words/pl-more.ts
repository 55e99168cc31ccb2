/** What no running game says: fetched with the first screen that says it. */
import commands from './pl/commands.json';
import end from './pl/end.json';
import help from './pl/help.json';
import home from './pl/home.json';
import intro from './pl/intro.json';
import lobby from './pl/lobby.json';
import settings from './pl/settings.json';
import voice from './pl/voice.json';

export const messages = { ...commands, ...end, ...help, ...home, ...intro, ...lobby, ...settings, ...voice };
