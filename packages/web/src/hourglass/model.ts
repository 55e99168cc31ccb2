/**
 * The state of the hourglass page: what is shown, and what the buttons do. Every change that must survive a reload is stored
 * at once.
 */
import { isCode, randomCode } from '@hush/protocol';
import {
  type Companion,
  type CompanionButton,
  companionLeft,
  companionTurned,
  isRunOut,
  type Millis,
  press,
  readyCompanion,
} from '@hush/rules';
import { batch, computed, effect, signal } from '@preact/signals';
import { storage } from '../device/storage.ts';
import { Chimes } from './chimes.ts';
import { fittedBox } from './layout.ts';
import { overHttp, Relay, type RelayLink } from './relay.ts';
import { dueIn, rungBetween, spokenBetween } from './rings.ts';
import { type PressedHourglass, pressedHere } from './shared.ts';
import { boxKey, isBetter, type OwnBox, readKept } from './stored.ts';
import { type Clocks, startTime, timeAt, watchTime } from './true-time.ts';

const clocks = (): Clocks => ({ steady: performance.now(), wall: Date.now() });

let time = startTime(clocks());

/** The present time, which continues while the device sleeps (TM-2a). */
function now(): Millis {
  const read = clocks();
  time = watchTime(time, read);
  return timeAt(time, read);
}

const kept = readKept(storage.get('hourglass'), now());
const chimes = new Chimes();

const pressed = signal<PressedHourglass>(kept.pressed);
export const ownBox = signal<OwnBox>(fittedBox(kept.box));
export const best = signal(kept.best);
export const sound = signal(kept.sound);
export const sharedCode = signal<string | null>(kept.code);
export const relayLink = signal<RelayLink | null>(null);
const known = signal(kept.known);
/** The sand in the upper bulb. */
export const sandShown = signal<Millis>(companionLeft(kept.pressed.companion, now()));
/** The announcement for screen readers: remaining seconds, or the end. */
export const spokenSeconds = signal<number | null>(null);
/** The sand that was left when somebody pressed 'We escaped'. */
export const escapedWith = signal<Millis | null>(null);

export const companion = computed<Companion>(() => pressed.value.companion);
export const turnCount = computed(() => companionTurned(companion.value));
export const runOut = computed(() => companion.value.type === 'running' && sandShown.value <= 0);
export const running = computed(() => companion.value.type === 'running' && !runOut.value);
export const capacity = computed(() =>
  companion.value.type === 'ready' ? companion.value.capacity : companion.value.glass.capacity,
);

effect(() => {
  const { value } = pressed;
  const text = {
    pressed: value,
    code: sharedCode.value,
    known: known.value,
    box: ownBox.value,
    best: best.value,
    sound: sound.value,
  };
  storage.put('hourglass', JSON.stringify(text));
});

const chance = (n: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % n;

/** An id of this phone, by which two presses at the same moment get an order. */
const device = storage.get('hourglass.device') ?? randomCode('table', chance);
storage.put('hourglass.device', device);

/** Reads the sand, shows it, and plays the sounds that have become due since the last reading. */
export function updateSand(): void {
  const at = now();
  const before = sandShown.peek();
  const after = companionLeft(companion.peek(), at);
  sandShown.value = after;
  if (companion.peek().type !== 'running') return;
  const ring = rungBetween(before, after);
  if (ring !== null) chimes.ring(ring, sound.peek());
  const seconds = ring === 'over' ? 0 : spokenBetween(before, after);
  if (seconds !== null) spokenSeconds.value = seconds;
}

/** Called after every change except the passing of time. */
function changed(): void {
  const state = companion.peek();
  sandShown.value = companionLeft(state, now());
  spokenSeconds.value = null;
  plan();
}

function plan(): void {
  const state = companion.peek();
  const rings = state.type === 'running' && sound.peek() && !isRunOut(state, now());
  chimes.plan(rings ? dueIn(companionLeft(state, now())) : []);
}

function become(next: Companion): void {
  if (next === companion.peek()) return;
  batch(() => {
    pressed.value = pressedHere(pressed.peek(), next, device);
    escapedWith.value = null;
    changed();
  });
  relay?.poke();
}

/**
 * Milliseconds in which further turns are ignored: two people who turn it at the same time, or a trembling finger, turn
 * it once.
 */
const TREMBLE: Millis = 600;
let lastTurn = Number.NEGATIVE_INFINITY;

export function pressButton(button: CompanionButton): void {
  const at = now(); // read first, because resuming the audio takes a while
  chimes.wake();
  if (button === 'turn') {
    if (at - lastTurn < TREMBLE) return;
    lastTurn = at;
    if (sound.peek() && running.peek()) chimes.turn();
  }
  become(press(companion.peek(), button, at));
}

/** Sets another capacity, which fills the hourglass again. */
export const setCapacity = (millis: Millis): void => become(readyCompanion(millis));

/**
 * Called when the players have escaped: the sand stops, and the result is stored if it is the best one for this scenario.
 */
export function recordEscape(): void {
  pressButton('pause');
  const result = { turned: turnCount.peek(), left: Math.round(sandShown.peek()) };
  const key = boxKey(ownBox.peek());
  if (isBetter(result, best.peek()[key])) best.value = { ...best.peek(), [key]: result };
  escapedWith.value = result.left;
}

export function toggleSound(): void {
  chimes.wake();
  sound.value = !sound.peek();
  changed();
}

// Functions that share the hourglass with other phones.

let relay: Relay | null = null;

function connect(wanted: string, isKnown: boolean): void {
  relay?.stop();
  sharedCode.value = wanted;
  known.value = isKnown;
  relay = new Relay(overHttp(now), {
    code: wanted,
    device,
    known: isKnown,
    read: () => pressed.peek(),
    write: next => {
      if (next === pressed.peek()) return;
      const turns = companionTurned(next.companion) !== turnCount.peek();
      batch(() => {
        pressed.value = next;
        escapedWith.value = null;
        changed();
      });
      if (turns) lastTurn = now();
    },
    linked: state => {
      relayLink.value = state;
      if (state === 'together') known.value = true;
    },
  });
}

/** Starts sharing this hourglass, with a new code. */
export const shareHourglass = (): void => connect(randomCode('hourglass', chance), true);

/** Joins a shared hourglass, which replaces this one. */
export function joinHourglass(wanted: string): void {
  pressed.value = { ...pressed.peek(), n: 1, by: '0000', attempt: 0 };
  connect(wanted, false);
}

export function leaveSharedHourglass(): void {
  relay?.stop();
  relay = null;
  sharedCode.value = null;
  relayLink.value = null;
}

/** The code of an hourglass in a typed text or a link. */
export function codeIn(text: string): string | null {
  const typed = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return isCode('hourglass', typed) ? typed : null;
}

/** Opens the shared hourglass of the link, or the one that was open when the page was closed. */
export function startHourglass(hash: string): void {
  const linked = codeIn(hash);
  const before = sharedCode.peek();
  if (linked !== null && linked !== before) joinHourglass(linked);
  else if (before !== null) connect(before, known.peek());
  const wake = (): void => {
    updateSand();
    relay?.poke();
  };
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', wake);
  // Browsers allow sound only after a gesture. A visitor who came by a link may never press a button, so any touch
  // switches sound on, when the finger is lifted.
  const touched = (): void => {
    if (chimes.wake()) plan();
  };
  for (const type of ['pointerdown', 'pointerup', 'keydown']) addEventListener(type, touched);
  changed();
}
