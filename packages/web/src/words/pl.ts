import commands from './pl/commands.json';
import play from './pl/play.json';
import practice from './pl/practice.json';
import refusals from './pl/refusals.json';
import shell from './pl/shell.json';
import sound from './pl/sound.json';

export const messages = { ...commands, ...play, ...practice, ...refusals, ...shell, ...sound };
