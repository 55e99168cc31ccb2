/** Turns key events into presses. Fields, dialogs and buttons keep their own keys. */
import { type Action, type Hero, isDirection } from '@hush/rules';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Settings } from '../device/settings.ts';
import { heroOf, isSingleKey, type KeyName, nameOf, pianoStroke } from './keymap.ts';
import type { Presses } from './presses.ts';
import type { ChoiceQuestion } from './question.ts';

/** The part of the controls that keys use. */
interface Instrument extends Presses {
  readonly actions: ReadonlySignal<readonly Action[]>;
  readonly question: ReadonlySignal<ChoiceQuestion | null>;
  readonly zen: Signal<boolean>;
  choose(hero: Hero): void;
  steal(): void;
  turn(): void;
  nudge(): void;
  cancel(): void;
}

/** What keys can do on the page around the board. */
export interface KeyWishes {
  centre?(): void;
  follow?(): void;
  help?(): void;
}

const WRITING = 'input, textarea, select, [contenteditable], dialog';
const PRESSABLE = 'button, a, summary, [role="button"]';

function isElsewhere({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(WRITING) !== null || (code === 'Space' && target.closest(PRESSABLE) !== null);
}

const isModified = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => ctrlKey || altKey || metaKey;

function act(name: KeyName, controls: Instrument, wishes: KeyWishes): void {
  const hero = heroOf(name);
  if (hero !== null) controls.choose(hero);
  else if (name === 'steal') controls.steal();
  else if (name === 'turn') controls.turn();
  else if (name === 'nudge') controls.nudge();
  else if (name === 'centre') wishes.centre?.();
  else if (name === 'follow') wishes.follow?.();
  else if (name === 'zen') controls.zen.value = !controls.zen.peek();
  else if (name === 'cancel') controls.cancel();
}

/** Answers an open question: letters and digits choose an option. */
function answer({ key }: KeyboardEvent, { question }: Instrument): boolean {
  const choices = question.peek()?.choices;
  if (choices === undefined || key.length !== 1) return false;
  const index = /\d/.test(key) ? Number(key) - 1 : key.toLowerCase().charCodeAt(0) - 97;
  choices[index]?.take();
  return choices[index] !== undefined;
}

/** Listens for keys until the returned function is called. */
export function attachKeys(controls: Instrument, settings: Settings, wishes: KeyWishes = {}): () => void {
  /** For each pressed key the function to call when it is released, because the meaning of the key may change before. */
  const down = new Map<string, () => void>();

  function press(name: KeyName, { code, shiftKey: run, timeStamp: at }: KeyboardEvent): void {
    const stroke = pianoStroke(name, controls.actions.peek());
    if (stroke !== null) {
      controls.press(stroke.action, { hero: stroke.hero, run, at });
      down.set(code, () => controls.release(stroke.action, { hero: stroke.hero }));
    } else if (isDirection(name) || name === 'explore' || name === 'escalator' || name === 'vortex') {
      controls.press(name, { run, at });
      down.set(code, () => controls.release(name));
    } else act(name, controls, wishes);
  }

  function named(event: KeyboardEvent): boolean {
    if (!settings.singleKeys.peek() && (isSingleKey(event.code) || event.key.length === 1)) return false;
    if (answer(event, controls)) return true;
    if (event.key === '?' && wishes.help !== undefined) {
      wishes.help();
      return true;
    }
    const name = nameOf(settings.keymap.peek(), event.code);
    if (name === null) return false;
    if (!event.repeat) press(name, event);
    return true;
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || isModified(event) || isElsewhere(event)) return;
    if (named(event)) event.preventDefault();
  }

  function keyUp({ code }: KeyboardEvent): void {
    down.get(code)?.();
    down.delete(code);
  }

  function letGo(): void {
    down.clear();
    controls.releaseAll();
  }

  document.addEventListener('keydown', keyDown);
  document.addEventListener('keyup', keyUp);
  window.addEventListener('blur', letGo);
  return () => {
    document.removeEventListener('keydown', keyDown);
    document.removeEventListener('keyup', keyUp);
    window.removeEventListener('blur', letGo);
    letGo();
  };
}
