import commands from './fr/commands.json';
import play from './fr/play.json';
import practice from './fr/practice.json';
import refusals from './fr/refusals.json';
import shell from './fr/shell.json';
import sound from './fr/sound.json';

export const messages = { ...commands, ...play, ...practice, ...refusals, ...shell, ...sound };
