/** What no running game says: fetched with the first screen that says it. */
import commands from './fr/commands.json';
import end from './fr/end.json';
import help from './fr/help.json';
import home from './fr/home.json';
import intro from './fr/intro.json';
import lobby from './fr/lobby.json';
import settings from './fr/settings.json';
import voice from './fr/voice.json';

export const messages = { ...commands, ...end, ...help, ...home, ...intro, ...lobby, ...settings, ...voice };
