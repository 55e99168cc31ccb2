/**
 * Registers the service worker and handles updates: a newer build is downloaded, announced by a hint, and activated only
 * from a screen where reloading loses nothing.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { workerAddress } from '../art/trusted-markup.ts';

/** The part of the browser's ServiceWorkerContainer that is used; tests use an object of their own. */
export interface Workers {
  register(address: string, options: { readonly updateViaCache: 'none' }): Promise<Registration>;
  addEventListener(type: 'controllerchange', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
  /** The worker that controls this page; null on a first visit. */
  readonly controller: unknown;
  /** Starts receiving messages, which is necessary with `addEventListener` and automatic with `onmessage`. */
  startMessages(): void;
}

interface WorkerMessage {
  readonly data: unknown;
  readonly ports: readonly { postMessage(answer: boolean): void }[];
}

export interface Registration {
  readonly waiting: Worker | null;
  readonly installing: Worker | null;
  addEventListener(type: 'updatefound', listener: () => void): void;
  update(): Promise<unknown>;
}

export interface Worker {
  readonly state: string;
  postMessage(text: string): void;
  addEventListener(type: 'statechange', listener: () => void): void;
}

export interface UpdatesWorld {
  readonly workers: Workers;
  /** Reloads the page. */
  reload(): void;
  /** Whether reloading the page would lose nothing now. */
  isFree(): boolean;
  /** Calls back whenever the page becomes visible. */
  shown(then: () => void): void;
}

export interface Updates {
  /** Whether a newer build is ready. */
  readonly ready: ReadonlySignal<boolean>;
  /** Whether the update was refused because somebody is playing in another window. */
  readonly refused: ReadonlySignal<boolean>;
  /** Activates the newer build and reloads the page; only called on screens that lose nothing by a reload. */
  take(): void;
}

const ready = signal(false);
const refused = signal(false);
let taking: (() => void) | null = null;

/** The state of updates, which the hint reads. */
export const updates: Updates = { ready, refused, take: () => taking?.() };

export async function startUpdates({ workers, reload, shown, isFree }: UpdatesWorld): Promise<void> {
  const registration = await workers.register(workerAddress(), { updateViaCache: 'none' });
  let asked = false;
  let kept = workers.controller !== null;
  // Shows the hint if a newer worker waits. The first worker of a device becomes active without waiting, so there is no
  // hint for it.
  const look = (): void => {
    ready.value = registration.waiting !== null;
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  workers.addEventListener('controllerchange', () => {
    look();
    // Reloads if this window has asked for the update, or has answered that it is free when another window asked.
    if (asked || (kept && isFree())) reload();
    kept = true;
  });
  workers.addEventListener('message', ({ data, ports }) => {
    if (data === 'are-you-free') ports[0]?.postMessage(isFree());
    if (data !== 'other-windows') return;
    asked = false; // if another window activates the update later, this window does not reload
    refused.value = true;
  });
  workers.startMessages();
  taking = () => {
    asked = true;
    refused.value = false;
    registration.waiting?.postMessage('take-over');
  };
  shown(() => void registration.update().catch(() => undefined)); // without a network the check does nothing
  look();
}

/**
 * Called once when the page is shown. Only a built page over https or on localhost has a service worker; if the browser
 * forbids storage, the page works without one.
 */
export function keepOffline(isFree: () => boolean): void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined || !isSecureContext || !import.meta.env.PROD) return;
  const world: UpdatesWorld = {
    workers: serviceWorker as unknown as Workers,
    reload: () => location.reload(),
    isFree,
    shown: then =>
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && then()),
  };
  void startUpdates(world).catch(() => undefined);
}
