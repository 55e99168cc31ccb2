/** What no running game says: fetched with the first screen that says it. */
import campaign from './nl/campaign.json';
import commands from './nl/commands.json';
import editions from './nl/editions.json';
import end from './nl/end.json';
import help from './nl/help.json';
import home from './nl/home.json';
import intro from './nl/intro.json';
import lobby from './nl/lobby.json';
import rulebook from './nl/rulebook.json';
import settings from './nl/settings.json';
import setup from './nl/setup.json';
import talk from './nl/talk.json';
import trouble from './nl/trouble.json';
import voice from './nl/voice.json';

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
