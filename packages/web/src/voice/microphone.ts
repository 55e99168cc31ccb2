/**
 * The player's own microphone: requested when voice is turned on, with a meter, and with a code for every way in which
 * the request can fail.
 */
import { err, ok, type Result } from '@hush/rules';
import type { Meter, Mixer } from './mixer.ts';

export const MIC_PROBLEMS = ['denied', 'none', 'busy', 'insecure', 'unsupported'] as const;
export type MicProblem = (typeof MIC_PROBLEMS)[number];

export interface Microphone {
  readonly track: MediaStreamTrack;
  /** The id of the opened device; empty if the browser does not tell it. */
  readonly device: string;
  /** The present level, 0 to 1. */
  level(): number;
  close(): void;
}

const NAMES: Readonly<Record<string, MicProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export async function openMicrophone(device: string, mixer: Mixer): Promise<Result<Microphone, MicProblem>> {
  if (!isSecureContext) return err('insecure');
  const devices = navigator.mediaDevices as MediaDevices | undefined; // undefined in old browsers and over plain HTTP
  if (devices === undefined) return err('unsupported');
  try {
    const stream = await devices.getUserMedia({ audio: wish(device) });
    const [track] = stream.getAudioTracks();
    return track === undefined ? err('none') : ok(listenTo(track, mixer.meter(stream)));
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // The chosen device is no longer there, so any other one is used.
    if (name === 'OverconstrainedError' && device !== '') return openMicrophone('', mixer);
    return err(NAMES[name] ?? 'none');
  }
}

const wish = (device: string): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
  ...(device === '' ? {} : { deviceId: { exact: device } }),
});

/** Safari plays calls through the earpiece of a phone unless the page sets the type of its audio session. */
interface TellsItsPurpose {
  readonly audioSession?: { type: string };
}

/**
 * The open tracks. A new one may be opened before the old one is closed, so the page is recording as long as there is
 * any.
 */
const inUse = new Set<MediaStreamTrack>();

function setPurpose(): void {
  const { audioSession } = navigator as TellsItsPurpose;
  if (audioSession !== undefined) audioSession.type = inUse.size > 0 ? 'play-and-record' : 'auto';
}

function listenTo(track: MediaStreamTrack, meter: Meter): Microphone {
  inUse.add(track);
  setPurpose();
  return {
    track,
    device: track.getSettings().deviceId ?? '',
    level: () => meter.level(),
    close() {
      track.stop();
      meter.close();
      inUse.delete(track);
      setPurpose();
    },
  };
}

export interface Device {
  readonly id: string;
  /** The name of the device; empty until the player has allowed the microphone. */
  readonly label: string;
}

/** Returns the available microphones; empty if the browser does not list them. */
export async function microphones(): Promise<readonly Device[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = (await devices?.enumerateDevices().catch(() => [])) ?? [];
  return found
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId: id, label }) => ({ id, label }));
}

/** Calls back when a device is plugged in or out; the returned function unsubscribes. */
export function onDevices(changed: () => void): () => void {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener('devicechange', changed);
  return () => devices?.removeEventListener('devicechange', changed);
}
