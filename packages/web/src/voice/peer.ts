/**
 * The connection to one other page: an RTCPeerConnection with one audio transceiver, negotiated by the perfect
 * negotiation pattern. The member with the lower number makes the first offer, so that there is never a second
 * transceiver; later offers of the two pages may cross.
 */
import { type Candidate, type Clock, MOST_CANDIDATES, type Signal } from '@hush/protocol';
import type { Millis } from '@hush/rules';

type WithoutCall<S> = S extends unknown ? Omit<S, 'id' | 'for'> : never;
/** The signals between two pages, without the ids of their calls. */
export type PeerWord = WithoutCall<Exclude<Signal, { readonly type: 'hello' | 'bye' }>>;

export interface PeerWorld extends Pick<Clock, 'later'> {
  readonly connection: RTCPeerConnection;
  /** Whether this side withdraws its own offer when two offers cross (perfect negotiation). */
  readonly polite: boolean;
  tell(word: PeerWord): void;
  /** Called when the other page's audio is received. */
  heard(receiver: RTCRtpReceiver): void;
  /** Called when the state of the connection has changed. */
  changed(state: RTCPeerConnectionState): void;
  /** Called when the other page's signal was invalid or the browser refused it: this connection cannot be used any more. */
  broken(): void;
}

/** ICE candidates found within this many milliseconds are sent together. */
const FLOCK: Millis = 40;
/** Bits per second, enough for speech; a page that sends to eight others needs about 200 kbit/s. */
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
  /** Makes signals wait for each other: they are handled one at a time, in the order in which they arrived. */
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

  /** Makes the first offer. */
  begin(): void {
    const sendEncodings = [{ active: false, maxBitrate: MOST_BITS }];
    this.#take(this.#connection.addTransceiver('audio', { direction: 'sendrecv', sendEncodings }));
  }

  /** Sends this track; null sends no packets at all. */
  speak(track: MediaStreamTrack | null): void {
    if (track === this.#track) return;
    this.#track = track;
    this.#send();
  }

  hear(word: PeerWord): void {
    this.#hearing = this.#hearing.then(() => this.#attempt(() => this.#understand(word)));
  }

  /** Searches another route (ICE restart), for instance after a change of network. */
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

  /**
   * Runs a call of the browser's WebRTC. An exception does not stop the page: the connection is reported as broken and
   * made again.
   */
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
    if (type === 'offer' || type === 'answer') this.#world.tell({ type, sdp: monoWithDtx(sdp) });
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
    await this.#connection.setRemoteDescription({ type: 'offer', sdp }); // withdraws our own offer
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
        // The browser refuses candidates of an ignored offer, which does not matter.
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
   * `replaceTrack` takes effect at once, so sound starts or stops immediately; the encoding is then switched in order.
   * Without the switch the sender's RTP clock would stand still during silence; receivers would take that for a slow
   * network, and the next sentence would begin 850 ms late (measured).
   */
  #send(): void {
    const sender = this.#sender;
    if (sender === null) return;
    sender.replaceTrack(this.#track).catch(() => undefined); // fails only if the connection was closed meanwhile
    this.#sending = this.#sending.then(() => this.#activate(sender)).catch(() => undefined);
  }

  async #activate(sender: RTCRtpSender): Promise<void> {
    const parameters = sender.getParameters();
    const [encoding] = parameters.encodings;
    // before the negotiation there is no encoding; this runs again when the connection is established
    if (encoding === undefined) return;
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

/** Whether the description has one audio section only: video and data channels are refused. */
const isOneVoice = (sdp: string): boolean => (sdp.match(/^m=.{5}/gm) ?? []).join() === 'm=audio';

/** Asks the other page to send nothing during silence (DTX), and to send one channel. */
const monoWithDtx = (sdp: string): string =>
  sdp.includes('usedtx=') ? sdp : sdp.replace(/^(a=fmtp:\d+ .*useinbandfec=1.*)$/m, '$1;usedtx=1;stereo=0');
