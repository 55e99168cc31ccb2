/**
 * One other page: an RTCPeerConnection with one audio transceiver, kept in agreement by perfect negotiation. Whoever
 * has the lower number offers first, so that there is never a second transceiver; later offers may cross.
 */
import { type Candidate, type Clock, MOST_CANDIDATES, type Signal } from '@hush/protocol';
import type { Millis } from '@hush/rules';

type WithoutCall<S> = S extends unknown ? Omit<S, 'id' | 'for'> : never;
/** What peers say to each other, without the names of their calls. */
export type PeerWord = WithoutCall<Exclude<Signal, { readonly type: 'hello' | 'bye' }>>;

export interface PeerWorld extends Pick<Clock, 'later'> {
  readonly connection: RTCPeerConnection;
  /** Gives way when two offers cross. */
  readonly polite: boolean;
  tell(word: PeerWord): void;
  /** The other's voice. */
  heard(receiver: RTCRtpReceiver): void;
  /** Connected, or not any more. */
  changed(state: RTCPeerConnectionState): void;
  /** What was said made no sense, or the browser gave up: this connection is of no use. */
  broken(): void;
}

/** Candidates come in a flock: they travel together. */
const FLOCK: Millis = 40;
/** Speech; eight listeners then take 200 kbit/s. */
const MOST_BITS = 24_000;

export class Peer {
  readonly #world: PeerWorld;
  readonly #connection: RTCPeerConnection;
  #sender: RTCRtpSender | null = null;
  #track: MediaStreamTrack | null = null;
  #isOffering = false;
  #isIgnoring = false;
  #isClosed = false;
  #candidates: Candidate[] = [];
  #cancelFlock: (() => void) | null = null;
  #sending: Promise<void> = Promise.resolve();
  /** What was heard is taken one after the other, as it came. */
  #hearing: Promise<void> = Promise.resolve();

  constructor(world: PeerWorld) {
    const { connection } = world;
    this.#world = world;
    this.#connection = connection;
    connection.onnegotiationneeded = () => void this.#attempt(() => this.#offer());
    connection.onicecandidate = ({ candidate }) => this.#found(candidate);
    connection.ontrack = ({ receiver }) => world.heard(receiver);
    connection.onconnectionstatechange = () => this.#stateChanged();
  }

  /** Offers: the other side has nothing yet. */
  begin(): void {
    const sendEncodings = [{ active: false, maxBitrate: MOST_BITS }];
    this.#take(this.#connection.addTransceiver('audio', { direction: 'sendrecv', sendEncodings }));
  }

  /** Speaks with this track; with null the sender lets go of it, and not a packet is sent. */
  speak(track: MediaStreamTrack | null): void {
    if (track === this.#track) return;
    this.#track = track;
    this.#send();
  }

  hear(word: PeerWord): void {
    this.#hearing = this.#hearing.then(() => this.#attempt(() => this.#understand(word)));
  }

  /** Looks for another way, for instance in another network. */
  restart(): void {
    if (!this.#isClosed) this.#connection.restartIce();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelFlock?.();
    const { connection } = this.#world;
    connection.onnegotiationneeded = null;
    connection.onicecandidate = null;
    connection.ontrack = null;
    connection.onconnectionstatechange = null;
    connection.close();
  }

  /** Whatever a browser refuses here is no reason to stop the page; it is a reason to begin anew. */
  async #attempt(act: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return;
    try {
      await act();
    } catch {
      if (!this.#isClosed) this.#world.broken();
    }
  }

  async #offer(): Promise<void> {
    try {
      this.#isOffering = true;
      await this.#connection.setLocalDescription();
      this.#describe();
    } finally {
      this.#isOffering = false;
    }
  }

  #describe(): void {
    const described = this.#connection.localDescription;
    if (this.#isClosed || described === null) return;
    const { type, sdp } = described;
    if (type === 'offer' || type === 'answer') this.#world.tell({ type, sdp: thrifty(sdp) });
  }

  async #understand(word: PeerWord): Promise<void> {
    if ('sdp' in word && !isOneVoice(word.sdp)) throw new Error('something else than a voice');
    if (word.type === 'candidates') await this.#follow(word.list);
    else if (word.type === 'offer') await this.#answer(word.sdp);
    else if (this.#connection.signalingState === 'have-local-offer')
      await this.#connection.setRemoteDescription({ type: 'answer', sdp: word.sdp });
  }

  async #answer(sdp: string): Promise<void> {
    const crossed = this.#isOffering || this.#connection.signalingState !== 'stable';
    this.#isIgnoring = crossed && !this.#world.polite;
    if (this.#isIgnoring) return;
    await this.#connection.setRemoteDescription({ type: 'offer', sdp }); // takes back an own offer
    const [transceiver] = this.#connection.getTransceivers();
    if (transceiver !== undefined) this.#take(transceiver);
    await this.#connection.setLocalDescription();
    this.#describe();
  }

  async #follow(list: readonly Candidate[]): Promise<void> {
    for (const { candidate, mid } of list) {
      try {
        await this.#connection.addIceCandidate({ candidate, sdpMid: mid });
      } catch (error) {
        // Those of an offer that was not taken fit nothing.
        if (!this.#isIgnoring) throw error;
      }
    }
  }

  #take(transceiver: RTCRtpTransceiver): void {
    transceiver.direction = 'sendrecv';
    this.#sender = transceiver.sender;
    this.#send();
  }

  /**
   * The track goes at once, and with it every sound; the encoding follows in order. Without the latter the sender's clock
   * stands still in silence, receivers take that for a slow network, and the next window begins 850 ms late (measured).
   */
  #send(): void {
    const sender = this.#sender;
    if (sender === null) return;
    sender.replaceTrack(this.#track).catch(() => undefined); // what was closed meanwhile has nothing to send
    this.#sending = this.#sending.then(() => this.#activate(sender)).catch(() => undefined);
  }

  async #activate(sender: RTCRtpSender): Promise<void> {
    const parameters = sender.getParameters();
    const [encoding] = parameters.encodings;
    if (encoding === undefined) return; // not agreed upon yet: asked again when connected
    encoding.active = this.#track !== null;
    encoding.maxBitrate = MOST_BITS;
    await sender.setParameters(parameters);
  }

  #found(candidate: RTCIceCandidate | null): void {
    if (candidate === null || candidate.candidate === '') return;
    this.#candidates.push({ candidate: candidate.candidate, mid: candidate.sdpMid ?? '0' });
    this.#cancelFlock ??= this.#world.later(FLOCK, () => {
      this.#cancelFlock = null;
      for (let list = this.#next(); list.length > 0; list = this.#next())
        this.#world.tell({ type: 'candidates', list });
    });
  }

  #next(): readonly Candidate[] {
    return this.#candidates.splice(0, MOST_CANDIDATES);
  }

  #stateChanged(): void {
    const { connectionState } = this.#connection;
    if (connectionState === 'connected') this.#send();
    this.#world.changed(connectionState);
  }
}

/** One line of sound: nobody is sent pictures or files by this way. */
const isOneVoice = (sdp: string): boolean => (sdp.match(/^m=.{5}/gm) ?? []).join() === 'm=audio';

/** Asks the other for nothing while nobody speaks (DTX), and for one channel. */
const thrifty = (sdp: string): string =>
  sdp.includes('usedtx=') ? sdp : sdp.replace(/^(a=fmtp:\d+ .*useinbandfec=1.*)$/m, '$1;usedtx=1;stereo=0');
