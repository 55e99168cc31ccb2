/** WebAudio's part: meters for microphones, and a track of nothing that senders hold while they may not send. */

export interface Meter {
  /** How loud it is now, 0 to 1. */
  level(): number;
  close(): void;
}

export interface Mixer {
  /**
   * Counts time without a sound. A sender that holds no track at all stops its clock too; when it goes on, receivers
   * take the gap for a slow network and wait as long again before they play (measured: 850 ms instead of 130).
   */
  readonly silence: MediaStreamTrack | null;
  meter(stream: MediaStream): Meter;
  close(): void;
}

/** Decibels below full at which the bar begins to move. */
const QUIETEST = 60;

/** Without WebAudio voices are heard all the same; only no meter moves. */
const PLAIN: Mixer = {
  silence: null,
  meter: () => ({ level: () => 0, close: () => undefined }),
  close: () => undefined,
};

export function openMixer(): Mixer {
  if (typeof AudioContext !== 'function') return PLAIN;
  const context = new AudioContext();
  const { stream } = context.createMediaStreamDestination();
  return {
    silence: stream.getAudioTracks()[0] ?? null,
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
