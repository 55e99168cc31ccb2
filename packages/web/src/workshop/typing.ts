/**
 * Debounce for a text field: the text is written elsewhere after a pause in typing, and its own echo does not overwrite
 * newer typing.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Typing {
  readonly typed: ReadonlySignal<string>;
  type(text: string): void;
  /**
   * Updates the field with the text that is stored elsewhere now. The echo of the field's own last write is ignored,
   * because more may have been typed since.
   */
  take(text: string): void;
  /** Writes pending text at once. */
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
