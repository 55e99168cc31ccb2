/**
 * The voices of the other players, one audio element each: phones play calls through elements, not through WebAudio.
 * While talk is closed, element and track are muted, whatever arrives.
 */
import type { Member } from '@hush/protocol';
import { type ReadonlySignal, signal } from '@preact/signals';

interface Speaker {
  readonly element: HTMLAudioElement;
  readonly receiver: RTCRtpReceiver;
  isOpen: boolean;
  /** The browser's timestamp of the last packet. */
  lastPacket: number;
}

/** The audio level above which somebody is speaking; the noise of a quiet room is below it. */
const AUDIBLE = 0.015;

const GESTURES = ['pointerdown', 'keydown'] as const;

export class Speakers {
  readonly #speakers = new Map<Member, Speaker>();
  readonly #shy = signal(false);
  readonly #wake = (): void => this.wake();

  /** Whether the browser blocks sound until the player touches the page. */
  get shy(): ReadonlySignal<boolean> {
    return this.#shy;
  }

  add(member: Member, receiver: RTCRtpReceiver): void {
    this.remove(member);
    const element = document.createElement('audio');
    element.autoplay = true;
    element.setAttribute('playsinline', ''); // without this attribute a phone opens its own player
    element.dataset['member'] = String(member);
    element.srcObject = new MediaStream([receiver.track]);
    element.hidden = true;
    document.body.append(element);
    const speaker = { element, receiver, isOpen: false, lastPacket: 0 };
    this.#speakers.set(member, speaker);
    close(speaker);
    this.#play(element);
  }

  /** Unmutes the members for whom the function returns true, and mutes all others. */
  open(isHeard: (member: Member) => boolean): void {
    for (const [member, speaker] of this.#speakers) {
      if (!isHeard(member)) close(speaker);
      else if (!speaker.isOpen) {
        speaker.isOpen = true;
        speaker.receiver.track.enabled = true;
        speaker.element.muted = false;
        this.#play(speaker.element);
      }
    }
  }

  /** The unmuted members who are speaking now. */
  speaking(): ReadonlySet<Member> {
    const found = [...this.#speakers].filter(([, speaker]) => speaker.isOpen && isLoud(speaker));
    return new Set(found.map(([member]) => member));
  }

  remove(member: Member): void {
    const speaker = this.#speakers.get(member);
    if (speaker === undefined) return;
    this.#speakers.delete(member);
    speaker.element.srcObject = null;
    speaker.element.remove();
  }

  /** Starts playing again, after a gesture, a phone call or a locked screen. */
  wake(): void {
    this.#calm();
    for (const { element } of this.#speakers.values()) this.#play(element);
  }

  end(): void {
    this.#calm();
    for (const member of [...this.#speakers.keys()]) this.remove(member);
  }

  #play(element: HTMLAudioElement): void {
    element.play().catch((error: unknown) => {
      // Any other error means that the element was removed while it was starting.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return;
      this.#shy.value = true;
      for (const gesture of GESTURES) document.addEventListener(gesture, this.#wake, { once: true });
    });
  }

  #calm(): void {
    this.#shy.value = false;
    for (const gesture of GESTURES) document.removeEventListener(gesture, this.#wake);
  }
}

function close(speaker: Speaker): void {
  speaker.isOpen = false;
  speaker.receiver.track.enabled = false;
  speaker.element.muted = true;
}

/** Whether a member is speaking, by the audio level in the packets; it counts only if a new packet has arrived. */
function isLoud(speaker: Speaker): boolean {
  const [source] = speaker.receiver.getSynchronizationSources();
  if (source === undefined || source.timestamp === speaker.lastPacket) return false;
  speaker.lastPacket = source.timestamp;
  return (source.audioLevel ?? 1) > AUDIBLE;
}
