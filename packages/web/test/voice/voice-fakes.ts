/**
 * Fake pages that call each other without browsers: connections with the states of real connections, which throw where
 * real connections throw, a virtual clock, and signals that are slow or lost.
 */
import type { IceServer, Member, Signal } from '@hush/protocol';
import { settled, VirtualTime } from '../../../protocol/test/virtual-time.ts';
import { Mesh, type VoiceLink } from '../../src/voice/mesh.ts';

/** A virtual clock that lets the promises of connections continue before and after time passes. */
class Clock extends VirtualTime {
  override async pass(millis: number): Promise<void> {
    await settled();
    await super.pass(millis);
    await settled();
  }
}

export class FakeSender {
  track: MediaStreamTrack | null = null;
  encodings: { active?: boolean; maxBitrate?: number }[];

  constructor(encodings: { active?: boolean }[] = [{ active: true }]) {
    this.encodings = structuredClone(encodings);
  }

  replaceTrack(track: MediaStreamTrack | null): Promise<void> {
    this.track = track;
    return Promise.resolve();
  }

  getParameters(): { encodings: { active?: boolean }[] } {
    return { encodings: structuredClone(this.encodings) };
  }

  setParameters({ encodings }: { encodings: { active?: boolean }[] }): Promise<void> {
    this.encodings = encodings;
    return Promise.resolve();
  }
}

interface FakeTransceiver {
  readonly sender: FakeSender;
  direction: string;
  /** The index of the transceiver in the description; null until both sides have agreed on one. */
  mid: number | null;
}

type Description = { readonly type: 'offer' | 'answer'; readonly sdp: string };

/** All connections of a test by their numbers; the descriptions of a connection contain its number. */
export class FakeNetwork {
  readonly all: FakeConnection[] = [];
  isBlocked = false;

  make(): FakeConnection {
    const connection = new FakeConnection(this, this.all.length);
    this.all.push(connection);
    return connection;
  }

  open(): readonly FakeConnection[] {
    return this.all.filter(({ connectionState }) => connectionState !== 'closed');
  }
}

export class FakeConnection {
  signalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: Description | null = null;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate:
    | ((event: { readonly candidate: { candidate: string; sdpMid: string } | null }) => void)
    | null = null;
  ontrack: ((event: { readonly receiver: unknown }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  readonly transceivers: FakeTransceiver[] = [];
  readonly candidates: string[] = [];
  readonly #ether: FakeNetwork;
  readonly #number: number;
  #other: number | null = null;
  /** The round of the last local and remote description: sound passes only between descriptions of one round. */
  #round = 0;
  #otherRound = 0;
  #isNeeded = false;

  constructor(ether: FakeNetwork, number: number) {
    this.#ether = ether;
    this.#number = number;
  }

  addTransceiver(
    _: string,
    { sendEncodings }: { sendEncodings?: { active?: boolean }[] } = {},
  ): FakeTransceiver {
    const made = { sender: new FakeSender(sendEncodings), direction: 'sendrecv', mid: null };
    this.transceivers.push(made);
    this.#need();
    return made;
  }

  getTransceivers(): readonly FakeTransceiver[] {
    return this.transceivers;
  }

  restartIce(): void {
    this.#need();
  }

  #need(): void {
    this.#isNeeded = true;
    queueMicrotask(() => this.#askForIt());
  }

  #askForIt(): void {
    if (this.#isNeeded && this.signalingState === 'stable') this.onnegotiationneeded?.();
  }

  async setLocalDescription(): Promise<void> {
    await undefined;
    this.#assertOpen();
    const answers = this.signalingState === 'have-remote-offer';
    this.localDescription = { type: answers ? 'answer' : 'offer', sdp: this.#describe() };
    if (answers) return this.#agree();
    this.#isNeeded = false;
    this.signalingState = 'have-local-offer';
    for (const candidate of ['a', 'b'])
      this.onicecandidate?.({ candidate: { candidate: `${candidate}${this.#number}`, sdpMid: '0' } });
    this.onicecandidate?.({ candidate: null });
  }

  #describe(): string {
    this.#round++;
    return `v=0 from=${this.#number} round=${this.#round} lines=${this.transceivers.length} \r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=fmtp:111 minptime=10;useinbandfec=1\r\na=mid:0\r\n`;
  }

  async setRemoteDescription({ type, sdp }: Description): Promise<void> {
    await undefined;
    this.#assertOpen();
    const [, from, round, lines] = /^v=0 from=(\d+) round=(\d+) lines=(\d+) /.exec(sdp) ?? [];
    if (from === undefined) throw new Error('OperationError: no description');
    if (type === 'answer' && this.signalingState !== 'have-local-offer') throw new Error('InvalidStateError');
    this.#other = Number(from);
    this.#otherRound = Number(round);
    if (type === 'answer') return this.#agree();
    // An offer that crossed another one is withdrawn; its transceivers are not used later.
    if (this.signalingState === 'have-local-offer') this.#isNeeded = true;
    this.signalingState = 'have-remote-offer';
    for (let line = 0; line < Number(lines); line++) {
      if (this.transceivers.some(({ mid }) => mid === line)) continue;
      this.transceivers.push({ sender: new FakeSender(), direction: 'recvonly', mid: line });
    }
    this.ontrack?.({ receiver: { track: { enabled: true } } });
  }

  #agree(): void {
    this.signalingState = 'stable';
    for (const [i, transceiver] of this.transceivers.entries()) transceiver.mid ??= i;
    if (this.localDescription?.type === 'offer') this.ontrack?.({ receiver: { track: { enabled: true } } });
    const other = this.#other === null ? undefined : this.#ether.all[this.#other];
    if (other?.signalingState === 'stable' && other.#other === this.#number) this.#meet(other);
    if (this.#isNeeded) this.#need();
  }

  /** Whether both descriptions belong to the same negotiation. */
  get fits(): boolean {
    const other = this.#other === null ? undefined : this.#ether.all[this.#other];
    return other !== undefined && other.#otherRound === this.#round && this.#otherRound === other.#round;
  }

  #meet(other: FakeConnection): void {
    for (const end of [this, other])
      queueMicrotask(
        () => end.connectionState !== 'closed' && end.become(this.#ether.isBlocked ? 'failed' : 'connected'),
      );
  }

  become(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  addIceCandidate({ candidate }: { readonly candidate: string }): Promise<void> {
    if (this.#other === null) return Promise.reject(new Error('InvalidStateError: no remote description'));
    this.candidates.push(candidate);
    return Promise.resolve();
  }

  close(): void {
    this.signalingState = 'closed';
    this.connectionState = 'closed';
  }

  #assertOpen(): void {
    if (this.connectionState === 'closed') throw new Error('InvalidStateError: closed');
  }
}

/** How the fake server delivers signals. */
export interface SignalDelivery {
  /** Milliseconds that a signal takes; infinite if it is lost. */
  delay(): number;
}

export class FakePage {
  readonly mesh: Mesh;
  readonly member: Member;
  links: ReadonlyMap<Member, VoiceLink> = new Map();
  readonly heard = new Set<Member>();
  readonly connections: FakeConnection[] = [];
  readonly said: { readonly to: Member; readonly signal: Signal }[] = [];

  constructor(hall: FakeTable, member: Member, id: string) {
    this.member = member;
    const connect = (_: readonly IceServer[]): RTCPeerConnection => {
      const made = hall.ether.make();
      this.connections.push(made);
      return made as unknown as RTCPeerConnection;
    };
    this.mesh = new Mesh(
      {
        me: member,
        id,
        connect,
        tell: (to, signal) => {
          this.said.push({ to, signal });
          hall.carry(member, to, signal);
        },
        now: () => hall.clock.now,
        later: (after, then) => hall.clock.later(after, then),
        heard: from => this.heard.add(from),
        gone: from => this.heard.delete(from),
        changed: links => {
          this.links = links;
        },
      },
      [],
    );
  }

  get joined(): readonly Member[] {
    return [...this.links].filter(([, link]) => link === 'joined').map(([member]) => member);
  }

  /** The senders of all connections that are not closed. */
  get senders(): readonly FakeSender[] {
    return this.connections
      .filter(({ connectionState }) => connectionState !== 'closed')
      .flatMap(({ transceivers }) => transceivers.map(({ sender }) => sender));
  }
}

/** The pages of one table. */
export class FakeTable {
  readonly clock = new Clock();
  readonly ether = new FakeNetwork();
  readonly pages = new Map<Member, FakePage>();
  readonly #carriage: SignalDelivery;

  constructor(carriage: SignalDelivery = { delay: () => 5 }) {
    this.#carriage = carriage;
  }

  carry(from: Member, to: Member, signal: Signal): void {
    const delay = this.#carriage.delay();
    if (delay === Number.POSITIVE_INFINITY) return;
    const copy = structuredClone(signal);
    this.clock.later(delay, () => this.pages.get(to)?.mesh.hear(from, copy));
  }

  /** A member turns voice on. A second call for the same member is a new page. */
  enter(member: Member, id = `call-${member}`): FakePage {
    const page = new FakePage(this, member, id);
    this.pages.set(member, page);
    this.tellHere();
    return page;
  }

  tellHere(): void {
    const here = [...this.pages.keys()];
    for (const page of this.pages.values()) page.mesh.follow(here, here);
  }

  /** Whether every pair of pages is connected, by one connection with one transceiver. */
  get isWhole(): boolean {
    return [...this.pages.values()].every(
      page =>
        page.joined.length === this.pages.size - 1 &&
        page.heard.size === this.pages.size - 1 &&
        page.connections.filter(({ connectionState, fits }) => connectionState === 'connected' && fits)
          .length ===
          this.pages.size - 1 &&
        page.senders.length === this.pages.size - 1,
    );
  }
}
