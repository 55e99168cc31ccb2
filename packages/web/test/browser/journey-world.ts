/**
 * A server and people with a browser context each. The file does not depend on the test runner, so that benchmarks can
 * use it, too.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, theBrowser } from './browser.ts';
import { closePageServer, type PageServer, sharedPageServer, startPageServer } from './page-server.ts';
import { passTime, runTime, STEERED_TIME, stopTime } from './steered-time.ts';
import { heartbeatsAnswered, noteTraffic } from './traffic.ts';

export interface Guest {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens another tab of the same browser. */
  tab(path: string): Promise<Page>;
}

export interface JourneyWorld {
  readonly pageServer: PageServer;
  /** What the browsers have complained of so far: errors, warnings, violations of the page's security policy. */
  readonly complaints: readonly string[];
  /**
   * Opens an address of this server for a person with a browser context of their own; the script `before` runs before
   * every page.
   */
  open(path?: string, options?: BrowserContextOptions, before?: string): Promise<Guest>;
  /** Advances the clocks of the server and of all open pages by the same time. */
  pass(millis: number): Promise<void>;
  /** Registers a callback for the end of the test. */
  atTheEnd(then: () => void): void;
}

export interface JourneyOptions {
  /** Complaints that this test expects, such as that of a lost connection. */
  readonly expects?: readonly RegExp[];
  /** A separate server, for tests that stop it or change its journal. */
  readonly ownServer?: boolean;
  /**
   * Whether pages may have a service worker. It stores the page in four languages, which takes as long as loading the
   * page.
   */
  readonly serviceWorker?: boolean;
  /** Whether pages may play sound, which takes processor time all the while, even where nothing is to be heard. */
  readonly sound?: boolean;
}

export interface OpenJourneyWorld {
  readonly world: JourneyWorld;
  /** Closes all browser contexts and servers. */
  close(): Promise<void>;
}

/** With HUSH_THEME every page opens in that theme; pictures are taken in both. */
const THEME = process.env['HUSH_THEME'];
const IN_THEME = THEME === undefined ? '' : `localStorage.setItem('hush.set.theme', '"${THEME}"');`;

const NO_WORKER = 'delete Navigator.prototype.serviceWorker;';
const NO_SOUND = 'delete globalThis.AudioContext;';

/** Milliseconds after which a test that hangs is ended; slow machines do not reach this limit. */
const PATIENCE = 300_000;

/** Collects everything a page complains about. */
function listen(page: Page, complain: (what: string) => void): void {
  page.on('pageerror', error => complain(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => complain('the page crashed'));
  page.on('console', message => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad) complain(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

/** After this much steered time every page has asked the server for the time and has got the answer at once. */
export const TIME_IS_KNOWN = 8_400;
/**
 * Milliseconds per step. A heartbeat takes at most this long by the pages' clocks, so pages know the server's time to
 * within half of it.
 */
const STEP = 500;

/** Advances all clocks in small steps; after each step all heartbeats are answered while time stands still. */
async function passEverywhere({ clock }: PageServer, pages: readonly Page[], millis: number): Promise<void> {
  const stopped = [clock.stop(), ...(await Promise.all(pages.map(stopTime)))];
  for (let left = millis; left > 0; left -= STEP) {
    const step = Math.min(STEP, left);
    await Promise.all([clock.pass(step), ...pages.map(page => passTime(page, step))]);
    await Promise.all(pages.map(heartbeatsAnswered));
  }
  const [isServersTurn, ...pagesTurns] = stopped;
  if (isServersTurn === true) clock.run();
  await Promise.all(pages.filter((_, i) => pagesTurns[i]).map(runTime));
}

export async function openJourneyWorld({
  expects = [],
  ownServer = false,
  serviceWorker = false,
  sound = false,
}: JourneyOptions = {}): Promise<OpenJourneyWorld> {
  const browser = await theBrowser();
  const pageServer = await (ownServer ? startPageServer() : sharedPageServer());
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const ends: (() => void)[] = [];
  const complain = (what: string): void => {
    if (!expects.some(known => known.test(what))) complaints.push(what);
  };
  const setting = STEERED_TIME + IN_THEME + (serviceWorker ? '' : NO_WORKER) + (sound ? '' : NO_SOUND);
  const open: JourneyWorld['open'] = async (path = '/', options = DESKTOP, before = '') => {
    const context = await browser.newContext({
      baseURL: pageServer.address,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(setting + before);
    const tab: Guest['tab'] = async address => {
      const page = await context.newPage();
      listen(page, complain);
      noteTraffic(page);
      await page.goto(address);
      return page;
    };
    return { page: await tab(path), context, tab };
  };
  const pass: JourneyWorld['pass'] = millis =>
    passEverywhere(
      pageServer,
      contexts.flatMap(context => context.pages()),
      millis,
    );
  return {
    world: { pageServer, complaints, open, pass, atTheEnd: then => ends.push(then) },
    close: async () => {
      for (const end of ends) end();
      await Promise.all(contexts.map(context => context.close()));
      await pageServer.clock.settle();
      if (ownServer) await closePageServer(pageServer);
    },
  };
}
