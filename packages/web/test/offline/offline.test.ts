/**
 * Tests of the page without a network: what the service worker caches, what it passes on, and when a newer build is used.
 */
import { parseTiles, STANDARD_TILES } from '@hush/rules';
import { expect, test, vi } from 'vitest';
import { withoutRemarks } from '../../build/lean-tiles.ts';
import { keptFiles } from '../../build/offline-worker.ts';
import { isAway, pageFor, planFor } from '../../src/offline/request-plan.ts';
import { type Registration, startUpdates, updates, type Worker } from '../../src/offline/updates.ts';

const ORIGIN = 'https://hush.example';
const FILES = ['/index.html', '/assets/index-abc.js', '/icon.svg'];
const plan = (path: string, mode = 'cors', method = 'GET'): string =>
  planFor({ url: `${ORIGIN}${path}`, mode, method }, ORIGIN, FILES);

test.each([
  ['/', 'page'],
  ['/t/BCDFGHJK', 'page'],
  ['/t/BCDFGHJK?view=screen', 'page'],
  ['/practice', 'page'],
  ['/introduction', 'page'],
  ['/campaign', 'page'],
  ['/workshop', 'page'],
  ['/s/BCDFGHJK', 'page'],
  ['/hourglass', 'page'],
  ['/hourglass/', 'page'],
  ['/practice/', 'page'],
  ['/t/bcdf-ghjk', 'page'],
  ['/t/mistyped', 'pass'],
  ['/hourglasses', 'pass'],
  ['/api/hourglass/BCDFGH', 'pass'],
  ['/api/tables', 'pass'],
  ['/metrics', 'pass'],
  ['/healthz', 'pass'],
  ['/version', 'pass'],
  ['/t/a/b', 'pass'],
  ['/timer', 'pass'],
])('PR-85a opening %s is answered from: %s', (path, expected) => {
  expect(plan(path, 'navigate')).toBe(expected);
});

test.each([
  ['/assets/index-abc.js', 'file'],
  ['/icon.svg', 'file'],
  ['/assets/index-newer.js', 'pass'],
  ['/ws', 'pass'],
  ['/api/tables', 'pass'],
  ['/healthz', 'pass'],
  ['/readyz', 'pass'],
  ['/metrics', 'pass'],
  ['/version', 'pass'],
  ['/', 'pass'],
])('PR-85a fetching %s is answered from: %s', (path, expected) => {
  expect(plan(path)).toBe(expected);
});

test('PR-85a the address of a screen is answered with the file of its page', () => {
  expect(pageFor(`${ORIGIN}/hourglass`)).toBe('/hourglass.html');
  expect(pageFor(`${ORIGIN}/t/BCDFGHJK`)).toBe('/index.html');
});

test('PR-85a a POST and a request to another server are passed on', () => {
  expect(plan('/', 'navigate', 'POST')).toBe('pass');
  expect(planFor({ url: 'https://other.example/icon.svg', mode: 'cors', method: 'GET' }, ORIGIN, FILES)).toBe(
    'pass',
  );
});

test('PR-85a the codes 502, 503 and 504 mean that the server is away, and other codes do not', () => {
  expect([502, 503, 504].every(isAway)).toBe(true);
  expect([200, 404, 410, 429, 500].some(isAway)).toBe(false);
});

test('PR-85c the version of a build depends on the bytes of its files but not on their order, and icons for the system are not cached', () => {
  const a = { path: '/a.js', content: 'a' };
  const b = { path: '/b.css', content: new Uint8Array([1]) };
  const icon = { path: '/icon-512.png', content: 'x' };
  const first = keptFiles([a, b, icon]);
  expect(first.files).toEqual(['/a.js', '/b.css']);
  expect(keptFiles([b, a])).toEqual(first);
  expect(keptFiles([{ ...a, content: 'A' }, b]).version).not.toBe(first.version);
});

interface Heard {
  readonly data: unknown;
  readonly ports: readonly { postMessage(answer: boolean): void }[];
}

/** A stand-in for a browser's worker container, with the parts that are used. */
class Container {
  readonly told: string[] = [];
  readonly registered: string[] = [];
  waiting: Worker | null = null;
  installing: Worker | null = null;
  updates = 0;
  listens = false;
  /** Sends a message of the waiting worker to this page. */
  answer: (data: unknown, ports?: Heard['ports']) => void = () => undefined;
  controller: unknown = {};
  #found: () => void = () => undefined;
  #changed: () => void = () => undefined;

  async register(address: string): Promise<Registration> {
    this.registered.push(address);
    const at = this;
    return {
      get waiting() {
        return at.waiting;
      },
      get installing() {
        return at.installing;
      },
      addEventListener: (_, listener) => {
        this.#found = listener;
      },
      update: async () => {
        this.updates++;
      },
    };
  }

  addEventListener(type: string, listener: (event: Heard) => void): void {
    if (type === 'message') this.answer = (data, ports = []) => listener({ data, ports });
    else this.#changed = () => listener({ data: null, ports: [] });
  }

  startMessages(): void {
    this.listens = true;
  }

  /** Makes the browser find and load a newer build, which then waits. */
  find(): void {
    let installed: () => void = () => undefined;
    const worker: Worker = {
      state: 'installing',
      postMessage: text => this.told.push(text),
      addEventListener: (_, listener) => {
        installed = listener;
      },
    };
    this.installing = worker;
    this.#found();
    this.installing = null;
    this.waiting = worker;
    installed();
  }

  /** Makes the waiting worker active. */
  change(): void {
    this.waiting = null;
    this.#changed();
  }
}

async function started({ free = false, first = false } = {}): Promise<{
  workers: Container;
  reload: ReturnType<typeof vi.fn>;
  show: () => void;
}> {
  const workers = new Container();
  if (first) workers.controller = null;
  const reload = vi.fn();
  let show = (): void => undefined;
  await startUpdates({
    workers,
    reload,
    isFree: () => free,
    shown: then => {
      show = then;
    },
  });
  return { workers, reload, show: () => show() };
}

test('PR-85b the first service worker becomes active without a hint and without a reload', async () => {
  const { workers, reload } = await started({ first: true, free: true });
  expect(workers.registered).toEqual(['/sw.js']);
  workers.change();
  expect(updates.ready.value).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('PR-85b a newer build is offered, and is loaded only when the player accepts it', async () => {
  const { workers, reload } = await started();
  workers.find();
  expect(updates.ready.value).toBe(true);
  expect(workers.told).toEqual([]);
  updates.take();
  expect(workers.told).toEqual(['take-over']);
  expect(reload).not.toHaveBeenCalled();
  workers.change();
  expect(reload).toHaveBeenCalledOnce();
  expect(updates.ready.value).toBe(false);
});

test('PR-85b with other windows in a game a newer build is refused, and may be tried again', async () => {
  const { workers, reload } = await started();
  expect(workers.listens).toBe(true);
  workers.find();
  updates.take();
  workers.answer('something else');
  expect(updates.refused.value).toBe(false);
  workers.answer('other-windows');
  expect([updates.ready.value, updates.refused.value]).toEqual([true, true]);
  workers.change(); // another window has activated the newer build
  expect(reload).not.toHaveBeenCalled();
  workers.find();
  updates.take();
  expect(updates.refused.value).toBe(false);
  workers.change();
  expect(reload).toHaveBeenCalledOnce();
});

test('PR-85b a window answers whether it may be reloaded', async () => {
  for (const free of [true, false]) {
    const { workers } = await started({ free });
    const answers: boolean[] = [];
    workers.answer('are-you-free', [{ postMessage: answer => answers.push(answer) }]);
    workers.answer('something else', [{ postMessage: answer => answers.push(answer) }]);
    expect(answers).toEqual([free]);
  }
});

test('PR-85b when a newer build is accepted in another window, the first window reloads too, if nothing is lost', async () => {
  const { workers, reload } = await started({ free: true });
  workers.find();
  workers.change();
  expect(reload).toHaveBeenCalledOnce();
});

test('PR-85b a newer build accepted in another window does not reload this one during a game', async () => {
  const { workers, reload } = await started();
  workers.find();
  workers.change();
  expect(reload).not.toHaveBeenCalled();
});

test('PR-85b a window that becomes visible asks for a newer build', async () => {
  const { workers, show } = await started();
  show();
  show();
  expect(workers.updates).toBe(2);
});

test('PR-85c the tiles of the built page are those of the rules, without their comments', () => {
  const lean = withoutRemarks(STANDARD_TILES);
  expect(parseTiles(lean)).toEqual(parseTiles(STANDARD_TILES));
  expect(lean.length).toBeLessThan(STANDARD_TILES.length * 0.7);
});

test.each([
  ['home', true],
  ['campaign', true],
  ['board', true],
  ['lost', true],
  ['crews', false], // a crew's secret may be arriving
  ['crew', false], // a book may be half imported
  ['workshop', false],
  ['table', false],
] as const)(
  'PR-85b on the screen %s a newer build from another window may reload the page: %s',
  async (screen, isFree) => {
    vi.stubGlobal('location', { pathname: '/', search: '' });
    vi.stubGlobal('addEventListener', () => undefined);
    const { SCREEN_PARTS } = await import('../../src/app/screens.tsx');
    expect(SCREEN_PARTS[screen].isFree).toBe(isFree);
  },
);
