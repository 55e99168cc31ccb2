/** What no running game says: fetched with the first screen that says it. */
import commands from './nl/commands.json';
import end from './nl/end.json';
import help from './nl/help.json';
import home from './nl/home.json';
import intro from './nl/intro.json';
import lobby from './nl/lobby.json';
import settings from './nl/settings.json';
import voice from './nl/voice.json';

export const messages = { ...commands, ...end, ...help, ...home, ...intro, ...lobby, ...settings, ...voice };
