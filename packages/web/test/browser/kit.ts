/**
 * What journeys share: a real server with the built page and a journal on the disk, a real browser, and people in it.
 * Whatever the browser complains about in a journey (errors, warnings, its policy) fails it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TableWish } from '@hush/protocol';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from '../../../../tools/chromium.mjs';
import { PAGE, ROOT } from '../../../../tools/fresh.mjs';
import { setupBuild } from '../../../../tools/setup.mjs';
import { openLog, type RunningServer, readConfig, startServer } from '../../../server/src/index.ts';

/** Nothing but the page itself: no first-run screens, nothing that calls home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Off: pages that every window would load for the answers of its address bar, and what Playwright turns off itself,
 * because Chromium heeds only the last such list.
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
  'SpareRendererForSitePerProcess', // a process more for every page, in case there is another
];

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

// Browsers are started with the first journey that needs one and shared by all files of a worker, whose end is theirs.

interface Launch {
  readonly flags?: readonly string[];
  /** Features that are off. */
  readonly off?: readonly string[];
}

const browsers = new Map<string, Promise<Browser>>();
let wanted: Launch = {};
let hasWorker = true;

/** A new test file: what the one before it wanted is forgotten. */
export function beginFile(): void {
  wanted = {};
  hasWorker = true;
}

/** What the browser of this file needs beside the usual, said before the first journey. */
export function launchWith(more: Launch): void {
  wanted = more;
}

/**
 * For files that are not about what a device keeps: a browser that knows no workers. Otherwise every page that comes for
 * the first time stores all there is in four languages, and that takes as long as the page itself.
 */
export function withoutWorker(): void {
  hasWorker = false;
}

/** For one page of a file that is about what a device keeps. */
export const NO_WORKER = 'delete Navigator.prototype.serviceWorker;';

export function startBrowser({ flags = [], off = [] }: Launch = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('no Chromium: run npm test once, it says what to install');
  const args = [...FLAGS, ...flags, `--disable-features=${[...OFF, ...off].join()}`];
  return chromium.launch({ executablePath, args });
}

function theBrowser(): Promise<Browser> {
  const key = JSON.stringify(wanted);
  const found = browsers.get(key) ?? startBrowser(wanted);
  browsers.set(key, found);
  return found;
}

// The server.

export interface House {
  readonly address: string;
  readonly server: RunningServer;
  readonly dataDir: string;
}

/** A server with the page as it is built from the sources of this moment. */
async function openHouse({
  port = 0,
  dataDir = newFolder(),
  board = 'off',
  webDir = dirname(PAGE),
} = {}): Promise<House> {
  await setupBuild();
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    HUSH_DATA: dataDir,
    HUSH_LOG: 'error',
    HUSH_BOARD: board,
    HUSH_TABLES_PER_HOUR: '100000',
    HUSH_MISSES_PER_MINUTE: '100000',
  });
  if (!config.ok) throw new Error(config.error.join(' '));
  const log = openLog(config.value.logLevel);
  const started = await startServer({ config: config.value, webDir, log });
  if (!started.ok) throw new Error(started.error);
  const server = started.value;
  return { server, dataDir, address: `http://127.0.0.1:${server.port}` };
}

/** The same house after its server was stopped: same address, same journal, perhaps another page. Whoever opens it closes it. */
export const reopenHouse = ({ address, dataDir }: House, webDir = dirname(PAGE)): Promise<House> =>
  openHouse({ port: Number(new URL(address).port), dataDir, webDir });

/** Another house with a board for its crews, for as long as somebody is there. */
export async function inAnotherHouse(visit: (house: House) => Promise<void>): Promise<void> {
  const house = await openHouse({ board: 'on' });
  try {
    await visit(house);
  } finally {
    await house.server.stop();
    rmSync(house.dataDir, { recursive: true, force: true });
  }
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'hush-web-'));

/** A table as the page would ask for it, with whatever wish. */
export async function newTable({ address }: House, wish: TableWish): Promise<string> {
  const response = await fetch(`${address}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wish }),
  });
  if (response.status !== 201) throw new Error(`no table: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly code: string }).code;
}

// People.

export interface Guest {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Another tab of the same browser. */
  tab(path: string): Promise<Page>;
}

export interface Stage {
  readonly house: House;
  /** What browsers have complained about so far. */
  readonly complaints: readonly string[];
  /** Somebody with a browser of their own, at an address of this house; `before` runs ahead of every page. */
  open(path?: string, options?: BrowserContextOptions, before?: string): Promise<Guest>;
  /** What is to be done when all is over. */
  atTheEnd(then: () => void): void;
}

export interface JourneyOptions {
  /** What a journey through bad weather may see in the console. */
  readonly expects?: readonly RegExp[];
  readonly timeout?: number;
}

/** For what never comes, not for what is slow. */
const PATIENCE = 120_000;

/** Everything a page complains about, whoever listens. */
function listen(page: Page, complain: (what: string) => void): void {
  page.on('pageerror', error => complain(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => complain('the page crashed'));
  page.on('console', message => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad) complain(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

/** The last version of its table that each page was told. */
const told = new WeakMap<Page, number>();
export const toldTo = (page: Page): number => told.get(page) ?? 0;

function overhear(page: Page): void {
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      const { v } = JSON.parse(String(payload)) as { readonly v?: number };
      if (v !== undefined) told.set(page, v);
    }),
  );
}

interface Theatre {
  readonly stage: Stage;
  /** Everything is gone. */
  strike(): Promise<void>;
}

async function openTheatre({ expects = [] }: JourneyOptions): Promise<Theatre> {
  const browser = await theBrowser();
  const house = await openHouse();
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const ends: (() => void)[] = [];
  const complain = (what: string): void => {
    if (!expects.some(known => known.test(what))) complaints.push(what);
  };
  const open: Stage['open'] = async (path = '/', options = DESKTOP, before = '') => {
    const context = await browser.newContext({
      baseURL: house.address,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    if (!hasWorker) await context.addInitScript(NO_WORKER);
    if (before !== '') await context.addInitScript(before);
    const tab: Guest['tab'] = async address => {
      const page = await context.newPage();
      listen(page, complain);
      overhear(page);
      await page.goto(address);
      return page;
    };
    return { page: await tab(path), context, tab };
  };
  return {
    stage: { house, complaints, open, atTheEnd: then => ends.push(then) },
    strike: async () => {
      for (const end of ends) end();
      await Promise.all(contexts.map(context => context.close()));
      await house.server.stop();
      rmSync(house.dataDir, { recursive: true, force: true });
    },
  };
}

/** A scene with a house and people; everything is gone when the curtain falls. */
async function onStage(play: (stage: Stage) => Promise<void>, options: JourneyOptions): Promise<void> {
  const { stage, strike } = await openTheatre(options);
  try {
    await play(stage);
    expect(stage.complaints).toEqual([]);
  } finally {
    await strike();
  }
}

/** For what hangs, not for what is slow. */
const LIMIT = 600_000;

/** A test that is played on a stage. */
export function journey(
  title: string,
  play: (stage: Stage) => Promise<void>,
  options: JourneyOptions = {},
): void {
  test(title, () => onStage(play, options), options.timeout ?? LIMIT);
}

/** A journey of people who stay for the next one. */
type Act<People> = (title: string, play: (people: People, stage: Stage) => Promise<void>) => void;

/**
 * Journeys of one file with the same people on the same stage: coming takes longer than most of what they do there. Where
 * one fails the stage is struck, and whoever tries again does so on a new one.
 */
export function company<People>(gather: (stage: Stage) => Promise<People>): Act<People> {
  let theatre: Theatre | null = null;
  let people: Promise<People> | null = null;
  const strike = async (): Promise<void> => {
    const old = theatre;
    [theatre, people] = [null, null];
    await old?.strike();
  };
  afterAll(strike);
  const act = async (play: (people: People, stage: Stage) => Promise<void>): Promise<void> => {
    theatre ??= await openTheatre({});
    const { stage } = theatre;
    people ??= gather(stage);
    await play(await people, stage);
    expect(stage.complaints).toEqual([]);
  };
  return (title, play) =>
    test(
      title,
      () =>
        act(play).catch(async error => {
          await strike();
          throw error;
        }),
      LIMIT,
    );
}

/** Takes a seat in the lobby under a name. */
export async function sitDown(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox').first().fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(name).first().waitFor();
}

/** Until the camera over a board has not moved for some frames: a time would say nothing about a busy machine. */
export const rest = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    const at = () => document.querySelector('.board-world')?.style.transform ?? '';
    const begun = performance.now();
    let before = at();
    for (let still = 0; still < 8 || performance.now() - begun < 300; ) {
      await new Promise(requestAnimationFrame);
      still = at() === before ? still + 1 : 0;
      before = at();
    }
  })()`);

// Looking.

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Every page reads it anew, so the short form. */
const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = "axe.run(document, { resultTypes: ['violations'] })";

/** What axe finds wrong with what is shown, one line each. Evaluated from outside, so the page's policy stays on. */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const { violations: found } = (await page.evaluate(RUN_AXE)) as AxeResults;
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
}

/** Nothing for axe to complain about, and no sign that is only a hole. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  const holes = "[...document.querySelectorAll('svg.icon:empty')].map(icon => icon.parentElement.outerHTML)";
  expect(await page.evaluate(holes)).toEqual([]);
}

export const TAKES_PICTURES: boolean = process.env['HUSH_PICTURES'] === '1';
export const PICTURES: string = join(ROOT, 'pictures');

/** With HUSH_PICTURES=1 a picture into the folder that is not committed; fonts first, or it shows others. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!TAKES_PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
