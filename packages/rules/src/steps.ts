/** Long work as a generator that pauses after each step, so that its caller can do other things in between. */
export type Steps<T> = Generator<undefined, T, void>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
