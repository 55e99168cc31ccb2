/**
 * People, each with a browser context, at one server. It does not depend on the test runner, so that benchmarks can
 * use it, too.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, theBrowser } from './browser.ts';
import { closeHouse, type House, openHouse, sharedHouse } from './house.ts';
import { passTime, runTime, STEERED_TIME, stopTime } from './steered-time.ts';
import { heartbeatsAnswered, noteTraffic } from './traffic.ts';

export interface Guest {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Another tab of the same browser. */
  tab(path: string): Promise<Page>;
}

export interface Stage {
  readonly house: House;
  /** Complaints of the browsers so far: errors, warnings, violations of the page's policy. */
  readonly complaints: readonly string[];
  /**
   * A person with a separate browser context at an address of this server; the script `before` runs before every
   * page.
   */
  open(path?: string, options?: BrowserContextOptions, before?: string): Promise<Guest>;
  /** Advances the clocks of the server and of all open pages by the same time. */
  pass(millis: number): Promise<void>;
  /** A callback for the end of the stage. */
  atTheEnd(then: () => void): void;
}

export interface StageOptions {
  /** Complaints that this test expects, such as a lost connection. */
  readonly expects?: readonly RegExp[];
  /** A separate server, for tests that stop it or change its journal. */
  readonly ownHouse?: boolean;
  /** Pages may have a service worker. It stores the page in four languages, which takes as long as the page itself. */
  readonly serviceWorker?: boolean;
}

export interface Theatre {
  readonly stage: Stage;
  /** Closes everything. */
  strike(): Promise<void>;
}

const NO_WORKER = 'delete Navigator.prototype.serviceWorker;';

/** A timeout against hanging, not against slowness. */
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

/** After this much steered time every page has asked the server for its time and was answered at once. */
export const TIME_IS_KNOWN = 8_400;
/** Heartbeats seem to take this long at most, so pages know the server's time to half of it. */
const STEP = 500;

/** All clocks advance in small steps, and between two steps every heartbeat is answered while time stands still. */
async function passEverywhere({ clock }: House, pages: readonly Page[], millis: number): Promise<void> {
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

export async function openTheatre({
  expects = [],
  ownHouse = false,
  serviceWorker = false,
}: StageOptions = {}): Promise<Theatre> {
  const browser = await theBrowser();
  const house = await (ownHouse ? openHouse() : sharedHouse());
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
    await context.addInitScript(STEERED_TIME + (serviceWorker ? '' : NO_WORKER) + before);
    const tab: Guest['tab'] = async address => {
      const page = await context.newPage();
      listen(page, complain);
      noteTraffic(page);
      await page.goto(address);
      return page;
    };
    return { page: await tab(path), context, tab };
  };
  const pass: Stage['pass'] = millis =>
    passEverywhere(
      house,
      contexts.flatMap(context => context.pages()),
      millis,
    );
  return {
    stage: { house, complaints, open, pass, atTheEnd: then => ends.push(then) },
    strike: async () => {
      for (const end of ends) end();
      await Promise.all(contexts.map(context => context.close()));
      await house.clock.settle();
      if (ownHouse) await closeHouse(house);
    },
  };
}
