/**
 * Pages that hear: fake microphones that never stop humming, and ears in every page that write down, with the time,
 * what a person there would hear and what came over the wire.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const RATE = 48_000;
const SECONDS = 4;
const HEADER = 44;

/** A voice that is never silent and never the same, so that nothing takes it for noise or for a pause. */
function humming(): Buffer {
  const samples = RATE * SECONDS;
  const wav = Buffer.alloc(HEADER + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(HEADER - 8 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) {
    const t = i / RATE;
    const pitch = 220 + 60 * Math.sin(2 * Math.PI * t);
    const loud = 0.5 + 0.2 * Math.sin(2 * Math.PI * 5 * t);
    const wave = [1, 2, 3, 4].reduce((sum, k) => sum + Math.sin(2 * Math.PI * pitch * k * t) / k, 0);
    wav.writeInt16LE(Math.round((32_767 * loud * wave) / 2.5), HEADER + i * 2);
  }
  return wav;
}

/** Microphones without a room, permission without a question, connections that never leave the machine. */
export function voiceFlags(): readonly string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'hush-voice-')), 'humming.wav');
  writeFileSync(file, humming());
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
    '--autoplay-policy=no-user-gesture-required',
    '--allow-loopback-in-peer-connection',
    '--disable-features=WebRtcHideLocalIpsWithMdns',
    '--force-fieldtrials=WebRTC-Audio-Red-For-Opus/Disabled/',
  ];
}

/** Louder than what rounding leaves. */
const AUDIBLE = 0.003;

/** Runs before the page: it sees every connection and every word of the server, and listens where a person would. */
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
  const ears = { connections: [], samples: [], versions: [], tracks: [] };
  globalThis.ears = ears;
  const now = () => performance.timeOrigin + performance.now();
  RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args) { super(...args); ears.connections.push(this); }
  };
  WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const { t, v } = JSON.parse(data);
        if (t === 'news') ears.versions.push([v, now()]);
      });
    }
  };
  const analysers = new WeakMap();
  let context;
  const loudness = element => {
    if (element.srcObject === null) return 0;
    context ??= new AudioContext();
    let analyser = analysers.get(element);
    if (analyser === undefined) {
      analyser = context.createAnalyser();
      analyser.fftSize = 512;
      context.createMediaStreamSource(element.srcObject).connect(analyser);
      analysers.set(element, analyser);
    }
    const samples = new Float32Array(512);
    analyser.getFloatTimeDomainData(samples);
    const power = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / 512);
    return element.muted || element.paused ? 0 : power * element.volume;
  };
  setInterval(() => {
    const at = now();
    for (const element of document.querySelectorAll('audio[data-member]'))
      ears.samples.push([at, Number(element.dataset.member), loudness(element)]);
    if (ears.samples.length > 200000) ears.samples.splice(0, 100000);
  }, 10);
  const loudSince = since => ears.samples.some(([at, , loud]) => at >= since && loud > ${AUDIBLE});
  ears.quietFor = millis => performance.now() > millis && !loudSince(now() - millis);
  ears.heardLately = () => loudSince(now() - 300);
  ears.bytes = async () => {
    let [sent, received, packets] = [0, 0, 0];
    for (const connection of ears.connections) {
      if (connection.connectionState === 'closed') continue;
      for (const report of (await connection.getStats()).values()) {
        if (report.type === 'outbound-rtp') { sent += report.bytesSent; packets += report.packetsSent; }
        if (report.type === 'inbound-rtp') received += report.bytesReceived;
      }
    }
    return { sent, received, packets };
  };
}`;

/** A page that does not obey: once it has spoken, its microphone is never let go of and never stops sending. */
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
    return replaceTrack.call(this, mine ?? track);
  };
  RTCRtpSender.prototype.setParameters = function (parameters) {
    for (const encoding of parameters.encodings) encoding.active = true;
    return setParameters.call(this, parameters);
  };
}`;

export interface Bytes {
  readonly sent: number;
  readonly received: number;
}

export const bytesOf = (page: Page): Promise<Bytes> => page.evaluate('ears.bytes()');

/** What a page heard: when (of the machine's clock), from whom, how loud. */
type Sample = readonly [at: number, member: number, loud: number];

const samplesOf = (page: Page, since: number): Promise<readonly Sample[]> =>
  page.evaluate(`ears.samples.filter(([at]) => at >= ${since})`);

/** When this version was heard of here. */
const heardAt = (page: Page, version: number): Promise<number | null> =>
  page.evaluate(`ears.versions.find(([v]) => v === ${version})?.[1] ?? null`);

/** The first moment at which any of these pages knew of a version. */
export async function happenedAt(pages: readonly Page[], version: number): Promise<number> {
  const moments = await Promise.all(pages.map(page => heardAt(page, version)));
  const known = moments.filter(moment => moment !== null);
  if (known.length < pages.length) throw new Error(`version ${version} has not come to all`);
  return Math.min(...known);
}

/** How long after a moment each of these voices was heard here for the first time; infinite for never. */
export async function heardAfter(
  page: Page,
  since: number,
  members: readonly number[],
): Promise<readonly number[]> {
  const samples = await samplesOf(page, since);
  return members.map(member => {
    const first = samples.find(([, from, loud]) => from === member && loud > AUDIBLE);
    return first === undefined ? Number.POSITIVE_INFINITY : first[0] - since;
  });
}

/** How long after a moment anything was heard here for the last time. */
export async function lastHeard(page: Page, since: number): Promise<number> {
  const loud = (await samplesOf(page, since)).filter(([, , power]) => power > AUDIBLE);
  return Math.max(0, ...loud.map(([at]) => at - since));
}

/** How many samples were taken here: ears that sleep prove nothing. */
export const attention = async (page: Page, since: number): Promise<number> =>
  (await samplesOf(page, since)).length;

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
