/** A last word to somebody whose request never became one, and then the line is cut, whether they hang up or not. */
import type { Duplex } from 'node:stream';
import type { Millis } from '@hush/rules';
import { rawAnswer } from './headers.ts';

/** For the answer to arrive: a line that is cut at once may take it along. */
const GOODBYE_TIME: Millis = 500;

export function rejectSocket(socket: Duplex, status: number, say: string): void {
  socket.end(rawAnswer(status, say));
  const timer = setTimeout(() => socket.destroy(), GOODBYE_TIME).unref();
  socket.once('close', () => clearTimeout(timer));
}
