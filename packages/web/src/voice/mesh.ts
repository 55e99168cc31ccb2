/**
 * A full mesh of calls between up to nine pages: who calls, who answers, and what happens when a page reloads, leaves or
 * cannot be reached. This file handles neither microphones nor screens.
 */
import type { Clock, IceServer, Member, Signal } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { Peer, type PeerWord } from './peer.ts';

export type VoiceLink =
  | 'joining'
  | 'joined'
  /** No connection could be made so far; this page tries again from time to time. */
  | 'blocked';

export interface MeshWorld extends Clock {
  readonly me: Member;
  /** The id of this page's calls; each load of the page has another one. */
  readonly id: string;
  connect(servers: readonly IceServer[]): RTCPeerConnection;
  tell(to: Member, signal: Signal): void;
  /** Called when this member's audio can be received. */
  heard(member: Member, receiver: RTCRtpReceiver): void;
  /** Called when this member's audio is no longer received. */
  gone(member: Member): void;
  changed(links: ReadonlyMap<Member, VoiceLink>): void;
}

interface Call {
  readonly peer: Peer;
  /** The call id of the other page. */
  readonly id: string;
  readonly since: number;
  link: VoiceLink;
  cancel(): void;
}

/** Milliseconds after which an attempt to connect has failed. */
const PATIENCE: Millis = 15_000;
/** A greeting does not restart a call that is younger than this many milliseconds. */
const YOUNG: Millis = 5_000;
const GREET_AGAIN: Millis = 10_000;
/** Throttle: a member's greetings start at most one call in this time, because each call costs a connection. */
const CALLS_APART: Millis = 1_000;
/**
 * Backoff: the wait between failed calls to the same page doubles up to this limit, because each call needs kilobytes of
 * signals, and during silence only a few kilobytes may be sent.
 */
const MOST_APART: Millis = 60_000;
/** Milliseconds without a connection after which ICE is restarted; the member with the lower number restarts first. */
const HICCUP: Millis = 2_000;

export class Mesh {
  readonly #world: MeshWorld;
  readonly #calls = new Map<Member, Call>();
  /** Members who could not be reached by the last call. */
  readonly #blocked = new Set<Member>();
  /** For each member: when a greeting was last accepted, and the newest greeting that waits for the throttle. */
  readonly #greeted = new Map<Member, { readonly at: number; waiting: string | null }>();
  /** For each page, how often it was called since it was last connected, and when it may be called again. */
  readonly #tried = new Map<Member, { readonly id: string; readonly count: number; readonly next: number }>();
  #here: readonly Member[] = [];
  #servers: readonly IceServer[] = [];
  #track: MediaStreamTrack | null = null;
  #cancelGreeting: () => void = () => undefined;
  #isClosed = false;

  constructor(world: MeshWorld, servers: readonly IceServer[]) {
    this.#world = world;
    this.#servers = servers;
    this.#greetLater();
  }

  /** Sets which members can be reached by signals, and which are seated. Calls to members who have left end. */
  follow(here: readonly Member[], seated: readonly Member[]): void {
    const others = here.filter(member => member !== this.#world.me && seated.includes(member));
    const come = others.filter(member => !this.#here.includes(member));
    this.#here = others;
    for (const member of [...this.#calls.keys()]) if (!seated.includes(member)) this.#drop(member);
    for (const member of [...this.#blocked]) if (!seated.includes(member)) this.#blocked.delete(member);
    for (const member of [...this.#greeted.keys()])
      if (!seated.includes(member)) this.#greeted.delete(member);
    for (const member of come) {
      this.#tried.delete(member);
      this.#greet(member);
    }
    this.#tellLinks();
  }

  /** Called on a new connection to the server: signals sent meanwhile are lost, and the network may have changed. */
  greetAll(): void {
    this.#tried.clear();
    for (const member of this.#here) this.#greet(member);
  }

  /** Sets the ICE servers for later calls, because the credentials of earlier servers expire. */
  useServers(servers: readonly IceServer[]): void {
    this.#servers = servers;
  }

  /** Sends this audio track to everybody; null sends nothing. */
  speak(track: MediaStreamTrack | null): void {
    this.#track = track;
    for (const { peer } of this.#calls.values()) peer.speak(track);
  }

  hear(from: Member, signal: Signal): void {
    if (this.#isClosed || from === this.#world.me) return;
    if (signal.type === 'hello') this.#greetedBy(from, signal.id);
    else if (signal.type === 'bye') this.#part(from, signal.id);
    else if (signal.for === this.#world.id) this.#callOf(from, signal)?.peer.hear(wordOf(signal));
  }

  /** Ends all calls and tells the other pages, so that they need not wait for a timeout. */
  close(): void {
    this.#isClosed = true;
    this.#cancelGreeting();
    const { id } = this.#world;
    for (const member of new Set([...this.#here, ...this.#calls.keys()]))
      this.#world.tell(member, { type: 'bye', id });
    for (const member of [...this.#calls.keys()]) this.#drop(member);
    this.#blocked.clear();
    this.#tellLinks();
  }

  #greet(member: Member): void {
    if (this.#calls.get(member)?.link !== 'joined')
      this.#world.tell(member, { type: 'hello', id: this.#world.id });
  }

  #greetLater(): void {
    this.#cancelGreeting = this.#world.later(GREET_AGAIN, () => {
      for (const member of this.#here) if (!this.#isTooSoon(member)) this.#greet(member);
      this.#greetLater();
    });
  }

  /** Limits greetings: the first is accepted at once; of those within `CALLS_APART` after it only the newest is used. */
  #greetedBy(from: Member, id: string): void {
    const now = this.#world.now();
    const last = this.#greeted.get(from);
    if (last === undefined || now - last.at >= CALLS_APART) {
      this.#greeted.set(from, { at: now, waiting: null });
      this.#welcome(from, id);
      return;
    }
    if (last.waiting === null) this.#world.later(last.at + CALLS_APART - now, () => this.#takeNext(from));
    last.waiting = id;
  }

  #takeNext(from: Member): void {
    const id = this.#greeted.get(from)?.waiting ?? null;
    if (this.#isClosed || id === null) return;
    this.#greeted.set(from, { at: this.#world.now(), waiting: null });
    this.#welcome(from, id);
  }

  /** Answers a greeting: the member with the lower number makes an offer, the one with the higher number greets back. */
  #welcome(from: Member, id: string): void {
    const known = this.#calls.get(from);
    if (known?.id === id) {
      if (this.#world.now() - known.since < YOUNG || this.#isTooSoon(from)) return;
      this.#blocked.add(from); // the other page has no call with this one
    }
    if (this.#world.me < from) this.#try(from, id);
    else {
      this.#drop(from);
      this.#greet(from);
      this.#tellLinks();
    }
  }

  /** Calls a page, with a backoff; a new page of the same member is called at once. */
  #try(member: Member, id: string): void {
    const last = this.#tried.get(member);
    const count = last?.id === id ? last.count : 0;
    if (count > 0 && this.#isTooSoon(member)) return;
    const next = this.#world.now() + Math.min(MOST_APART, YOUNG * 2 ** count);
    this.#tried.set(member, { id, count: count + 1, next });
    this.#call(member, id).peer.begin();
  }

  #isTooSoon(member: Member): boolean {
    return this.#world.now() < (this.#tried.get(member)?.next ?? 0);
  }

  #part(from: Member, id: string): void {
    if (this.#calls.get(from)?.id === id) this.#drop(from);
    this.#tried.delete(from);
    this.#blocked.delete(from);
    this.#tellLinks();
  }

  /**
   * The call to which a signal belongs. An offer from a member with a lower number, whose page is not known yet, starts a
   * call.
   */
  #callOf(from: Member, { id, type }: Signal): Call | null {
    const known = this.#calls.get(from);
    if (known?.id === id) return known;
    return type === 'offer' && from < this.#world.me ? this.#call(from, id) : null;
  }

  #call(member: Member, id: string): Call {
    this.#drop(member);
    const { me } = this.#world;
    const isMine = (): boolean => this.#calls.get(member) === call;
    const peer = new Peer({
      connection: this.#world.connect(this.#servers),
      polite: me > member,
      tell: word => this.#world.tell(member, { ...word, id: this.#world.id, for: id }),
      later: (after, then) => this.#world.later(after, then),
      heard: receiver => isMine() && this.#world.heard(member, receiver),
      changed: state => isMine() && this.#follow(member, call, state),
      broken: () => isMine() && this.#giveUp(member),
    });
    const cancel = this.#world.later(PATIENCE, () => {
      if (isMine() && call.link !== 'joined') this.#giveUp(member);
    });
    const link = this.#blocked.has(member) ? 'blocked' : 'joining';
    const call: Call = { peer, id, since: this.#world.now(), link, cancel };
    this.#calls.set(member, call);
    peer.speak(this.#track);
    this.#tellLinks();
    return call;
  }

  #follow(member: Member, call: Call, state: RTCPeerConnectionState): void {
    if (state === 'connected') {
      this.#blocked.delete(member);
      this.#tried.delete(member);
      this.#become(call, 'joined');
    } else if (state === 'failed') this.#giveUp(member);
    else if (state === 'disconnected') {
      this.#become(call, 'joining');
      call.cancel();
      const wait = this.#world.me < member ? HICCUP : 2 * HICCUP;
      const look = this.#world.later(wait, () => call.link !== 'joined' && call.peer.restart());
      const end = this.#world.later(PATIENCE, () => call.link !== 'joined' && this.#giveUp(member));
      call.cancel = () => {
        look();
        end();
      };
    }
  }

  #become(call: Call, link: VoiceLink): void {
    call.link = link;
    this.#tellLinks();
  }

  /** Marks the member as blocked after a failed or lost connection. The next greeting starts a new call. */
  #giveUp(member: Member): void {
    this.#drop(member);
    this.#blocked.add(member);
    this.#tellLinks();
  }

  #drop(member: Member): void {
    const call = this.#calls.get(member);
    if (call === undefined) return;
    this.#calls.delete(member);
    call.cancel();
    call.peer.close();
    this.#world.gone(member);
  }

  #tellLinks(): void {
    const links = new Map<Member, VoiceLink>([...this.#blocked].map(member => [member, 'blocked']));
    for (const [member, { link }] of this.#calls) links.set(member, link);
    this.#world.changed(links);
  }
}

function wordOf(signal: Exclude<Signal, { readonly type: 'hello' | 'bye' }>): PeerWord {
  return signal.type === 'candidates'
    ? { type: 'candidates', list: signal.list }
    : { type: signal.type, sdp: signal.sdp };
}
