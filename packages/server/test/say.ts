/**
 * The output of child processes in tests. A line has reached the pipe when `say` returns, so a reader may rely on it even
 * if the child is killed at once. A pipe can be non-blocking and full because its reader is slow: then the write is tried
 * again.
 */
import { writeSync } from 'node:fs';

const PAUSE = 2; // milliseconds between two attempts
const sleeper = new Int32Array(new SharedArrayBuffer(4));

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/** Writes to the pipe; returns how many bytes it accepted, 0 while it is full. */
function tryToWrite(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (!isFull(error)) throw error;
    Atomics.wait(sleeper, 0, 0, PAUSE);
    return 0;
  }
}

/** Writes one line to standard output, or to another descriptor. */
export function say(line: string, fd = 1): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) rest = rest.subarray(tryToWrite(fd, rest));
}
