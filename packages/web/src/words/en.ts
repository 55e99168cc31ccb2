import commands from './en/commands.json';
import play from './en/play.json';
import practice from './en/practice.json';
import refusals from './en/refusals.json';
import shell from './en/shell.json';
import sound from './en/sound.json';

export const messages = { ...commands, ...play, ...practice, ...refusals, ...shell, ...sound };
