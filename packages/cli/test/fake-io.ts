/** A replacement for a command's input and output: tests give it the input, and read what was printed. */
import { type Io, WorldError } from '../src/io.ts';

export interface FakeIo extends Io {
  said(): string;
  complained(): string;
}

export function fakeIo(input: Iterable<string> = [], files: Readonly<Record<string, string>> = {}): FakeIo {
  let said = '';
  let complained = '';
  return {
    input: (async function* () {
      yield* input;
    })(),
    out: text => {
      said += text;
    },
    complain: text => {
      complained += `${text}\n`;
    },
    read: async file => {
      const text = files[file];
      if (text === undefined) throw new WorldError(`cannot read '${file}': there is no such file.`);
      return text;
    },
    said: () => said,
    complained: () => complained,
  };
}
