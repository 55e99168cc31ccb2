/**
 * Journeys: tests that play in a real browser against a real server. Every console error, warning or policy
 * violation fails a journey.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { CHROMIUM } from './browser.ts';
import {
  type JourneyOptions,
  type JourneyWorld,
  type OpenJourneyWorld,
  openJourneyWorld,
} from './journey-world.ts';

/** Runs a test in a browser. On a machine without one it is skipped with the reason. */
export function browserTest(title: string, run: () => Promise<void>): void {
  if (CHROMIUM === undefined) test.skip(`${title} (not proven here: this machine has no Chromium)`);
  else test(title, run);
}

/** A test with its own browser contexts, which are closed when the test is over. */
export function journey(
  title: string,
  play: (world: JourneyWorld) => Promise<void>,
  options: JourneyOptions = {},
): void {
  browserTest(title, async () => {
    const { world, close } = await openJourneyWorld(options);
    try {
      await play(world);
      expect(world.complaints).toEqual([]);
    } finally {
      await close();
    }
  });
}

/** A journey that shares its people with the next journey of the file. */
type SharedJourney<People> = (
  title: string,
  play: (people: People, world: JourneyWorld) => Promise<void>,
) => void;

/**
 * Journeys of one file with the same people and pages, because joining takes longer than most journeys. After a failure
 * the pages are closed, and the next journey gets new people and pages.
 */
export function sharedJourneys<People>(
  gather: (world: JourneyWorld) => Promise<People>,
): SharedJourney<People> {
  let opened: OpenJourneyWorld | null = null;
  let people: Promise<People> | null = null;
  const close = async (): Promise<void> => {
    const old = opened;
    [opened, people] = [null, null];
    await old?.close();
  };
  afterAll(close);
  const run = async (play: (people: People, world: JourneyWorld) => Promise<void>): Promise<void> => {
    opened ??= await openJourneyWorld();
    const { world } = opened;
    people ??= gather(world);
    await play(await people, world);
    expect(world.complaints).toEqual([]);
  };
  return (title, play) =>
    browserTest(title, () =>
      run(play).catch(async error => {
        await close();
        throw error;
      }),
    );
}

/**
 * Takes a seat under a name: in the lobby everybody has a seat already and is only renamed; during a game there is a
 * form.
 */
export async function sitDown(page: Page, name: string): Promise<void> {
  const own = page.locator('.own-seat');
  await own.or(page.locator('.face-form')).first().waitFor();
  if ((await own.count()) > 0) await own.click();
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(name).first().waitFor();
}

/** Opens the panel of the table; in small windows it is a sheet behind a button. */
export async function openTable(page: Page): Promise<void> {
  await page.locator('.own-seat').waitFor();
  const sheet = page.locator('.lobby-head').getByRole('button', { name: /^(?:Your|The) table$/ });
  if ((await sheet.count()) > 0 && (await page.locator('.table-panel').count()) === 0) await sheet.click();
  await page.locator('.table-panel').waitFor();
}

/** Lets the host deal the tiles, so that everybody looks at the board before the sand runs. */
export async function planFirst(page: Page): Promise<void> {
  await openTable(page);
  await page.getByRole('button', { name: 'Plan first' }).click();
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The minified version of axe, because every page has to parse it. */
const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = "axe.run(document, { resultTypes: ['violations'] })";

/**
 * The findings of axe on the current screen, one line each. It is injected by the test, so the page's security policy
 * need not allow it.
 */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const { violations: found } = (await page.evaluate(RUN_AXE)) as AxeResults;
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
}

/** Expects no findings of axe and no missing icon. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' }); // waits until the screen is loaded
  expect(await violations(page)).toEqual([]);
  const holes = "[...document.querySelectorAll('svg.icon:empty')].map(icon => icon.parentElement.outerHTML)";
  expect(await page.evaluate(holes)).toEqual([]);
}

export const TAKES_PICTURES: boolean = process.env['HUSH_PICTURES'] === '1';
export const PICTURES: string = join(ROOT, 'pictures');

/** With HUSH_PICTURES=1, takes a picture into a folder that is not committed; waits for fonts first. */
export async function takePicture(page: Page, name: string, part?: Locator): Promise<void> {
  if (!TAKES_PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate('document.fonts.ready');
  const theme = process.env['HUSH_THEME'];
  const file = theme === undefined ? name : `${theme}-${name}`;
  await (part ?? page).screenshot({ path: join(PICTURES, `${file}.png`) });
}
