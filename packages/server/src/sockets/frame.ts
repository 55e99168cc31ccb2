/**
 * Encodes a text as a WebSocket frame (RFC 6455, 5.2) once for all receivers: a server's frames are not masked, so every
 * receiver gets the same bytes.
 */

const FINAL_TEXT = 0x81;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

export function encodeFrame(text: string): Buffer {
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

/** Caches the last frame, because a table sends the same text to all its clients in a row. */
export class FrameMaker {
  #text = '';
  #frame: Buffer = encodeFrame('');

  of(text: string): Buffer {
    if (text !== this.#text) {
      this.#frame = encodeFrame(text);
      this.#text = text;
    }
    return this.#frame;
  }
}
