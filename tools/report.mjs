/** How the tools speak: sentences on standard error, and an exit code. */

/** A failure that the reader can mend: shown as one sentence, without a stack. */
export class SetupError extends Error {}

/** @param {string} sentence */
export const say = sentence => process.stderr.write(`hush: ${sentence}\n`);

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
