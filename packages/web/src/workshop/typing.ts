/** A text that is typed here and read elsewhere after a pause; what comes back from there is not typed over. */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Typing {
  readonly typed: ReadonlySignal<string>;
  type(text: string): void;
  /** The text as it is elsewhere now. What was only written there itself changes nothing: more may have been typed since. */
  take(text: string): void;
  /** Nobody types any more: what is not written yet is written now. */
  stop(): void;
}

export function startTyping(text: string, write: (text: string) => void, pause: number): Typing {
  const typed = signal(text);
  let written = text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (typed.peek() === written) return;
    written = typed.peek();
    write(written);
  };
  return {
    typed,
    type(next) {
      typed.value = next;
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    },
    take(next) {
      if (next === written) return;
      clearTimeout(timer);
      written = next;
      typed.value = next;
    },
    stop: flush,
  };
}
