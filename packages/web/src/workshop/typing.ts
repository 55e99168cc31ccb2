/**
 * A text field whose text is stored elsewhere after a pause in typing. When the stored text comes back, it does not
 * overwrite what was typed since.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Typing {
  readonly typed: ReadonlySignal<string>;
  type(text: string): void;
  /**
   * Shows the text that is stored elsewhere now. The field's own last text is ignored, because more may have been typed
   * since.
   */
  take(text: string): void;
  /** Stores typed text at once, if it was not stored yet. */
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
