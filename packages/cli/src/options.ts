/** Options of commands: every problem with one says what is wrong, and how the command is used. */
import { WorldError } from './io.ts';

export function wholeOption(text: string, option: string, usage: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new WorldError(`${option} takes a whole number from 1 to 9999999, not '${text}'.\n${usage}`);
  return Number(text);
}
