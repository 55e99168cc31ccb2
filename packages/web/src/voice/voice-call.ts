/**
 * Voice at one table: the microphone, the mesh of connections, the speakers, and the gate that opens and closes them. The
 * gate follows the table's log, so every page opens and closes it by itself as soon as an entry arrives.
 */
import type { Member, Notice, ServerMessage } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from '@preact/signals';
import { browserClock } from '../device/clock.ts';
import { voiceRings } from '../device/voice-wanted.ts';
import { ignoredAt } from '../table/ignored.ts';
import type { Session } from '../table/session.ts';
import { chosenMicrophone, microphoneMode } from './choices.ts';
import { mayHear, mayHearMember, maySpeak, shownLinks, type VoiceGateState } from './gate.ts';
import { Mesh, type VoiceLink } from './mesh.ts';
import {
  type Device,
  type MicProblem,
  type Microphone,
  microphones,
  onDevices,
  openMicrophone,
} from './microphone.ts';
import { openMixer } from './mixer.ts';
import { Speakers } from './speakers.ts';

export type Mic =
  | { readonly type: 'asking' }
  | { readonly type: 'on'; readonly device: string }
  | { readonly type: 'problem'; readonly why: MicProblem };

export interface OpenVoiceCall {
  readonly mic: ReadonlySignal<Mic>;
  /** The level of this player's microphone, 0 to 1. */
  readonly level: ReadonlySignal<number>;
  readonly devices: ReadonlySignal<readonly Device[]>;
  readonly links: ReadonlySignal<ReadonlyMap<Member, VoiceLink>>;
  /** Whether the rules allow talk now, so that voices may be heard. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** Whether this player's voice is being sent. */
  readonly isLive: ReadonlySignal<boolean>;
  /** Whether the player has muted the microphone. */
  readonly isMute: Signal<boolean>;
  /** Whether the push-to-talk button is held. */
  readonly isHeld: Signal<boolean>;
  /** Whether the browser blocks sound until the player touches the page. */
  readonly isShy: ReadonlySignal<boolean>;
  choose(device: string): void;
  /** Asks for the microphone again. */
  retry(): void;
  wake(): void;
  close(): void;
}

/** How often, in milliseconds, the rings around speakers and the meter are updated. */
const LOOK: Millis = 100;
/** The level of the meter above which this player's own ring is shown. */
const AUDIBLE = 0.4;
const ID_BYTES = 8;

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export function openVoiceCall(session: Session, me: Member): OpenVoiceCall {
  const room = new Room(session, me);
  return room;
}

class Room implements OpenVoiceCall {
  readonly mic = signal<Mic>({ type: 'asking' });
  readonly level = signal(0);
  readonly devices = signal<readonly Device[]>([]);
  readonly links = signal<ReadonlyMap<Member, VoiceLink>>(new Map());
  readonly isMute = signal(false);
  readonly isHeld = signal(false);
  readonly isShy: ReadonlySignal<boolean>;
  readonly isOpen: ReadonlySignal<boolean>;
  readonly isLive: ReadonlySignal<boolean>;
  readonly #session: Session;
  readonly #me: Member;
  readonly #speakers = new Speakers();
  readonly #mixer = openMixer();
  readonly #microphone = signal<Microphone | null>(null);
  readonly #ends: (() => void)[] = [];
  #mesh: Mesh | null = null;
  /** The real connections; `links` shows changes of them only while talk is open (CM-2p). */
  readonly #truth = signal<ReadonlyMap<Member, VoiceLink>>(new Map());
  #cancelRenewal: () => void = () => undefined;
  #isClosed = false;
  /** The number of the last request for a microphone: only the answer to that request is used. */
  #asked = 0;

  constructor(session: Session, me: Member) {
    this.#session = session;
    this.#me = me;
    this.isShy = this.#speakers.shy;
    const known = computed(() => this.#know());
    this.isOpen = computed(() => mayHear(known.value));
    this.isLive = computed(
      () =>
        maySpeak(known.value) &&
        this.#microphone.value !== null &&
        (microphoneMode.value === 'push' ? this.isHeld.value : !this.isMute.value),
    );
    this.#ends.push(
      session.listen(notice => this.#hear(notice)),
      effect(() => this.#speak()),
      effect(() => this.#openSpeakers(known.value)),
      effect(() => this.#showLinks()),
      effect(() => this.#follow()),
      onDevices(() => void this.#list()),
      onReturn(() => this.wake()),
      every(LOOK, () => this.#look()),
    );
    session.tell({ t: 'ice' });
    void this.#open();
  }

  #know(): VoiceGateState {
    const { status, confirmed, table } = this.#session;
    return {
      online: status.value.type === 'online',
      confirmed: confirmed.value,
      predicted: table.value,
      me: this.#me,
    };
  }

  #speak(): void {
    const track = this.isLive.value ? (this.#microphone.value?.track ?? null) : null;
    this.#mesh?.speak(track);
  }

  #showLinks(): void {
    this.links.value = shownLinks(this.#truth.value, this.links.peek(), this.isOpen.value);
  }

  #openSpeakers(known: VoiceGateState): void {
    // reads this signal so that the effect also runs for a new connection; the gate of a new connection is then closed
    // from its start
    void this.#truth.value;
    const deafTo = ignoredAt(this.#session.code).value;
    this.#speakers.open(member => mayHearMember(known, member, deafTo));
  }

  #follow(): void {
    const { here } = this.#session.presence.value;
    const seated = this.#session.confirmed.value.seats.filter(member => member !== null);
    untracked(() => this.#mesh?.follow(here, seated));
  }

  #hear(notice: Notice): void {
    if (notice.type === 'synced') {
      this.#session.tell({ t: 'ice' });
      this.#mesh?.greetAll();
    }
    if (notice.type !== 'other') return;
    const { message } = notice;
    if (message.t === 'signal') this.#mesh?.hear(message.from, message.data);
    if (message.t === 'ice') this.#begin(message);
  }

  /**
   * Handles an `ice` message. The first one starts the mesh; later ones bring new credentials, which will be renewed
   * before they expire.
   */
  #begin({ servers, lasts, relay = false }: Extract<ServerMessage, { readonly t: 'ice' }>): void {
    this.#cancelRenewal();
    if (lasts !== undefined)
      this.#cancelRenewal = browserClock.later(lasts / 2, () => this.#session.tell({ t: 'ice' }));
    if (this.#mesh !== null) {
      this.#mesh.useServers(servers);
      return;
    }
    this.#mesh = new Mesh(
      {
        me: this.#me,
        id: newId(),
        connect: ice =>
          new RTCPeerConnection({
            iceServers: ice.map(server => ({ ...server, urls: [server.urls].flat() })),
            iceTransportPolicy: relay ? 'relay' : 'all',
          }),
        tell: (to, data) => this.#session.tell({ t: 'signal', to, data }),
        ...browserClock,
        heard: (member, receiver) => {
          this.#speakers.add(member, receiver);
          this.#openSpeakers(this.#know());
        },
        gone: member => this.#speakers.remove(member),
        changed: links => {
          this.#truth.value = links;
        },
      },
      servers,
    );
    this.#speak();
    this.#follow();
  }

  // Methods for the microphone.

  async #open(): Promise<void> {
    const turn = ++this.#asked;
    this.mic.value = { type: 'asking' };
    const opened = await openMicrophone(chosenMicrophone.peek(), this.#mixer);
    if (this.#isClosed || turn !== this.#asked) {
      if (opened.ok) opened.value.close(); // the player has chosen another microphone meanwhile
      return;
    }
    this.#microphone.peek()?.close();
    batch(() => {
      this.#microphone.value = opened.ok ? opened.value : null;
      this.mic.value = opened.ok
        ? { type: 'on', device: opened.value.device }
        : { type: 'problem', why: opened.error };
    });
    if (opened.ok) opened.value.track.onended = () => this.retry(); // the microphone was unplugged, so another one is tried
    await this.#list();
  }

  async #list(): Promise<void> {
    this.devices.value = await microphones();
  }

  choose(id: string): void {
    chosenMicrophone.value = id;
    this.retry();
  }

  retry(): void {
    if (!this.#isClosed) void this.#open();
  }

  wake(): void {
    this.#speakers.wake();
  }

  // Methods for the signals that the screen shows.

  #look(): void {
    const level = this.#microphone.peek()?.level() ?? 0;
    const speaking = this.#speakers.speaking();
    this.level.value = level;
    const joined = [...this.links.peek()].filter(([, link]) => link === 'joined').map(([member]) => member);
    const mine = this.isLive.peek() && level > AUDIBLE ? [this.#me] : [];
    const shown = Object.fromEntries([
      ...joined.map(member => [member, speaking.has(member) ? 'voiced speaking' : 'voiced']),
      ...mine.map(member => [member, 'voiced speaking']),
    ]);
    if (JSON.stringify(shown) !== JSON.stringify(voiceRings.peek())) voiceRings.value = shown;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const end of this.#ends) end();
    this.#cancelRenewal();
    this.#mesh?.close();
    this.#mesh = null;
    this.#speakers.end();
    this.#microphone.peek()?.close();
    this.#mixer.close();
    voiceRings.value = {};
  }
}

/** Calls a function whenever the page becomes visible again, because phones pause audio while a page is hidden. */
function onReturn(act: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

function every(millis: Millis, act: () => void): () => void {
  const timer = setInterval(act, millis);
  return () => clearInterval(timer);
}
