/** What the hourglass page says, and nothing else. */
import glass from './pl/glass.json';
import kit from './pl/kit.json';
import rulebook from './pl/rulebook.json';
import scenarios from './pl/scenarios.json';

export const messages = { ...glass, ...kit, ...rulebook, ...scenarios };
