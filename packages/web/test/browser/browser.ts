/**
 * One Chromium for all test files of a worker, and a second one for tests of pixels. Every page has a fake microphone
 * with a continuous sound.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { findChromium } from '../../../../tools/chromium.mjs';

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Flags that switch off first-run screens and requests of the browser itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A fake microphone, permissions without a question, connections that never leave the machine. */
const VOICE_FLAGS = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
  '--force-fieldtrials=WebRTC-Audio-Red-For-Opus/Disabled/',
];

/**
 * Features that are off. Chromium reads only the last such list, so it repeats the features that Playwright turns off,
 * and adds pages that every window would load for its address bar, and the spare process that every page would start.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'WebRtcHideLocalIpsWithMdns',
];

/** Chromium without memory for pixels: pages run, lay out and answer as usual, but nothing is painted. */
const UNPAINTED = '--force-gpu-mem-available-mb=0';

const RATE = 48_000;
const SECONDS = 4;
const HEADER = 44;

/** A sound file whose pitch and loudness always change, so that no filter treats it as noise or as a pause. */
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

function hummingFile(): string {
  const file = join(scratchFolder('voice'), 'humming.wav');
  writeFileSync(file, humming());
  return file;
}

/** A new folder for tests; scratch.ts removes it at the end of the run. */
export const scratchFolder = (name: string): string =>
  mkdtempSync(join(process.env['HUSH_SCRATCH'] ?? tmpdir(), `${name}-`));

/** The path of the browser; undefined on a machine without one, where the tests are skipped and their titles say why. */
export const CHROMIUM: string | undefined = findChromium();

function startBrowser(isPainted: boolean): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('no Chromium: run npm test once, it says what to install');
  const args = [
    ...FLAGS,
    ...VOICE_FLAGS,
    ...(isPainted ? [] : [UNPAINTED]),
    `--use-file-for-fake-audio-capture=${hummingFile()}`,
    `--disable-features=${OFF.join()}`,
  ];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

const started = new Map<boolean, Promise<Browser>>();

/**
 * The browser of this worker. Playwright ends it with the process. Painting takes a third of the time of opening a page,
 * so journeys run with HUSH_PIXELS=off, and only tests of pixels ask for a browser that paints.
 */
export function theBrowser(isPainted: boolean = process.env['HUSH_PIXELS'] !== 'off'): Promise<Browser> {
  const found = started.get(isPainted) ?? startBrowser(isPainted);
  started.set(isPainted, found);
  return found;
}
