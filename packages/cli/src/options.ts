/** Reads options of commands; every problem is reported with a sentence. */
import { err, ok, type Result } from '@hush/rules';
import { WorldError } from './io.ts';

export function wholeOption(text: string, option: string, usage: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new WorldError(`${option} takes a whole number from 1 to 9999999, not '${text}'.\n${usage}`);
  return Number(text);
}

export interface FileAndJson {
  readonly file: string;
  readonly json: boolean;
}

/** Options of commands that read one file and may answer in JSON. */
export function fileAndJson(args: readonly string[]): Result<FileAndJson, string> {
  const words = args.filter(arg => arg !== '--json');
  const problem = problemWithFile(words);
  if (problem !== null) return err(problem);
  const [file] = words;
  return file === undefined ? err('the file is missing.') : ok({ file, json: args.includes('--json') });
}

/**
 * Returns what is wrong with the arguments of a command that takes at most one file and no option; null if they are
 * right.
 */
export function problemWithFile(words: readonly string[]): string | null {
  const option = words.find(word => word.startsWith('-') && word !== '-');
  if (option !== undefined) return `there is no option '${option}'.`;
  const [file, ...more] = words;
  return more.length === 0 ? null : `'${more.join(' ')}' is not expected after '${file}'.`;
}
