/** Plays notes with Web Audio: one gain node per bus, the sand as a soft hiss, and no sound before the first gesture. */
import { effect } from '@preact/signals';
import type { Settings } from '../device/settings.ts';
import type { Note, Sound } from './score.ts';

export interface SoundPlayer {
  play(sound: Sound): void;
  /** The volume of the running sand, 0 to 1. */
  sand(loud: number): void;
  stop(): void;
}

const ATTACK = 0.008;
const SILENT = 0.0001;

class Orchestra {
  readonly #context = new AudioContext();
  readonly #noise = this.#makeNoise();
  readonly #master = this.#gain(this.#context.destination);
  readonly #buses = {
    effects: this.#gain(this.#master),
    ambience: this.#gain(this.#master),
    ui: this.#gain(this.#master),
  };
  readonly #sand = this.#startSand();
  readonly #unwatch: () => void;

  constructor(settings: Settings) {
    this.#unwatch = effect(() => {
      this.#master.gain.value = settings.master.value;
      for (const bus of ['effects', 'ambience', 'ui'] as const)
        this.#buses[bus].gain.value = settings[bus].value;
    });
    void this.#context.resume();
  }

  #gain(into: AudioNode): GainNode {
    const gain = this.#context.createGain();
    gain.connect(into);
    return gain;
  }

  #makeNoise(): AudioBuffer {
    const { sampleRate } = this.#context;
    const buffer = this.#context.createBuffer(1, sampleRate, sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    return buffer;
  }

  #rustle(pitch: number): { source: AudioBufferSourceNode; filter: BiquadFilterNode } {
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise;
    source.loop = true;
    const filter = this.#context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    source.connect(filter);
    return { source, filter };
  }

  #startSand(): GainNode {
    const gain = this.#gain(this.#buses.ambience);
    gain.gain.value = 0;
    const { source, filter } = this.#rustle(5200);
    filter.connect(gain);
    source.start();
    return gain;
  }

  sand(loud: number): void {
    this.#sand.gain.setTargetAtTime(loud, this.#context.currentTime, 0.4);
  }

  play({ bus, notes }: Sound): void {
    for (const note of notes) this.#sing(note, this.#buses[bus]);
  }

  #sing({ at, lasts, wave, pitch, to, loud }: Note, bus: GainNode): void {
    const begin = this.#context.currentTime + at;
    const end = begin + lasts;
    const gain = this.#gain(bus);
    gain.gain.setValueAtTime(SILENT, begin);
    gain.gain.exponentialRampToValueAtTime(loud, begin + ATTACK);
    gain.gain.exponentialRampToValueAtTime(SILENT, end);
    const { source, tone } = this.#voice(wave, pitch, gain);
    tone.setValueAtTime(pitch, begin);
    if (to !== undefined) tone.exponentialRampToValueAtTime(to, end);
    source.onended = () => gain.disconnect();
    source.start(begin);
    source.stop(end);
  }

  #voice(
    wave: Note['wave'],
    pitch: number,
    into: GainNode,
  ): { source: AudioScheduledSourceNode; tone: AudioParam } {
    if (wave === 'noise') {
      const { source, filter } = this.#rustle(pitch);
      filter.connect(into);
      return { source, tone: filter.frequency };
    }
    const source = this.#context.createOscillator();
    source.type = wave;
    source.connect(into);
    return { source, tone: source.frequency };
  }

  /** Resumes an audio context that was suspended, for example by a phone call or a locked screen. */
  wake(): void {
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  stop(): void {
    this.#unwatch();
    void this.#context.close();
  }
}

const GESTURES = ['pointerdown', 'keydown'] as const;

/** Browsers allow sound only after a user gesture; until then, and without Web Audio, the player is silent. */
export function createPlayer(settings: Settings): SoundPlayer {
  let orchestra: Orchestra | null = null;
  let loudness = 0;
  const listening = typeof AudioContext === 'function' && typeof document === 'object';

  function wake(): void {
    if (orchestra !== null) {
      orchestra.wake();
      return;
    }
    if (settings.master.peek() === 0) return;
    orchestra = new Orchestra(settings);
    orchestra.sand(loudness);
  }

  if (listening) for (const gesture of GESTURES) document.addEventListener(gesture, wake, { passive: true });
  if (listening && navigator.userActivation?.hasBeenActive) wake();
  return {
    play: sound => orchestra?.play(sound),
    sand(loud) {
      if (loud === loudness) return;
      loudness = loud;
      orchestra?.sand(loud);
    },
    stop() {
      if (listening) for (const gesture of GESTURES) document.removeEventListener(gesture, wake);
      orchestra?.stop();
      orchestra = null;
    },
  };
}
