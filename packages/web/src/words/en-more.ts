/** What no running game says: fetched with the first screen that says it. */
import commands from './en/commands.json';
import end from './en/end.json';
import help from './en/help.json';
import home from './en/home.json';
import intro from './en/intro.json';
import lobby from './en/lobby.json';
import settings from './en/settings.json';
import voice from './en/voice.json';

export const messages = { ...commands, ...end, ...help, ...home, ...intro, ...lobby, ...settings, ...voice };
