/** Cooperative multitasking: long work as a generator, so that its caller can do other things between two steps. */
export type Steps<T> = Generator<undefined, T, void>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
