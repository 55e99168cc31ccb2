/** The input, output and files of a command. Tests replace them. */
import { readFile } from 'node:fs/promises';

export interface Io {
  /** Standard input in chunks, as they arrive. */
  readonly input: AsyncIterable<string>;
  out(text: string): void;
  /** Prints a line for people on standard error. */
  complain(text: string): void;
  /** Reads a file's text, or throws a WorldError. */
  read(file: string): Promise<string>;
}

/** An error outside of this program, such as a missing file; its message is for the user. */
export class WorldError extends Error {}

export function processIo(): Io {
  // The program that reads our output may stop early (`hush referee | head`), which is not an error.
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    input: process.stdin.setEncoding('utf8'),
    out: text => process.stdout.write(text),
    complain: text => process.stderr.write(`${text.trimEnd()}\n`),
    read: readText,
  };
}

/** The text of a file, or of standard input for `-`, without a byte order mark. */
export async function readTextOf(io: Io, file: string): Promise<string> {
  const text = file === '-' ? await everything(io.input) : await io.read(file);
  return text.replace(/^\uFEFF/, '');
}

async function everything(input: AsyncIterable<string>): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return chunks.join('');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new WorldError(`cannot read '${file}': ${REASONS[code] ?? code}.`);
  }
}
