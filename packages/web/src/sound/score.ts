/**
 * Every sound of the game as notes, as plain data. Times are seconds from the start of the sound. Each hero has a
 * motif of three notes in its own register and waveform; a step plays the first note of the motif.
 */
import { HEROES, type Hero } from '@hush/rules';
import type { Bus } from '../device/settings.ts';

export type Wave = 'sine' | 'triangle' | 'square' | 'sawtooth' | 'noise';

export interface Note {
  readonly at: number;
  readonly lasts: number;
  readonly wave: Wave;
  /** The frequency in hertz; for noise it is the frequency of the filter. */
  readonly pitch: number;
  /** The frequency at the end, if the note glides. */
  readonly to?: number;
  /** The volume from 0 to 1. */
  readonly loud: number;
}

export interface Sound {
  readonly bus: Exclude<Bus, 'master'>;
  readonly notes: readonly Note[];
  /** The vibration pattern in milliseconds: on, off, on. */
  readonly shakes?: readonly number[];
}

/** Makes notes of equal length that follow each other, one for each pitch. */
function run(wave: Wave, pitches: readonly number[], lasts: number, loud: number): readonly Note[] {
  return pitches.map((pitch, i) => ({ at: i * lasts, lasts: lasts * 1.6, wave, pitch, loud }));
}

type Span = readonly [from: number, to: number];

const glide = (wave: Wave, [pitch, to]: Span, lasts: number, loud: number): Note => ({
  at: 0,
  lasts,
  wave,
  pitch,
  to,
  loud,
});

const hiss = (span: Span, lasts: number, loud: number, at = 0): Note => ({
  ...glide('noise', span, lasts, loud),
  at,
});

const VOICES: Readonly<Record<Hero, { readonly wave: Wave; readonly pitches: readonly number[] }>> = {
  barbarian: { wave: 'square', pitches: [262, 330, 392] },
  mage: { wave: 'sine', pitches: [587, 494, 740] },
  elf: { wave: 'triangle', pitches: [784, 988, 880] },
  dwarf: { wave: 'sawtooth', pitches: [147, 196, 165] },
};

/** The volume of each waveform, because square and sawtooth waves sound louder than sine waves. */
const FORCE: Readonly<Record<Wave, number>> = {
  sine: 0.3,
  triangle: 0.3,
  square: 0.1,
  sawtooth: 0.13,
  noise: 0.2,
};

function heroSounds<K extends string>(
  kind: K,
  make: (hero: Hero) => Sound,
): Readonly<Record<`${K}-${Hero}`, Sound>> {
  const sounds = HEROES.map(hero => [`${kind}-${hero}`, make(hero)] as const);
  return Object.fromEntries(sounds) as Record<`${K}-${Hero}`, Sound>;
}

const effect = (...notes: readonly Note[]): Sound => ({ bus: 'effects', notes });

/** The sound of a nudge, with one more repetition for each nudge in a row. */
const boing = (times: number): Sound => ({
  bus: 'effects',
  notes: Array.from({ length: times }, (_, i) => ({
    ...glide('triangle', [180 + 60 * i, 520 + 160 * i], 0.16, 0.35),
    at: i * 0.17,
  })),
  shakes: Array.from({ length: times * 2 - 1 }, (_, i) => (i % 2 === 0 ? 60 + 20 * times : 50)),
});

export const SCORE = {
  ...heroSounds('motif', hero => {
    const { wave, pitches } = VOICES[hero];
    return effect(...run(wave, pitches, 0.09, FORCE[wave]));
  }),
  ...heroSounds('step', hero => {
    const { wave, pitches } = VOICES[hero];
    return effect(...run(wave, pitches.slice(0, 1), 0.05, FORCE[wave] * 0.6), hiss([1800, 900], 0.04, 0.05));
  }),
  explore: effect(...run('triangle', [392, 494, 587, 784], 0.07, 0.22), hiss([600, 2400], 0.3, 0.08)),
  vortex: effect(glide('sine', [220, 1320], 0.35, 0.25), glide('sine', [226, 1360], 0.35, 0.15)),
  escalator: effect(...run('square', [330, 349, 370, 392, 415], 0.05, 0.06)),
  hourglass: effect(hiss([900, 300], 0.5, 0.12), ...run('sine', [659, 880, 1319], 0.14, 0.22)),
  'sand-low': effect({ at: 0, lasts: 0.05, wave: 'sine', pitch: 1047, loud: 0.2 }),
  alarm: {
    bus: 'effects',
    notes: run('sawtooth', [740, 554, 740, 554, 740, 554], 0.18, 0.13),
    shakes: [200, 100, 200],
  },
  'nudge-1': boing(1),
  'nudge-2': boing(2),
  'nudge-3': boing(4),
  'talk-opens': { bus: 'ui', notes: run('sine', [523, 659, 784], 0.11, 0.22) },
  'talk-closes': {
    bus: 'ui',
    notes: [...run('sine', [659, 440], 0.1, 0.2), hiss([3000, 5000], 0.25, 0.05, 0.18)],
  },
  win: effect(...run('triangle', [523, 659, 784, 1047, 784, 1047, 1319], 0.13, 0.28)),
  loss: effect(...run('triangle', [392, 370, 349, 262], 0.24, 0.26)),
  said: { bus: 'ui', notes: [glide('sine', [700, 1050], 0.08, 0.16)] },
  refused: { bus: 'ui', notes: [glide('sine', [190, 120], 0.09, 0.4)] },
  passed: {
    bus: 'ui',
    notes: [
      hiss([700, 2600], 0.16, 0.1),
      hiss([700, 2600], 0.16, 0.1, 0.14),
      hiss([900, 3000], 0.2, 0.12, 0.28),
    ],
  },
} as const satisfies Readonly<Record<string, Sound>>;

export type SoundName = keyof typeof SCORE;
