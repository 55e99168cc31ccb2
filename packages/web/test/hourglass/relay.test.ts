/**
 * Tests of one hourglass on several phones: their messages, and that all phones show the same sand over any network
 * (TM-1).
 */
import { afterMillis, isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import { companionLeft, companionTurned, press, readyCompanion } from '@hush/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Relay, type RelayAnswer, type RelayLink } from '../../src/hourglass/relay.ts';
import {
  hasNewerPress,
  mergePress,
  type PressedHourglass,
  pressedHere,
  pressMessageAt,
} from '../../src/hourglass/shared.ts';

const FIRST: PressedHourglass = { companion: readyCompanion(), n: 1, by: 'none', attempt: 0, doubt: 0 };

test('TM-1i a change on one phone is shown on another, whatever its clock says', () => {
  const told = pressMessageAt(pressedHere(FIRST, press(FIRST.companion, 'start', 1_000), 'aaaa'), 31_000, 0);
  const heard = mergePress(FIRST, told, { sent: 9_000_000, arrived: 9_000_060, waited: false });
  expect(companionLeft(heard.companion, 9_000_030)).toBe(150_000);
  expect(hasNewerPress(FIRST, told)).toBe(false);
});

test('TM-1i if the same press is received again, the message with the shorter delay counts', () => {
  const told = pressMessageAt(pressedHere(FIRST, press(FIRST.companion, 'start', 0), 'aaaa'), 10_000, 0);
  const once = mergePress(FIRST, told, { sent: 0, arrived: 800, waited: false });
  const better = mergePress(once, afterMillis(told, 5_000), { sent: 5_000, arrived: 5_040, waited: false });
  expect(companionLeft(better.companion, 5_020)).toBe(165_000);
  expect(mergePress(better, told, { sent: 6_000, arrived: 6_500, waited: false })).toBe(better);
  expect(mergePress(better, told, { sent: 6_000, arrived: 6_001, waited: true })).toBe(better);
});

/** A server that may be down, slow or restarted, and phones with clocks of their own. */
class Weather {
  up = true;
  oneWay = 30;
  #glass: { glass: SharedHourglass; at: number } | null = null;
  readonly #waiting = new Set<() => void>();

  get knows(): boolean {
    return this.#glass !== null;
  }

  restart(): void {
    this.#glass = null;
    this.up = true;
  }

  #now(): SharedHourglass | null {
    return this.#glass === null ? null : afterMillis(this.#glass.glass, performance.now() - this.#glass.at);
  }

  #answer(): RelayAnswer {
    const glass = this.#now();
    return glass === null
      ? { status: 404, glass: null }
      : { status: 200, glass: { ...glass, left: Math.round(glass.left) } };
  }

  async #travel(stop: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, this.oneWay);
      stop.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
    });
    if (!this.up) throw new Error('no server');
  }

  async ask(after: string | null, stop: AbortSignal): Promise<RelayAnswer> {
    await this.#travel(stop);
    if (after !== null && this.#glass !== null && tagOf(this.#glass.glass) === after)
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, 10_000);
        const wake = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
        stop.addEventListener('abort', () => {
          wake();
          reject(new Error('aborted'));
        });
      });
    const answer = this.#answer();
    await this.#travel(stop);
    return answer;
  }

  async tell(glass: SharedHourglass, stop: AbortSignal): Promise<RelayAnswer> {
    await this.#travel(stop);
    if (this.#glass === null || isNewer(glass, this.#glass.glass)) {
      this.#glass = { glass, at: performance.now() };
      for (const wake of [...this.#waiting]) wake();
    }
    const answer = this.#answer();
    await this.#travel(stop);
    return answer;
  }
}

class Phone {
  pressed: PressedHourglass = FIRST;
  link: RelayLink | null = null;
  readonly #ahead: number;
  readonly #name: string;
  readonly #relay: Relay;

  constructor(weather: Weather, name: string, ahead: number, known: boolean) {
    this.#ahead = ahead;
    this.#name = name;
    if (!known) this.pressed = { ...FIRST, by: '0000' };
    const party = {
      code: 'BCDFGH',
      device: name,
      known,
      read: () => this.pressed,
      write: (next: PressedHourglass) => {
        this.pressed = next;
      },
      linked: (link: RelayLink) => {
        this.link = link;
      },
    };
    const world = {
      now: () => this.now(),
      ask: (_: string, after: string | null, stop: AbortSignal) => weather.ask(after, stop),
      tell: (_: string, glass: SharedHourglass, stop: AbortSignal) => weather.tell(glass, stop),
      later: (after: number, then: () => void) => {
        const timer = setTimeout(then, after);
        return () => clearTimeout(timer);
      },
    };
    this.#relay = new Relay(world, party);
  }

  now(): number {
    return performance.now() + this.#ahead;
  }

  press(button: Parameters<typeof press>[1]): void {
    this.pressed = pressedHere(this.pressed, press(this.pressed.companion, button, this.now()), this.#name);
    this.#relay.poke();
  }

  get left(): number {
    return companionLeft(this.pressed.companion, this.now());
  }

  get turned(): number {
    return companionTurned(this.pressed.companion);
  }

  stop(): void {
    this.#relay.stop();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (millis: number): Promise<unknown> => vi.advanceTimersByTimeAsync(millis);
const CLOSE = 40;

async function two(weather: Weather): Promise<readonly [Phone, Phone]> {
  const a = new Phone(weather, 'aaaa', 5_000_000, true);
  await pass(200);
  const b = new Phone(weather, 'bbbb', -3_000, false);
  await pass(200);
  expect([a.link, b.link]).toEqual(['together', 'together']);
  return [a, b];
}

test('TM-1i two phones show the same sand, and either phone can turn it', async () => {
  const [a, b] = await two(new Weather());
  a.press('start');
  await pass(50_000);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  expect(a.left).toBeLessThan(130_100);
  b.press('turn');
  await pass(500);
  expect([a.turned, b.turned]).toEqual([1, 1]);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  expect(b.left).toBeGreaterThan(49_000);
  a.press('pause');
  await pass(30_000);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  for (const phone of [a, b]) phone.stop();
});

test('TM-1i when two phones turn the hourglass at the same moment, it is turned once', async () => {
  const [a, b] = await two(new Weather());
  a.press('start');
  await pass(20_000);
  a.press('turn');
  b.press('turn');
  await pass(2_000);
  expect([a.turned, b.turned]).toEqual([1, 1]);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  for (const phone of [a, b]) phone.stop();
});

test('TM-1i without a server each phone continues alone and shows that, and later the phones agree again', async () => {
  const weather = new Weather();
  const [a, b] = await two(weather);
  a.press('start');
  await pass(10_000);
  weather.up = false;
  await pass(25_000);
  expect([a.link, b.link]).toEqual(['alone', 'alone']);
  a.press('turn');
  await pass(20_000);
  expect([a.turned, b.turned]).toEqual([1, 0]);
  expect(b.left).toBeGreaterThan(120_000);
  weather.restart();
  await pass(40_000);
  expect([a.link, b.link]).toEqual(['together', 'together']);
  expect([a.turned, b.turned]).toEqual([1, 1]);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  for (const phone of [a, b]) phone.stop();
});

test('TM-1i after a restart of the server a phone sends the hourglass again, although nobody pressed anything', async () => {
  const weather = new Weather();
  const [a, b] = await two(weather);
  a.press('start');
  await pass(10_000);
  weather.restart();
  await pass(30_000);
  expect(weather.knows).toBe(true);
  expect([a.link, b.link]).toEqual(['together', 'together']);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  for (const phone of [a, b]) phone.stop();
});

test('TM-1i a message that took very long is sent again, so that other phones get the right time', async () => {
  const weather = new Weather();
  const [a, b] = await two(weather);
  weather.oneWay = 900;
  a.press('start');
  await pass(2_500);
  weather.oneWay = 20;
  await pass(5_000);
  expect(Math.abs(a.left - b.left)).toBeLessThan(CLOSE);
  for (const phone of [a, b]) phone.stop();
});

test('TM-1i a code that nobody has shared is unknown, and the phone stops asking', async () => {
  const phone = new Phone(new Weather(), 'cccc', 0, false);
  await pass(60_000);
  expect(phone.link).toBe('unknown');
  expect(vi.getTimerCount()).toBe(0);
});
