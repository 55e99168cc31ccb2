/** The player's own microphone: asked for when voice is turned on, with a meter, and with every way in which there may be none. */
import { err, ok, type Result } from '@hush/rules';
import type { Meter, Mixer } from './mixer.ts';

export const MIC_PROBLEMS = ['denied', 'none', 'busy', 'insecure', 'unsupported'] as const;
export type MicProblem = (typeof MIC_PROBLEMS)[number];

export interface Microphone {
  readonly track: MediaStreamTrack;
  /** Of the device that was opened; empty where the browser does not say. */
  readonly device: string;
  /** How loud it is now, 0 to 1. */
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
  const devices = navigator.mediaDevices as MediaDevices | undefined; // old browsers and plain http have none
  if (devices === undefined) return err('unsupported');
  try {
    const stream = await devices.getUserMedia({ audio: wish(device) });
    const [track] = stream.getAudioTracks();
    return track === undefined ? err('none') : ok(listenTo(track, mixer.meter(stream)));
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // A device that was chosen once and is gone: any other will do.
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

/** Safari plays calls through the ear piece unless it is told what the page is about. */
interface TellsItsPurpose {
  readonly audioSession?: { type: string };
}

/** A new one may be open before the old one is closed; the page records as long as there is any. */
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
  /** Empty until the microphone may be used. */
  readonly label: string;
}

/** Where the browser keeps them to itself there are none to choose from. */
export async function microphones(): Promise<readonly Device[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = (await devices?.enumerateDevices().catch(() => [])) ?? [];
  return found
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId: id, label }) => ({ id, label }));
}

/** Something was plugged in or out; the answer ends it. */
export function onDevices(changed: () => void): () => void {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener('devicechange', changed);
  return () => devices?.removeEventListener('devicechange', changed);
}
