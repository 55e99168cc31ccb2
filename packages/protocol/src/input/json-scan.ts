/**
 * Measures the nesting depth and the number of values of a JSON text without parsing it. `JSON.parse` cannot be
 * interrupted, and a few megabytes of brackets take it a second; a text within these limits is parsed in
 * milliseconds.
 */
import type { Steps } from '@hush/rules';

export interface JsonMeasure {
  readonly depth: number;
  /** The number of objects, lists and values in the text. */
  readonly values: number;
}

/** The number of characters scanned in one step. */
const STEP = 32_768;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/**
 * Whether a text is within the limits of depth and values. A text that is not JSON may pass, because parsing it fails
 * quickly.
 */
export function* isWithinMeasure(text: string, most: JsonMeasure): Steps<boolean> {
  let depth = 0;
  let values = 1;
  let next = STEP;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = endOfText(text, at);
    else if (OPENING.has(mark)) depth++;
    else if (CLOSING.has(mark)) depth--;
    if (mark === COMMA || OPENING.has(mark)) values++;
    if (depth > most.depth || values > most.values) return false;
    if (at < next) continue;
    next = at + STEP;
    yield;
  }
  return true;
}

/** The index at which a string token ends. */
function endOfText(text: string, begun: number): number {
  for (let end = text.indexOf('"', begun + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
