/** Options of commands: every problem with one says what is wrong. */
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

/** For commands that read one file and may answer in JSON. */
export function fileAndJson(args: readonly string[]): Result<FileAndJson, string> {
  const [file, ...more] = args.filter(arg => arg !== '--json');
  if (file === undefined) return err('the file is missing.');
  if (file.startsWith('--')) return err(`there is no option '${file}'.`);
  if (more.length > 0) return err(`'${more.join(' ')}' is not expected after '${file}'.`);
  return ok({ file, json: args.includes('--json') });
}
