/** What the hourglass page says, and nothing else. */
import glass from './en/glass.json';
import kit from './en/kit.json';
import rulebook from './en/rulebook.json';
import scenarios from './en/scenarios.json';

export const messages = { ...glass, ...kit, ...rulebook, ...scenarios };
