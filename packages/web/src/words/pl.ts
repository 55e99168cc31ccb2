import shell from './pl/shell.json';

export const messages = { ...shell };
