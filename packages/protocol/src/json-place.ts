/** Where a text stops being JSON, as people count. Engines say it each in their own way, and not always. */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
}

const SPACE = /[ \t\n\r]*/y;
const VALUE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those must be escaped in JSON
  /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:[.]\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Reads one piece after the other and remembers what is open; the answer is where no piece fits. */
class Reader {
  readonly #text: string;
  readonly #open: ('{' | '[')[] = [];
  #wanted: Wanted = 'value';
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#wanted === 'comma or end' && this.#open.length === 0;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    return pattern.exec(this.#text)?.[0] ?? '';
  }

  skip(): void {
    this.at += this.#match(SPACE).length;
  }

  /** Whether there was a piece that fits. */
  step(): boolean {
    const mark = this.#text[this.at] ?? '';
    if (this.#closes(mark)) this.#open.pop();
    else if (this.#wanted.startsWith('value')) return this.#value(mark);
    else if (this.#wanted.startsWith('key'))
      return this.#piece(mark === '"' ? this.#match(VALUE) : '', 'colon');
    else if (this.#wanted === 'colon') return this.#piece(mark === ':' ? mark : '', 'value');
    else return this.#piece(mark === ',' ? mark : '', this.#open.at(-1) === '{' ? 'key' : 'value');
    return this.#piece(mark, 'comma or end');
  }

  #closes(mark: string): boolean {
    const end = this.#open.at(-1) === '{' ? '}' : ']';
    return this.#open.length > 0 && this.#wanted.endsWith('end') && mark === end;
  }

  #value(mark: string): boolean {
    if (mark !== '{' && mark !== '[') return this.#piece(this.#match(VALUE), 'comma or end');
    this.#open.push(mark);
    return this.#piece(mark, mark === '{' ? 'key or end' : 'value or end');
  }

  #piece(found: string, wanted: Wanted): boolean {
    this.at += found.length;
    this.#wanted = wanted;
    return found !== '';
  }
}

/** Null where it is JSON from the beginning to the end. */
export function jsonErrorIn(text: string): JsonPlace | null {
  const reader = new Reader(text);
  reader.skip();
  while (!reader.isDone) {
    if (!reader.step()) return placeAt(text, reader.at);
    reader.skip();
  }
  return reader.at < text.length ? placeAt(text, reader.at) : null;
}

function placeAt(text: string, at: number): JsonPlace {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
