import shell from './fr/shell.json';

export const messages = { ...shell };
