import shell from './nl/shell.json';

export const messages = { ...shell };
