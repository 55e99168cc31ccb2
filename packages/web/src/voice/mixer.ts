/** Level meters for audio tracks, made with WebAudio. */

export interface Meter {
  /** The present level, 0 to 1. */
  level(): number;
  close(): void;
}

export interface Mixer {
  meter(stream: MediaStream): Meter;
  close(): void;
}

/** The meter begins to move at this many decibels below full scale. */
const QUIETEST = 60;

/** A replacement without WebAudio: voices are heard, but the meters do not move. */
const PLAIN: Mixer = {
  meter: () => ({ level: () => 0, close: () => undefined }),
  close: () => undefined,
};

export function openMixer(): Mixer {
  if (typeof AudioContext !== 'function') return PLAIN;
  const context = new AudioContext();
  return {
    meter: from => createMeter(context, from),
    close: () => void context.close(),
  };
}

function createMeter(context: AudioContext, stream: MediaStream): Meter {
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      // Browsers suspend audio until the first gesture on the page, and after phone calls and locked screens.
      if (context.state === 'suspended') void context.resume();
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const decibels = 10 * Math.log10(power + 1e-12);
      return Math.min(1, Math.max(0, 1 + decibels / QUIETEST));
    },
    close: () => source.disconnect(),
  };
}
