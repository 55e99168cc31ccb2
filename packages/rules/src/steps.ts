/** Long work in small steps: whoever drives it may see to other things between two of them. */
export type Steps<T> = Generator<undefined, T, void>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
