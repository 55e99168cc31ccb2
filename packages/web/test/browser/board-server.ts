/// <reference lib="dom" />
/**
 * The board alone on a separate page with the product's content security policy and a mall of any size. Each test worker
 * builds and serves the page once.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import type { BoardPage } from '../board-page/main.ts';
import { scratchFolder } from './browser.ts';

declare const hush: BoardPage;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let served: Promise<string> | undefined;

/** The address of the built pages; `/` shows a mall, `/alone.html` the board without the game. */
export function boardAddress(): Promise<string> {
  served ??= serve();
  return served;
}

async function serve(): Promise<string> {
  const folder = scratchFolder('board');
  const configFile = fileURLToPath(new URL('../board-page/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir: folder } });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(path)] ?? 'font/woff2');
    response.end(readFileSync(join(folder, path)));
  });
  await new Promise<void>(listening => void server.listen(0, '127.0.0.1', listening));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Shows a mall of `tiles` tiles and waits until the camera is at rest. */
export async function showMall(page: Page, tiles: number): Promise<void> {
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
}

/** Waits until the camera is at rest: eight frames in a row show the same picture. */
export const rest = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    const at = () => {
      const { transform, willChange } = document.querySelector('.board-world')?.style ?? {};
      return willChange === 'transform' ? null : transform ?? '';
    };
    let before = at();
    for (let still = 0; still < 8; ) {
      // while time stands still the camera would never arrive, so time passes
      if (globalThis.steeredTime?.isStopped()) await steeredTime.pass(100);
      await new Promise(requestAnimationFrame);
      still = at() !== null && at() === before ? still + 1 : 0;
      before = at();
    }
  })()`);
