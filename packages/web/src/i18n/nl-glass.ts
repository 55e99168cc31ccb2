/** What the hourglass page says, and nothing else. */
import glass from './nl/glass.json';
import kit from './nl/kit.json';
import rulebook from './nl/rulebook.json';
import scenarios from './nl/scenarios.json';

export const messages = { ...glass, ...kit, ...rulebook, ...scenarios };
