/** How the tools print: sentences on standard error, results on standard output, and an exit code. */

/** A failure that the reader can fix: shown as one sentence, without a stack. */
export class SetupError extends Error {}

/** @param {string} sentence */
export const say = sentence => process.stderr.write(`hush: ${sentence}\n`);

/** @param {number} millis */
export const seconds = millis => `${(millis / 1000).toFixed(1)} s`;

/**
 * Prints a result; if there are several lines, all but the first are indented below it.
 * @param {'ok' | 'FAILED'} verdict
 * @param {string} what
 * @param {string} more
 */
export function show(verdict, what, more) {
  const isShort = !more.includes('\n') && verdict === 'ok';
  const rest = isShort ? ` ${more.padStart(9)}` : `\n${more.replaceAll(/^/gm, '       ')}`;
  process.stdout.write(`${verdict.padEnd(6)} ${isShort ? what.padEnd(72) : what}${rest}\n`);
}

/**
 * Runs a main function and sets the exit code it returns. A SetupError becomes a sentence; anything else is
 * a bug and keeps its stack.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
