/** Tests of the hourglass page in a simulated browser: reloads, permission to play sound, and the wake lock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settled } from '../../../protocol/test/virtual-time.ts';
import { createWakeLock, type Lock } from '../../src/device/wake-lock.ts';

type Model = typeof import('../../src/hourglass/model.ts');

let store: Map<string, string>;
let heard: Map<string, (() => void)[]>;
let asked: string[];
/** The status of the answer to a request for an hourglass. */
let status: number;
let contexts: FakeContext[];

class FakeParam {
  value = 0;
  setValueAtTime(): void {}
  exponentialRampToValueAtTime(): void {}
}

class FakeContext {
  state = 'suspended';
  readonly currentTime = 0;
  readonly destination = {};
  readonly starts: number[] = [];
  constructor() {
    contexts.push(this);
  }
  resume(): Promise<void> {
    this.state = 'running';
    return Promise.resolve();
  }
  createGain(): unknown {
    return { gain: new FakeParam(), connect: () => undefined, disconnect: () => undefined };
  }
  createOscillator(): unknown {
    return {
      frequency: new FakeParam(),
      connect: () => undefined,
      start: (at: number) => this.starts.push(at),
      stop: () => undefined,
    };
  }
}

beforeEach(() => {
  store = new Map();
  heard = new Map();
  asked = [];
  status = 404;
  contexts = [];
  const listen = (type: string, then: () => void): void => {
    heard.set(type, [...(heard.get(type) ?? []), then]);
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  });
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('document', { addEventListener: listen });
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit) => {
    asked.push(method);
    return new Promise(then => setTimeout(() => then({ status, json: () => Promise.resolve(null) }), 5));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens or reloads the page; nothing but stored data is kept. */
async function load(hash = ''): Promise<Model> {
  vi.resetModules();
  const model = await import('../../src/hourglass/model.ts');
  model.startHourglass(hash);
  return model;
}

const fire = (type: string): void => {
  for (const then of heard.get(type) ?? []) then();
};

test('TM-1i a reload with an unknown code creates no hourglass under it', async () => {
  const first = await load('#BCDFGH');
  await expect.poll(() => first.relayLink.value).toBe('unknown');
  const again = await load();
  await expect.poll(() => again.relayLink.value).toBe('unknown');
  expect(again.sharedCode.value).toBe('BCDFGH');
  expect(asked).not.toContain('PUT');
  again.leaveSharedHourglass();
});

test('TM-1i after a reload with a code, while the server does not answer, the page creates no hourglass under that code', async () => {
  status = 503;
  const first = await load('#BCDFGH');
  await expect.poll(() => first.relayLink.value).toBe('alone');
  const kept = new Map(store);
  first.leaveSharedHourglass();
  store = kept;
  status = 404;
  const again = await load();
  await expect.poll(() => again.relayLink.value).toBe('unknown');
  expect(asked).not.toContain('PUT');
  again.leaveSharedHourglass();
});

test('TM-1i an hourglass that was shared here is shared again after a reload', async () => {
  status = 503;
  const first = await load();
  first.shareHourglass();
  await expect.poll(() => asked).toContain('PUT');
  const kept = new Map(store);
  first.leaveSharedHourglass();
  store = kept;
  asked = [];
  const again = await load();
  await expect.poll(() => asked).toContain('PUT');
  again.leaveSharedHourglass();
});

test('TM-1d two presses within 600 ms turn the hourglass once, and a later press turns it again', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  try {
    const model = await load();
    model.pressButton('start');
    vi.advanceTimersByTime(10_000);
    model.pressButton('turn');
    vi.advanceTimersByTime(599);
    model.pressButton('turn');
    expect(model.turnCount.value).toBe(1);
    vi.advanceTimersByTime(1);
    model.pressButton('turn');
    expect(model.turnCount.value).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test.each(['pointerdown', 'pointerup', 'keydown'])(
  'TM-1g after the first %s, running sand is audible, although no button was pressed',
  async type => {
    const first = await load();
    const began = performance.now();
    first.pressButton('start');
    await load();
    contexts = [];
    fire(type);
    const late = (performance.now() - began) / 1000 + 0.1; // how many seconds this test has taken, with some tolerance
    expect(contexts).toHaveLength(1);
    // Expects sounds half a minute before the end and at the end, and none before.
    const starts = contexts[0]?.starts ?? [];
    expect(Math.min(...starts)).toBeGreaterThan(150 - late);
    expect(Math.min(...starts)).toBeLessThan(150.1);
    expect(Math.max(...starts)).toBeGreaterThan(180 - late);
    const planned = contexts[0]?.starts.length;
    fire(type);
    expect([contexts.length, contexts[0]?.starts.length]).toEqual([1, planned]);
  },
);

// Tests of the wake lock.

/** A slow browser that counts the wake locks it has given. */
function browser(): { ask: () => Promise<Lock>; answer: () => void; held: () => number } {
  let held = 0;
  const waiting: (() => void)[] = [];
  const ask = (): Promise<Lock> =>
    new Promise(resolve => {
      waiting.push(() => {
        held += 1;
        let isHeld = true;
        resolve({
          release: () => {
            if (isHeld) held -= 1;
            isHeld = false;
            return Promise.resolve();
          },
        });
      });
    });
  return { ask, answer: () => waiting.shift()?.(), held: () => held };
}

test('a pause before the browser has answered leaves no wake lock', async () => {
  const { ask, answer, held } = browser();
  const light = createWakeLock(ask);
  void light(true);
  await settled();
  const done = light(false);
  answer();
  await done;
  expect(held()).toBe(0);
});

test('two simultaneous requests leave one wake lock, and none after the release', async () => {
  const { ask, answer, held } = browser();
  const light = createWakeLock(ask);
  void light(true);
  const both = light(true);
  for (let i = 0; i < 4; i++) {
    await settled();
    answer();
  }
  await both;
  expect(held()).toBe(1);
  await light(false);
  expect(held()).toBe(0);
});

test('a browser that refuses the wake lock is asked again the next time', async () => {
  let asks = 0;
  const light = createWakeLock(() => {
    asks += 1;
    return asks === 1
      ? Promise.reject(new Error('battery'))
      : Promise.resolve({ release: async () => undefined });
  });
  await light(true);
  await light(true);
  expect(asks).toBe(2);
});
