/**
 * The service worker: caches the page for use without a network. Every build has its own cache, which is filled
 * completely before the worker becomes active, so page and files always match. A newer worker waits until it is told that
 * nobody is playing.
 */
import { isAway, pageFor, planFor } from './request-plan.ts';

/** The build inserts this: the list of its files, and a version computed from their contents. */
declare const __KEPT__: { readonly version: string; readonly files: readonly string[] };

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** An open page of the app, whichever worker controls it. */
interface Window {
  readonly id: string;
  postMessage(text: string, ports: readonly MessagePort[]): void;
}
interface Scope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly Window[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & MessageEvent<unknown>) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const KEPT = __KEPT__;

/** In this file TypeScript gives `self` the type of a window, hence the cast. */
const scope = self as unknown as Scope;

const STORES = 'hush-';
const STORE = `${STORES}${KEPT.version}`;
/** Milliseconds to wait for the network before the cache is used. */
const PATIENCE = 4_000;

async function fill(): Promise<void> {
  const store = await caches.open(STORE);
  await store.addAll(KEPT.files.map(file => new Request(file, { cache: 'no-cache' })));
}

async function clear(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter(name => name.startsWith(STORES) && name !== STORE);
  await Promise.all(old.map(name => caches.delete(name)));
  await scope.clients.claim();
}

/** Milliseconds; a window that does not answer within this time counts as busy. */
const ANSWER = 1_000;

const isFree = (window: Window): Promise<boolean> =>
  new Promise(then => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => then(data === true);
    setTimeout(() => then(false), ANSWER);
    window.postMessage('are-you-free', [port2]);
  });

/**
 * Activates this worker only if every other window is free. Windows in a game may still need files of the old cache. The
 * old worker controls them, so they are listed explicitly, and each is asked by a message whether it is free: its address
 * does not tell which screen it shows.
 */
async function takeOver(asking: MessageEventSource | null): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const mine = asking !== null && 'id' in asking ? asking.id : null;
  const free = await Promise.all(windows.filter(({ id }) => id !== mine).map(isFree));
  if (free.every(Boolean)) await scope.skipWaiting();
  else asking?.postMessage('other-windows');
}

async function kept(path: string): Promise<Response | undefined> {
  const store = await caches.open(STORE);
  return store.match(path);
}

async function file(request: Request): Promise<Response> {
  return (await kept(new URL(request.url).pathname)) ?? fetch(request);
}

async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return isAway(answer.status) ? ((await kept(pageFor(request.url))) ?? answer) : answer;
  } catch (error) {
    const shell = await kept(pageFor(request.url));
    if (shell === undefined) throw error;
    return shell;
  }
}

scope.addEventListener('install', event => event.waitUntil(fill()));
scope.addEventListener('activate', event => event.waitUntil(clear()));
scope.addEventListener('message', event => {
  if (event.data === 'take-over') event.waitUntil(takeOver(event.source));
});
scope.addEventListener('fetch', event => {
  const plan = planFor(event.request, scope.location.origin, KEPT.files);
  if (plan === 'page') event.respondWith(page(event.request));
  if (plan === 'file') event.respondWith(file(event.request));
});
