/** Every id that may be said: what English has, all languages have (a test compares them). */
import type shell from './en/shell.json';

export type Key = keyof typeof shell;
