import commands from './nl/commands.json';
import play from './nl/play.json';
import practice from './nl/practice.json';
import refusals from './nl/refusals.json';
import shell from './nl/shell.json';
import sound from './nl/sound.json';

export const messages = { ...commands, ...play, ...practice, ...refusals, ...shell, ...sound };
