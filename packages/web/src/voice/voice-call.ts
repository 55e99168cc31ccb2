/**
 * Voice at one table: the microphone, the mesh, the speakers, and the gate that opens and closes them. The gate follows
 * the table's log, so it moves in the moment in which an entry arrives, at every page by itself.
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
import { rings } from '../device/voice-wanted.ts';
import { ignoredAt } from '../table/ignored.ts';
import type { Session } from '../table/session.ts';
import { device, mode } from './choices.ts';
import { type Knowledge, mayHear, mayHearMember, maySpeak, shownLinks } from './gate.ts';
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

export interface VoiceRoom {
  readonly mic: ReadonlySignal<Mic>;
  /** How loud the own microphone is, 0 to 1. */
  readonly level: ReadonlySignal<number>;
  readonly devices: ReadonlySignal<readonly Device[]>;
  readonly links: ReadonlySignal<ReadonlyMap<Member, VoiceLink>>;
  /** Whether voices may be heard at all now. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** Whether this voice goes out. */
  readonly isLive: ReadonlySignal<boolean>;
  /** Muted by the player. */
  readonly isMute: Signal<boolean>;
  /** The button for talking is held. */
  readonly isHeld: Signal<boolean>;
  /** Nothing is played until somebody touches the page. */
  readonly isShy: ReadonlySignal<boolean>;
  choose(device: string): void;
  /** Asks for the microphone again. */
  retry(): void;
  wake(): void;
  close(): void;
}

/** Rings and meters move ten times a second. */
const LOOK: Millis = 100;
/** The own ring, as a level. */
const AUDIBLE = 0.4;
const ID_BYTES = 8;

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export function openRoom(session: Session, me: Member): VoiceRoom {
  const room = new Room(session, me);
  return room;
}

class Room implements VoiceRoom {
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
  /** Who is connected in truth; what is shown of it may have to wait. */
  readonly #truth = signal<ReadonlyMap<Member, VoiceLink>>(new Map());
  #cancelRenewal: () => void = () => undefined;
  #isClosed = false;
  /** How often a microphone was asked for: only the last answer counts, in whatever order they come. */
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
        (mode.value === 'push' ? this.isHeld.value : !this.isMute.value),
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

  #know(): Knowledge {
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

  #openSpeakers(known: Knowledge): void {
    void this.#truth.value; // somebody new begins closed
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

  /** With the first word about servers the mesh begins; later ones bring new credentials, and one more renewal, not two. */
  #begin({ servers, lasts }: Extract<ServerMessage, { readonly t: 'ice' }>): void {
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

  // The microphone.

  async #open(): Promise<void> {
    const turn = ++this.#asked;
    this.mic.value = { type: 'asking' };
    const opened = await openMicrophone(device.peek(), this.#mixer);
    if (this.#isClosed || turn !== this.#asked) {
      if (opened.ok) opened.value.close(); // another was chosen meanwhile
      return;
    }
    this.#microphone.peek()?.close();
    batch(() => {
      this.#microphone.value = opened.ok ? opened.value : null;
      this.mic.value = opened.ok
        ? { type: 'on', device: opened.value.device }
        : { type: 'problem', why: opened.error };
    });
    if (opened.ok) opened.value.track.onended = () => this.retry(); // pulled out: perhaps there is another
    await this.#list();
  }

  async #list(): Promise<void> {
    this.devices.value = await microphones();
  }

  choose(id: string): void {
    device.value = id;
    this.retry();
  }

  retry(): void {
    if (!this.#isClosed) void this.#open();
  }

  wake(): void {
    this.#speakers.wake();
  }

  // What is seen.

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
    if (JSON.stringify(shown) !== JSON.stringify(rings.peek())) rings.value = shown;
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
    rings.value = {};
  }
}

/** Phones stop what plays while the page is not seen. */
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
