import shell from './en/shell.json';

export const messages = { ...shell };
