/**
 * The sounds of the hourglass page. They are scheduled in the audio clock ahead of time, so that they sound on time even
 * if the browser slows down a hidden page.
 */
import type { Millis } from '@hush/rules';
import type { Ring } from './rings.ts';

type Strike = readonly [at: number, pitch: number, lasts: number, loud: number];

const bell = (pitches: readonly number[], gap: number, lasts: number, loud: number): readonly Strike[] =>
  pitches.map((pitch, i) => [i * gap, pitch, lasts, loud] as const);

/** The tunes as notes: start in seconds, frequency in hertz, duration in seconds, volume. */
const TUNES: Readonly<Record<Ring | 'turn', readonly Strike[]>> = {
  turn: bell([659, 988], 0.09, 0.35, 0.25),
  soon: bell([880, 1175, 880, 1175], 0.22, 0.5, 0.4),
  over: [
    ...bell([523, 415, 523, 415, 523, 415], 0.42, 0.6, 0.5),
    ...bell([262, 208, 262, 208, 262, 208], 0.42, 0.7, 0.5),
    ...bell([131], 2.6, 2.4, 0.6),
  ],
};

/** Vibration patterns in milliseconds. */
const SHAKES: Readonly<Record<Ring, readonly number[]>> = {
  soon: [180, 120, 180],
  over: [600, 150, 600, 150, 900],
};

/** The overtones of a bell, which are not multiples of its base frequency. */
const OVERTONES = [
  [1, 1],
  [2.01, 0.45],
  [3.03, 0.2],
] as const;

const LATE = 0.25; // by how many seconds a sound may be late

interface Planned {
  readonly ring: Ring;
  readonly at: number;
  readonly out: GainNode;
}

export class Chimes {
  #context: AudioContext | null = null;
  #planned: readonly Planned[] = [];

  /**
   * Switches sound on; it is called from a press, because browsers let a page play sound only after one. Returns true if
   * sound was off before; then the sounds must be planned again.
   */
  wake(): boolean {
    if (typeof AudioContext !== 'function') return false;
    this.#context ??= new AudioContext();
    if (this.#context.state !== 'suspended') return false;
    void this.#context.resume();
    return true;
  }

  turn(): void {
    if (this.#context !== null) this.#strike('turn', this.#context, this.#context.currentTime);
  }

  /** Replaces all planned sounds. */
  plan(due: readonly (readonly [Ring, Millis])[]): void {
    for (const { out } of this.#planned) out.disconnect();
    const context = this.#context;
    this.#planned =
      context === null
        ? []
        : due.map(([ring, millis]) => {
            const at = context.currentTime + millis / 1000;
            return { ring, at, out: this.#strike(ring, context, at) };
          });
  }

  /** Plays a sound now, unless it was scheduled and has played already; a suspended audio context plays none. */
  ring(ring: Ring, loud: boolean): void {
    navigator.vibrate?.([...SHAKES[ring]]);
    const context = this.#context;
    if (context === null || !loud) return;
    this.wake();
    const planned = this.#planned.find(one => one.ring === ring);
    if (planned !== undefined && planned.at <= context.currentTime + LATE) return;
    planned?.out.disconnect();
    this.#strike(ring, context, context.currentTime);
  }

  #strike(tune: Ring | 'turn', context: AudioContext, at: number): GainNode {
    const out = context.createGain();
    out.connect(context.destination);
    for (const [delay, pitch, lasts, loud] of TUNES[tune])
      for (const [times, share] of OVERTONES)
        sing(context, out, { at: at + delay, pitch: pitch * times, lasts, loud: loud * share * 0.5 });
    return out;
  }
}

interface Tone {
  readonly at: number;
  readonly pitch: number;
  readonly lasts: number;
  readonly loud: number;
}

function sing(context: AudioContext, into: AudioNode, { at, pitch, lasts, loud }: Tone): void {
  const gain = context.createGain();
  gain.connect(into);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  const tone = context.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(gain);
  tone.onended = () => gain.disconnect();
  tone.start(at);
  tone.stop(at + lasts);
}
