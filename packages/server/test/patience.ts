/**
 * A limit for loops that wait for something outside of the test. Only a loop that hangs reaches it; the test then fails
 * with a sentence before the runner ends it without a reason.
 */
const PATIENCE = 600_000; // milliseconds of real time

/** Returns a function that is called in each round of a loop and throws when the loop has waited too long. */
export function patience(what: string): () => void {
  const end = performance.now() + PATIENCE;
  return () => {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
  };
}
