/** The playback state of a film: position, speed and the effect of each control. Time is passed in with every tick. */
import type { Millis } from '@hush/rules';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { StoryMoment } from '../model/story.ts';
import { type Film, frameAt, leapFrom } from './film.ts';

export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Projector {
  readonly at: ReadonlySignal<Millis>;
  readonly frame: ReadonlySignal<number>;
  readonly playing: ReadonlySignal<boolean>;
  readonly speed: ReadonlySignal<Speed>;
  toggle(): void;
  setSpeed(speed: Speed): void;
  seek(at: Millis): void;
  /** Shows one event by its number, because several events may have the same time. */
  show(frame: number): void;
  step(by: 1 | -1): void;
  leap(way: 'next' | 'last', kinds?: readonly StoryMoment['type'][]): void;
  /** Advances the film by this much real time, times the speed. */
  tick(passed: Millis): void;
}

export function createProjector(film: Film): Projector {
  const at = signal<Millis>(0);
  const frame = signal(0);
  const playing = signal(false);
  const speed = signal<Speed>(1);

  function seek(to: Millis): void {
    at.value = Math.min(film.end, Math.max(0, to));
    frame.value = frameAt(film, at.value);
  }

  function show(to: number): void {
    const wanted = Math.min(film.events.length - 1, Math.max(0, to));
    at.value = film.events[wanted]?.at ?? 0;
    frame.value = wanted;
  }

  return {
    at,
    frame,
    playing,
    speed,
    seek,
    show,
    toggle() {
      if (!playing.value && at.value >= film.end) seek(0);
      playing.value = !playing.value;
    },
    setSpeed(next) {
      speed.value = next;
    },
    step(by) {
      playing.value = false;
      show(frame.value + by);
    },
    leap(way, kinds) {
      const moment = leapFrom(film, at.value, way, kinds);
      if (moment !== null) seek(moment.at);
    },
    tick(passed) {
      if (!playing.value) return;
      seek(at.value + passed * speed.value);
      if (at.value >= film.end) playing.value = false;
    },
  };
}
