/** WebAudio's part: meters for microphones. */

export interface Meter {
  /** How loud it is now, 0 to 1. */
  level(): number;
  close(): void;
}

export interface Mixer {
  meter(stream: MediaStream): Meter;
  close(): void;
}

/** Decibels below full at which the bar begins to move. */
const QUIETEST = 60;

/** Without WebAudio voices are heard all the same; only no meter moves. */
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
      // It sleeps until somebody touches the page, and after calls and locked screens.
      if (context.state === 'suspended') void context.resume();
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const decibels = 10 * Math.log10(power + 1e-12);
      return Math.min(1, Math.max(0, 1 + decibels / QUIETEST));
    },
    close: () => source.disconnect(),
  };
}
