/** The keys of the debrief in addition to those of the replay: turning points, the answer, watching alone, the lead. */
import { settings } from '../device/settings.ts';

export interface DebriefVerbs {
  next(): void;
  last(): void;
  answer(): void;
  free(): void;
  lead(): void;
  leave(): void;
}

const DEBRIEF_KEYS: Readonly<Record<string, keyof DebriefVerbs>> = {
  n: 'next',
  p: 'last',
  a: 'answer',
  b: 'free',
  l: 'lead',
  Escape: 'leave',
};

/** Listens for keys until the returned function is called. A focused control keeps the keys it uses itself. */
export function heardDebriefKeys(verbs: () => DebriefVerbs): () => void {
  const heard = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    const isTyping =
      target instanceof Element && target.closest('input[type=text], textarea, select') !== null;
    if (ctrlKey || altKey || metaKey || isTyping) return;
    if (key.length === 1 && !settings.singleKeys.peek()) return;
    const verb = DEBRIEF_KEYS[key];
    if (verb === undefined) return;
    verbs()[verb]();
    event.preventDefault();
    event.stopImmediatePropagation(); // the table behind the debrief handles its own keys
  };
  addEventListener('keydown', heard, true);
  return () => removeEventListener('keydown', heard, true);
}
