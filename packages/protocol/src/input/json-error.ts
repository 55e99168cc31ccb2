/**
 * Finds the line and column at which a text stops being JSON. The error messages of JavaScript engines differ in
 * form, and some do not name the place.
 */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
}

/** The most characters that are searched, because the search takes longer than parsing. */
const MOST_LOOKED_AT = 1_000_000;

/**
 * A token that is not a string. Strings are scanned character by character instead, because a regular expression
 * would need memory for each of a million characters.
 */
const PLAIN = /-?(?:0|[1-9]\d*)(?:[.]\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPED = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SPACES = ' \t\n\r';

type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Reads token by token and remembers open brackets; the error is the first place where no token fits. */
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
    while (this.at < this.#text.length && SPACES.includes(this.#text[this.at] ?? 'x')) this.at++;
  }

  /** Returns the string token that begins here; empty if the string is malformed. */
  #quoted(): string {
    const begun = this.at;
    let end = begun + 1;
    for (let mark = this.#text[end]; mark !== '"'; mark = this.#text[end]) {
      if (mark === undefined || mark < ' ') return '';
      ESCAPED.lastIndex = end;
      const piece = mark === '\\' ? (ESCAPED.exec(this.#text)?.[0] ?? '') : mark;
      if (piece === '') return '';
      end += piece.length;
    }
    return this.#text.slice(begun, end + 1);
  }

  /** Reads the next token; returns whether JSON allows it at this place. */
  step(): boolean {
    const mark = this.#text[this.at] ?? '';
    if (this.#closes(mark)) this.#open.pop();
    else if (this.#wanted.startsWith('value')) return this.#value(mark);
    else if (this.#wanted.startsWith('key')) return this.#piece(mark === '"' ? this.#quoted() : '', 'colon');
    else if (this.#wanted === 'colon') return this.#piece(mark === ':' ? mark : '', 'value');
    else return this.#piece(mark === ',' ? mark : '', this.#open.at(-1) === '{' ? 'key' : 'value');
    return this.#piece(mark, 'comma or end');
  }

  #closes(mark: string): boolean {
    const end = this.#open.at(-1) === '{' ? '}' : ']';
    return this.#open.length > 0 && this.#wanted.endsWith('end') && mark === end;
  }

  #value(mark: string): boolean {
    if (mark === '"') return this.#piece(this.#quoted(), 'comma or end');
    if (mark !== '{' && mark !== '[') return this.#piece(this.#match(PLAIN), 'comma or end');
    this.#open.push(mark);
    return this.#piece(mark, mark === '{' ? 'key or end' : 'value or end');
  }

  #piece(found: string, wanted: Wanted): boolean {
    this.at += found.length;
    this.#wanted = wanted;
    return found !== '';
  }
}

/** Returns the place of the error; null if the text is JSON or too long to search. */
export function jsonErrorIn(text: string): JsonPlace | null {
  if (text.length > MOST_LOOKED_AT) return null;
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
