/// <reference lib="dom" />
/** The board alone in a page of its own under the product's policy, with a mall of any size: for tests that look at it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { BoardPage } from '../board-page/main.ts';
import { startBrowser } from './browser.ts';
import { rest } from './kit.ts';

declare const hush: BoardPage;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const complaints: string[] = [];
let folder = '';
let server: Server;
let browser: Browser;

export const theBrowser = (): Browser => browser;

/** Before and after the tests of a file that looks at the board. */
export function withBoard(): void {
  beforeAll(open);
  afterEach(async () => {
    await Promise.all(browser.contexts().map(context => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  });
}

async function open(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'hush-board-'));
  const configFile = fileURLToPath(new URL('../board-page/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir: folder } });
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(path)] ?? 'font/woff2');
    response.end(readFileSync(join(folder, path)));
  });
  await new Promise<void>(listening => void server.listen(0, '127.0.0.1', listening));
  browser = await startBrowser();
}

export async function openPage(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return page;
}

/** A mall of so many tiles, at rest. */
export async function openBoard(options: BrowserContextOptions, tiles = 12): Promise<Page> {
  const page = await openPage('/', options);
  await page.waitForFunction(() => 'hush' in globalThis);
  await page.evaluate(count => {
    const actionTiles = [
      ['north', 'east', 'vortex'],
      ['south', 'west', 'explore', 'escalator'],
    ] as const;
    const heroes = { barbarian: [1, 1], mage: [2, 1], elf: [2, 2], dwarf: [1, 2] } as const;
    const game = hush.newGame({ scenario: 7, level: 24, side: 'A', players: 2, actionTiles, heroes });
    hush.show(hush.grown(game, hush.upTo(count)));
  }, tiles);
  await page.waitForFunction(count => document.querySelectorAll('.board-tile').length === count, tiles);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  );
  await rest(page);
  return page;
}
