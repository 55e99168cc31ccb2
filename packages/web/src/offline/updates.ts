/**
 * Brings the service worker in, and a newer build when nobody plays: it is kept ready, hinted at, and taken over only
 * from a screen where a fresh page costs nothing.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { workerAddress } from '../art/trusted-markup.ts';

/** As much of the browser's container as is needed; tests bring their own. */
export interface Workers {
  register(address: string, options: { readonly updateViaCache: 'none' }): Promise<Registration>;
  addEventListener(type: 'controllerchange', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
  /** Whether a worker is in charge of this page; on a first visit none is. */
  readonly controller: unknown;
  /** Lets messages come that were not asked for by `onmessage`. */
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
  /** Loads the page anew. */
  reload(): void;
  /** Whether loading the page anew would cost nothing now. */
  isFree(): boolean;
  /** Calls whenever the page becomes visible. */
  shown(then: () => void): void;
}

export interface Updates {
  /** A newer build is ready. */
  readonly ready: ReadonlySignal<boolean>;
  /** It was not given: somebody is playing in another window. */
  readonly refused: ReadonlySignal<boolean>;
  /** Takes it, now; the page loads anew. Only for screens where that costs nothing. */
  take(): void;
}

const ready = signal(false);
const refused = signal(false);
let taking: (() => void) | null = null;

/** Ready or not, for whoever shows a hint. */
export const updates: Updates = { ready, refused, take: () => taking?.() };

export async function startUpdates({ workers, reload, shown, isFree }: UpdatesWorld): Promise<void> {
  const registration = await workers.register(workerAddress(), { updateViaCache: 'none' });
  let asked = false;
  let kept = workers.controller !== null;
  // The very first worker waits for nobody, so it is never hinted at.
  const look = (): void => {
    ready.value = registration.waiting !== null;
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  workers.addEventListener('controllerchange', () => {
    look();
    // Another window took it, and this one had said that it was free.
    if (asked || (kept && isFree())) reload();
    kept = true;
  });
  workers.addEventListener('message', ({ data, ports }) => {
    if (data === 'are-you-free') ports[0]?.postMessage(isFree());
    if (data !== 'other-windows') return;
    asked = false; // should another window take it later, this one stays as it is
    refused.value = true;
  });
  workers.startMessages();
  taking = () => {
    asked = true;
    refused.value = false;
    registration.waiting?.postMessage('take-over');
  };
  shown(() => void registration.update().catch(() => undefined)); // no network, no news
  look();
}

/** Called once by the page when it is shown; only a built page over https or from this machine has a worker. Storage may be forbidden: then there is no worker, and that is all. */
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
