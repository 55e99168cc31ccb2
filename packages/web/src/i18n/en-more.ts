/** What no running game says: fetched with the first screen that says it. */
import campaign from './en/campaign.json';
import commands from './en/commands.json';
import editions from './en/editions.json';
import end from './en/end.json';
import help from './en/help.json';
import home from './en/home.json';
import intro from './en/intro.json';
import lobby from './en/lobby.json';
import rulebook from './en/rulebook.json';
import settings from './en/settings.json';
import setup from './en/setup.json';
import talk from './en/talk.json';
import trouble from './en/trouble.json';
import voice from './en/voice.json';

export const messages = {
  ...campaign,
  ...commands,
  ...editions,
  ...end,
  ...help,
  ...home,
  ...intro,
  ...lobby,
  ...rulebook,
  ...settings,
  ...setup,
  ...talk,
  ...trouble,
  ...voice,
};
