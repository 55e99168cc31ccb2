/**
 * Pages that hear: fake microphones that never stop humming, and ears in every page that write down, with the time,
 * what a person there would hear and what came over the wire.
 */
import type { Page } from 'playwright-core';

/** Louder than what rounding leaves. */
const AUDIBLE = 0.003;
/** How often a page looks whether it is late itself. */
const TICK = 10;

/**
 * Runs before the page: it sees every connection and every word of the server, and listens behind the page's own gate.
 * Frames of sound carry the time at which the audio thread handed them over, so a page that is too busy to read them
 * reads the right times later. The ticks tell how long its event loop stood still.
 */
export const EARS = `{
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  // All pages share one machine and one hum: what takes an echo out would take the voices out.
  navigator.mediaDevices.getUserMedia = async wish => {
    const stream = await getUserMedia({
      audio: { ...wish.audio, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    ears.tracks.push(...stream.getTracks());
    return stream;
  };
  const ears = { connections: [], voices: [], versions: [], tracks: [], stalls: [] };
  globalThis.ears = ears;
  const now = () => performance.timeOrigin + performance.now();
  RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args) { super(...args); ears.connections.push(this); }
  };
  WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      // Before the page's own listener: this is when the page learns of it.
      this.addEventListener('message', ({ data }) => {
        const { t, v } = JSON.parse(data);
        if (t === 'news' || t === 'welcome') ears.versions.push([v, now()]);
      });
    }
  };
  const powerOf = frame => {
    const samples = new Float32Array(frame.numberOfFrames);
    frame.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  };
  const tap = async (member, track) => {
    // Two clocks, one second each: how far they are apart shows in the frame that was read soonest.
    const voice = { member, apart: Infinity, frames: [] };
    ears.voices.push(voice);
    const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 500 }).readable.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const at = value.timestamp / 1000;
      voice.apart = Math.min(voice.apart, now() - at);
      voice.frames.push([at, powerOf(value)]);
      if (voice.frames.length > 20000) voice.frames.splice(0, 10000);
      value.close();
    }
  };
  const tapped = new WeakSet();
  let ticked = now();
  setInterval(() => {
    const at = now();
    if (at - ticked > ${3 * TICK}) ears.stalls.push([ticked + ${TICK}, at]);
    ticked = at;
    for (const element of document.querySelectorAll('audio[data-member]')) {
      const track = element.srcObject?.getAudioTracks()[0];
      if (track === undefined || tapped.has(track)) continue;
      tapped.add(track);
      void tap(Number(element.dataset.member), track);
    }
  }, ${TICK});
  /** [at, member, power] of every frame from a moment on. */
  ears.since = moment =>
    ears.voices.flatMap(({ member, apart, frames }) =>
      frames.map(([at, power]) => [at + apart, member, power]).filter(([at]) => at >= moment));
  const loudSince = moment => ears.since(moment).some(([, , power]) => power > ${AUDIBLE});
  ears.quietFor = millis => performance.now() > millis && !loudSince(now() - millis);
  ears.heardLately = () => loudSince(now() - 300);
  const reports = async () => {
    const all = [];
    for (const connection of ears.connections)
      if (connection.connectionState !== 'closed') all.push(...(await connection.getStats()).values());
    return all;
  };
  ears.bytes = async () => {
    let [sent, received] = [0, 0];
    for (const report of await reports()) {
      if (report.type === 'outbound-rtp') sent += report.bytesSent;
      if (report.type === 'inbound-rtp') received += report.bytesReceived;
    }
    return { sent, received };
  };
  /** When the last packet of anybody's voice came in, as the browser counts. */
  ears.lastPacket = async () => {
    const voices = (await reports()).filter(({ type }) => type === 'inbound-rtp');
    return Math.max(0, ...voices.map(({ lastPacketReceivedTimestamp = 0 }) => lastPacketReceivedTimestamp));
  };
}`;

/**
 * A page that can stop to obey: from then on, once it has spoken, its microphone is never let go of and never stops
 * sending. Until it is told to, it is as honest as any.
 */
export const REBEL = 'globalThis.isRogue = true;';
export const ROGUE = `{
  const { replaceTrack, setParameters } = RTCRtpSender.prototype;
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  let mine = null;
  navigator.mediaDevices.getUserMedia = async wish => {
    const stream = await getUserMedia(wish);
    [mine] = stream.getAudioTracks();
    return stream;
  };
  RTCRtpSender.prototype.replaceTrack = function (track) {
    return replaceTrack.call(this, globalThis.isRogue ? mine ?? track : track);
  };
  RTCRtpSender.prototype.setParameters = function (parameters) {
    if (globalThis.isRogue) for (const encoding of parameters.encodings) encoding.active = true;
    return setParameters.call(this, parameters);
  };
}`;

/** A page without a gate: it plays whatever comes. What no ear notices here, no ear would notice anywhere. */
export const GATELESS = `{
  const enabled = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, 'enabled');
  Object.defineProperty(MediaStreamTrack.prototype, 'enabled', { get: enabled.get, set() {} });
}`;

export interface Bytes {
  readonly sent: number;
  readonly received: number;
}

export const bytesOf = (page: Page): Promise<Bytes> => page.evaluate('ears.bytes()');

/** What a page heard: when (of the machine's clock), from whom, how loud. */
type Frame = readonly [at: number, member: number, power: number];

/** When this version was heard of here, by itself or, after a line was lost, with others. */
export async function learnedAt(page: Page, version: number): Promise<number> {
  await untilIn(page, `ears.versions.some(([v]) => v >= ${version})`);
  return page.evaluate(`ears.versions.find(([v]) => v >= ${version})[1]`);
}

export type Span = readonly [from: number, to: number];

/** When this page's event loop stood still. */
export const stallsOf = (page: Page): Promise<readonly Span[]> => page.evaluate('ears.stalls');

/** How much of a span of time these cover together. */
export function covered([from, to]: Span, spans: readonly Span[]): number {
  let sum = 0;
  let end = from;
  for (const [a, b] of [...spans].sort((one, other) => one[0] - other[0])) {
    sum += Math.max(0, Math.min(b, to) - Math.max(a, end));
    end = Math.max(end, Math.min(b, to));
  }
  return sum;
}

export interface Heard {
  /** How long after the moment each of these voices was heard for the first time; infinite for never. */
  readonly first: readonly number[];
  /** When anything at all was heard for the last time, by the machine's clock; 0 for never. */
  readonly last: number;
  /** Frames of sound, loud or not: ears that sleep prove nothing. By voice. */
  readonly frames: readonly number[];
}

export async function heardSince(page: Page, since: number, members: readonly number[]): Promise<Heard> {
  const frames: readonly Frame[] = await page.evaluate(`ears.since(${since})`);
  const loud = frames.filter(([, , power]) => power > AUDIBLE);
  return {
    first: members.map(member => (loud.find(([, from]) => from === member)?.[0] ?? Infinity) - since),
    last: Math.max(0, ...loud.map(([at]) => at)),
    frames: members.map(member => frames.filter(([, from]) => from === member).length),
  };
}

export const lastPacket = (page: Page): Promise<number> => page.evaluate('ears.lastPacket()');

export async function turnVoiceOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn voice on' }).click();
  await page.getByText('Say something').waitFor();
}

const PATIENCE = 60_000;

/** Asked from outside again and again: the page's policy lets nothing be evaluated inside. */
export async function untilIn(page: Page, holds: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(holds)); ) {
    if (Date.now() > end) throw new Error(`in vain: ${holds}`);
    await page.waitForTimeout(20);
  }
}

/** Until this page has a way to so many others. */
export const joined = (page: Page, others: number): Promise<void> =>
  untilIn(
    page,
    `ears.connections.filter(({ connectionState }) => connectionState === 'connected').length >= ${others}`,
  );

/** Until a person at this page hears somebody. */
export const hears = (page: Page): Promise<void> => untilIn(page, 'ears.heardLately()');

/** Nothing has been heard on this page for a while. */
export const silent = (page: Page): Promise<void> => untilIn(page, 'ears.quietFor(400)');
