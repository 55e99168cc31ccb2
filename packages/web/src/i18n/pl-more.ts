/** What no running game says: fetched with the first screen that says it. */
import campaign from './pl/campaign.json';
import commands from './pl/commands.json';
import editions from './pl/editions.json';
import end from './pl/end.json';
import help from './pl/help.json';
import home from './pl/home.json';
import intro from './pl/intro.json';
import lobby from './pl/lobby.json';
import rulebook from './pl/rulebook.json';
import settings from './pl/settings.json';
import setup from './pl/setup.json';
import talk from './pl/talk.json';
import trouble from './pl/trouble.json';
import voice from './pl/voice.json';

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
