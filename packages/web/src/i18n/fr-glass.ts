/** What the hourglass page says, and nothing else. */
import glass from './fr/glass.json';
import kit from './fr/kit.json';
import rulebook from './fr/rulebook.json';
import scenarios from './fr/scenarios.json';

export const messages = { ...glass, ...kit, ...rulebook, ...scenarios };
