/**
 * Records, frame by frame, what a person at a page would hear and what arrived over the network. Tests count audio
 * frames, of which the audio thread makes a hundred a second; benchmarks read their times.
 */
import type { Page } from 'playwright-core';
import { openTable } from './kit.ts';

/** The level above which a frame is not silent; rounding noise is below it. */
const AUDIBLE = 0.003;
/** Milliseconds between two checks for new voices. */
const TICK = 10;

/**
 * A script that runs before the page: it sees every connection and every message of the server, and hears what the page's
 * gate lets through. Audio frames carry the time of the audio thread, so a busy page that reads them late still gets the
 * right times.
 */
export const EARS = `{
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  // All pages share one machine and one sound, so echo cancellation would remove the voices and is switched off.
  navigator.mediaDevices.getUserMedia = async wish => {
    const stream = await getUserMedia({
      audio: { ...wish.audio, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    ears.tracks.push(...stream.getTracks());
    return stream;
  };
  const ears = { connections: [], voices: [], versions: [], tracks: [] };
  globalThis.ears = ears;
  const now = () => performance.timeOrigin + performance.now();
  RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args) { super(...args); ears.connections.push(this); }
  };
  WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      // This listener runs before the page's own listener, so this is the time at which the page gets the message.
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
    // The clock of the audio thread differs from that of the page; the frame that was read soonest shows by how much.
    const voice = { member, apart: Infinity, frames: [], read: 0, isEnded: false };
    ears.voices.push(voice);
    const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 500 }).readable.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        voice.isEnded = true;
        return;
      }
      voice.read += 1;
      const at = value.timestamp / 1000;
      voice.apart = Math.min(voice.apart, now() - at);
      voice.frames.push([at, powerOf(value)]);
      if (voice.frames.length > 20000) voice.frames.splice(0, 10000);
      value.close();
    }
  };
  const tapped = new WeakSet();
  setInterval(() => {
    for (const element of document.querySelectorAll('audio[data-member]')) {
      const track = element.srcObject?.getAudioTracks()[0];
      if (track === undefined || tapped.has(track)) continue;
      tapped.add(track);
      void tap(Number(element.dataset.member), track);
    }
  }, ${TICK});
  /** Returns [at, member, power] of every frame after a moment. */
  ears.since = moment =>
    ears.voices.flatMap(({ member, apart, frames }) =>
      frames.map(([at, power]) => [at + apart, member, power]).filter(([at]) => at >= moment));
  /** For each voice that still exists, how many of its frames the page has read so far. */
  ears.counts = () => ears.voices.map(({ read }) => read);
  /**
   * Each living voice, with the frames that were read since the counts were taken, but at most the last \`most\` of them.
   */
  const latest = (counts, most) =>
    ears.voices.flatMap((voice, i) => {
      const news = voice.read - (counts[i] ?? 0);
      return voice.isEnded ? [] : [{ member: voice.member, news, frames: voice.frames.slice(-Math.min(news, most)) }];
    });
  const isLoud = ({ frames }) => frames.some(([, power]) => power > ${AUDIBLE});
  /** Whether the last frames of every voice, \`most\` of them, were silent and all read since \`counts\` was taken. */
  ears.isQuietSince = (counts, most) =>
    latest(counts, most).every(voice => voice.news >= most && !isLoud(voice));
  /** The members whose voices were loud since \`counts\` was taken. */
  ears.heardSince = counts => latest(counts, 5000).filter(isLoud).map(({ member }) => member);
  /** Whether \`most\` frames of every voice have been read since \`counts\` was taken. */
  ears.haveListened = (counts, most) => latest(counts, most).every(({ news }) => news >= most);
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
}`;

export interface Bytes {
  readonly sent: number;
  readonly received: number;
}

export const bytesOf = (page: Page): Promise<Bytes> => page.evaluate('ears.bytes()');

/** The frames that a page heard: when (by the machine's clock), from whom, how loud. */
type Frame = readonly [at: number, member: number, power: number];

/** When this page learned this version, by a message of its own or, after a lost connection, together with others. */
export async function learnedAt(page: Page, version: number): Promise<number> {
  await untilIn(page, `ears.versions.some(([v]) => v >= ${version})`);
  return page.evaluate(`ears.versions.find(([v]) => v >= ${version})[1]`);
}

interface Heard {
  /**
   * For each of these voices, the milliseconds from `since` until it was first heard; infinite if it was never heard.
   */
  readonly first: readonly number[];
  /** When a voice was last heard, by the machine's clock; 0 if never. */
  readonly last: number;
}

export async function heardSince(page: Page, since: number, members: readonly number[]): Promise<Heard> {
  const frames: readonly Frame[] = await page.evaluate(`ears.since(${since})`);
  const loud = frames.filter(([, , power]) => power > AUDIBLE);
  return {
    first: members.map(member => (loud.find(([, from]) => from === member)?.[0] ?? Infinity) - since),
    last: Math.max(0, ...loud.map(([at]) => at)),
  };
}

export async function turnVoiceOn(page: Page): Promise<void> {
  await openTable(page);
  await page.getByRole('button', { name: 'Turn voice on' }).click();
  await page.getByText('Say something').waitFor();
}

/** Milliseconds after which a test fails because a voice never stops or is never heard. */
const PATIENCE = 240_000;

/** Waits for a condition in the page by asking from outside, because the page's security policy forbids to do it inside. */
export async function untilIn(page: Page, holds: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(holds)); ) {
    if (Date.now() > end) throw new Error(`in vain: ${holds}`);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** Waits until this page is connected to `others` other pages. */
export const joined = (page: Page, others: number): Promise<void> =>
  untilIn(
    page,
    `ears.connections.filter(({ connectionState }) => connectionState === 'connected').length >= ${others}`,
  );

/** How many frames of each voice a page has read. */
const countsOf = (page: Page): Promise<readonly number[]> => page.evaluate('ears.counts()');

/** Waits until a person at this page hears anybody, or each of these members. */
export async function hears(page: Page, members: readonly number[] = []): Promise<void> {
  const counts = JSON.stringify(await countsOf(page));
  const all = JSON.stringify(members);
  await untilIn(
    page,
    `{ const heard = ears.heardSince(${counts}); heard.length > 0 && ${all}.every(one => heard.includes(one)) }`,
  );
}

/** After this number of silent frames in a row, half a second, a page counts as silent. */
const SILENT_FRAMES = 50;

/** Waits until nothing is heard on this page. */
export async function silent(page: Page): Promise<void> {
  const counts = JSON.stringify(await countsOf(page));
  await untilIn(page, `ears.isQuietSince(${counts}, ${SILENT_FRAMES})`);
}

/** Waits until a page has read a number of frames of every voice, loud or not. */
export async function listened(page: Page, frames: number): Promise<void> {
  const counts = JSON.stringify(await countsOf(page));
  await untilIn(page, `ears.haveListened(${counts}, ${frames})`);
}

/** Waits until none of these pages has sent a byte while some frames were read. */
export async function comeToRest(pages: readonly Page[]): Promise<void> {
  const sent = async (): Promise<string> =>
    (await Promise.all(pages.map(bytesOf))).map(one => one.sent).join();
  for (const end = Date.now() + PATIENCE; ; ) {
    const before = await sent();
    await Promise.all(pages.map(page => listened(page, SILENT_FRAMES)));
    if ((await sent()) === before) return;
    if (Date.now() > end) throw new Error('bytes are sent in silence');
  }
}
