/** What no running game says: fetched with the first screen that says it. */
import campaign from './fr/campaign.json';
import commands from './fr/commands.json';
import editions from './fr/editions.json';
import end from './fr/end.json';
import help from './fr/help.json';
import home from './fr/home.json';
import intro from './fr/intro.json';
import lobby from './fr/lobby.json';
import rulebook from './fr/rulebook.json';
import settings from './fr/settings.json';
import setup from './fr/setup.json';
import talk from './fr/talk.json';
import trouble from './fr/trouble.json';
import voice from './fr/voice.json';

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
