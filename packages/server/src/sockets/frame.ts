/**
 * A text as a WebSocket frame (RFC 6455, 5.2), made once and written to every receiver as it is. A server's
 * frames are not masked, so the same bytes are right for everybody.
 */

const FINAL_TEXT = 0x81;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < TWO_BYTES ? 2 : length < 0x1_00_00 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTES;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.write(text, head);
  return frame;
}

/** Remembers the last frame: a table tells the same text to one line after the other. */
export class FrameMaker {
  #text = '';
  #frame: Buffer = frameOf('');

  of(text: string): Buffer {
    if (text !== this.#text) {
      this.#frame = frameOf(text);
      this.#text = text;
    }
    return this.#frame;
  }
}
