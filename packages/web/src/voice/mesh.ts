/**
 * Everybody with everybody, up to nine: who is called, who answers, what happens when somebody reloads, leaves, or
 * finds no way through. It knows neither microphones nor screens.
 */
import type { Clock, IceServer, Member, Signal } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { Peer, type PeerWord } from './peer.ts';

export type VoiceLink =
  | 'joining'
  | 'joined'
  /** No way was found so far; it is tried again now and then. */
  | 'blocked';

export interface MeshWorld extends Clock {
  readonly me: Member;
  /** The name of this call: new with every page. */
  readonly id: string;
  connect(servers: readonly IceServer[]): RTCPeerConnection;
  tell(to: Member, signal: Signal): void;
  /** Somebody's voice, from now on. */
  heard(member: Member, receiver: RTCRtpReceiver): void;
  /** Not any more. */
  gone(member: Member): void;
  changed(links: ReadonlyMap<Member, VoiceLink>): void;
}

interface Call {
  readonly peer: Peer;
  /** The other's page. */
  readonly id: string;
  readonly since: number;
  link: VoiceLink;
  cancel(): void;
}

/** So long two pages have to find each other. */
const PATIENCE: Millis = 15_000;
/** A call this young is not begun anew because of another greeting. */
const YOUNG: Millis = 5_000;
const GREET_AGAIN: Millis = 10_000;
/** So often at most somebody's greeting begins a call: each costs a connection, and a page may greet all the time. */
const CALLS_APART: Millis = 1_000;
/** Calls of one page that come to nothing are begun twice as far apart each time: each costs kilobytes, and silence has few. */
const MOST_APART: Millis = 60_000;
/** A network that is gone for so long is another one now. The lower number looks first. */
const HICCUP: Millis = 2_000;

export class Mesh {
  readonly #world: MeshWorld;
  readonly #calls = new Map<Member, Call>();
  /** Who was called in vain. */
  readonly #blocked = new Set<Member>();
  /** When a greeting of each was taken last, and the newest that waits for its turn. */
  readonly #greeted = new Map<Member, { readonly at: number; waiting: string | null }>();
  /** Whom the lower number called so often since they were joined last, and when it calls them again. */
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

  /** Who can be reached by signals, and who sits here at all; whoever left is called no more. */
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

  /** The line to the server is new: what was said meanwhile is lost, and the network may be another. */
  greetAll(): void {
    this.#tried.clear();
    for (const member of this.#here) this.#greet(member);
  }

  /** For calls from now on: credentials end. */
  useServers(servers: readonly IceServer[]): void {
    this.#servers = servers;
  }

  /** Speaks to everybody; null is silence. */
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

  /** Leaves: the others know at once. */
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

  /** The first at once; of those that come too soon after it the last one counts. */
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

  /** The lower number offers, the higher one says that it is there. */
  #welcome(from: Member, id: string): void {
    const known = this.#calls.get(from);
    if (known?.id === id) {
      if (this.#world.now() - known.since < YOUNG || this.#isTooSoon(from)) return;
      this.#blocked.add(from); // the other page has not found us, or lost us
    }
    if (this.#world.me < from) this.#try(from, id);
    else {
      this.#drop(from);
      this.#greet(from);
      this.#tellLinks();
    }
  }

  /** A new page of theirs is called at once. */
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

  /** Only the lower number begins: an offer of a page that is not known yet. */
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

  /** No way through, or none any more. The next greeting begins anew. */
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
