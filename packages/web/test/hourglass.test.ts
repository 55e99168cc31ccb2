/** The hourglass page without a browser: true time, when it rings, what it remembers, and phones that agree (RULES 13). */
import { afterAWhile, isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import { type Companion, companionLeft, companionTurned, press, readyCompanion } from '@hush/rules';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boxKey, FRESH, isBetter, readKept } from '../src/hourglass/kept.ts';
import { ranges, withScenario } from '../src/hourglass/layout.ts';
import { type Answer, type Link, Relay } from '../src/hourglass/relay.ts';
import { digitsOf, dueIn, rungBetween, spokenBetween } from '../src/hourglass/rings.ts';
import { hear, mustTell, type Pressed, pressedHere, toldAt } from '../src/hourglass/shared.ts';
import { startTime, timeAt, watchTime } from '../src/hourglass/true-time.ts';

// True time (TM-2).

type Happening = readonly ['runs' | 'sleeps' | 'is set back' | 'drifts', number];

/** What the page would show after all that, and how much time has really passed. */
function live(happenings: readonly Happening[]): { shown: number; real: number } {
  let clocks = { steady: 1_000, wall: 1_700_000_000_000 };
  let time = startTime(clocks);
  const begin = timeAt(time, clocks);
  let real = 0;
  for (const [what, millis] of happenings) {
    const { steady, wall } = clocks;
    if (what === 'is set back') clocks = { steady, wall: wall - millis };
    else if (what === 'sleeps') clocks = { steady, wall: wall + millis };
    else if (what === 'drifts') clocks = { steady: steady + millis, wall: wall + millis * 1.0005 };
    else clocks = { steady: steady + millis, wall: wall + millis };
    if (what !== 'is set back') real += millis;
    time = watchTime(time, clocks);
  }
  return { shown: timeAt(time, clocks) - begin, real };
}

test('TM-2 170 s, of which the device sleeps 60: right within 100 ms', () => {
  const { shown, real } = live([
    ['runs', 60_000],
    ['sleeps', 60_000],
    ['runs', 50_000],
  ]);
  expect(real).toBe(170_000);
  expect(Math.abs(shown - real)).toBeLessThan(100);
});

test('TM-2 a hundred naps too short to notice add up all the same', () => {
  const naps = Array.from(
    { length: 200 },
    (_, i): Happening => (i % 2 === 0 ? ['sleeps', 40] : ['runs', 10]),
  );
  const { shown, real } = live(naps);
  expect(Math.abs(shown - real)).toBeLessThan(100);
});

test('TM-2 a clock that somebody sets back does not give time back, and one that drifts is followed', () => {
  const { shown, real } = live([
    ['runs', 10_000],
    ['is set back', 3_600_000],
    ['runs', 10_000],
    ['sleeps', 5_000],
    ['drifts', 100_000],
  ]);
  expect(Math.abs(shown - real)).toBeLessThan(100);
});

test('TM-2 whatever happens, time never goes back and is never far off', () => {
  const happening = fc.tuple(
    fc.constantFrom('runs' as const, 'sleeps' as const, 'drifts' as const),
    fc.integer({ min: 0, max: 200_000 }),
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), happenings => {
      const { shown, real } = live(happenings);
      expect(shown).toBeGreaterThanOrEqual(0);
      // A wall clock that drifts counts where the device slept.
      expect(Math.abs(shown - real)).toBeLessThan(100 + real * 0.0006);
    }),
  );
});

// Ringing (TM-1).

test.each([
  [31_000, 30_000, 'soon'],
  [30_000, 29_900, null],
  [100, 0, 'over'],
  [0, 0, null],
  [120_000, 0, 'over'], // slept through the warning: the end is what matters
  [120_000, 20_000, 'soon'],
  [20_000, 150_000, null], // turned
])('TM-1 from %i to %i ms: %s', (before, now, ring) => {
  expect(rungBetween(before, now)).toBe(ring);
});

test('TM-1 what is to come is put into the calendar, what is past is not', () => {
  expect(dueIn(180_000)).toEqual([
    ['soon', 150_000],
    ['over', 180_000],
  ]);
  expect(dueIn(12_000)).toEqual([['over', 12_000]]);
  expect(dueIn(0)).toEqual([]);
});

test('seconds are said aloud once', () => {
  expect(spokenBetween(60_050, 59_950)).toBe(60);
  expect(spokenBetween(59_950, 59_850)).toBe(null);
});

test.each([
  [180_000, '3:00', ''],
  [179_999, '3:00', ''],
  [30_001, '0:31', ''],
  [30_000, '0:30', '.0'],
  [29_901, '0:30', '.0'],
  [9_432, '0:09', '.5'],
  [1, '0:00', '.1'],
  [0, '0:00', ''],
  [3_600_000, '60:00', ''],
])('%i ms read %s%s', (left, big, small) => {
  expect(digitsOf(left)).toEqual({ big, small });
});

// What it remembers.

const RUNNING: Companion = press(readyCompanion(240_000), 'start', 5_000);

test('what was kept comes back', () => {
  const kept = {
    pressed: { companion: RUNNING, n: 4, by: 'abcdefgh', attempt: 1, doubt: 0 },
    code: 'BCDFGH',
    box: { scenario: 9, players: 5, level: 14 },
    best: { '9/14': { turned: 2, left: 31_000 } },
    sound: false,
  };
  expect(readKept(JSON.stringify(kept), 9_000)).toEqual(kept);
});

test('TM-2 a clock set back while the page was closed does not fill the glass again', () => {
  const kept = { ...FRESH, pressed: { ...FRESH.pressed, companion: RUNNING } };
  const { companion } = readKept(JSON.stringify(kept), 1_000).pressed;
  expect(companionLeft(companion, 1_000)).toBe(240_000);
});

test.each([
  'null',
  '{',
  '[]',
  '{"pressed":{"companion":{"type":"running","glass":{"capacity":180000,"left":1e99,"since":0},"turned":0},"n":1,"by":"none"}}',
  '{"pressed":{"companion":{"type":"ready","capacity":5},"n":1,"by":"none"}}',
  '{"code":"bcdfgh","box":{"scenario":18,"players":4},"best":{"x":{"turned":1,"left":1}}}',
])('what cannot be right is forgotten: %s', text => {
  expect(readKept(text, 0)).toEqual(FRESH);
});

test('GB-1 fewer turns are better, then more sand', () => {
  const best = { turned: 2, left: 10_000 };
  expect(isBetter({ turned: 1, left: 0 }, best)).toBe(true);
  expect(isBetter({ turned: 2, left: 10_001 }, best)).toBe(true);
  expect(isBetter({ turned: 2, left: 10_000 }, best)).toBe(false);
  expect(isBetter({ turned: 3, left: 99_000 }, best)).toBe(false);
  expect(isBetter(best, undefined)).toBe(true);
  expect(boxKey({ scenario: 8, players: 2, level: 14 })).toBe('8/14');
});

test('TM-3 tiles are told in runs, and a scenario brings its number of players along', () => {
  expect(ranges([2, 3, 4, 5, 9, 7, 8])).toBe('2–5, 7–9');
  expect(ranges([3])).toBe('3');
  expect(withScenario({ scenario: 1, players: 1, level: 14 }, 9)).toEqual({ scenario: 9, players: 3 });
  expect(withScenario({ scenario: 9, players: 9 }, 1)).toEqual({ scenario: 1, players: 8 });
});

// Several phones.

const FIRST: Pressed = { companion: readyCompanion(), n: 1, by: 'none', attempt: 0, doubt: 0 };

test('TM-1 what one phone tells another shows, whatever its clock says', () => {
  const told = toldAt(pressedHere(FIRST, press(FIRST.companion, 'start', 1_000), 'aaaa'), 31_000, 0);
  const heard = hear(FIRST, told, { sent: 9_000_000, arrived: 9_000_060, waited: false });
  expect(companionLeft(heard.companion, 9_000_030)).toBe(150_000);
  expect(mustTell(FIRST, told)).toBe(false);
});

test('TM-1 the same press heard again with a shorter journey is better known, with a longer one it is not', () => {
  const told = toldAt(pressedHere(FIRST, press(FIRST.companion, 'start', 0), 'aaaa'), 10_000, 0);
  const once = hear(FIRST, told, { sent: 0, arrived: 800, waited: false });
  const better = hear(once, afterAWhile(told, 5_000), { sent: 5_000, arrived: 5_040, waited: false });
  expect(companionLeft(better.companion, 5_020)).toBe(165_000);
  expect(hear(better, told, { sent: 6_000, arrived: 6_500, waited: false })).toBe(better);
  expect(hear(better, told, { sent: 6_000, arrived: 6_001, waited: true })).toBe(better);
});

/** A server that may be gone, far away, or started anew; and phones with clocks of their own. */
class Weather {
  up = true;
  oneWay = 30;
  #glass: { glass: SharedHourglass; at: number } | null = null;
  readonly #waiting = new Set<() => void>();

  restart(): void {
    this.#glass = null;
    this.up = true;
  }

  #now(): SharedHourglass | null {
    return this.#glass === null ? null : afterAWhile(this.#glass.glass, performance.now() - this.#glass.at);
  }

  #answer(): Answer {
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

  async ask(after: string | null, stop: AbortSignal): Promise<Answer> {
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

  async tell(glass: SharedHourglass, stop: AbortSignal): Promise<Answer> {
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
  pressed: Pressed = FIRST;
  link: Link | null = null;
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
      write: (next: Pressed) => {
        this.pressed = next;
      },
      linked: (link: Link) => {
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

test('TM-1 two phones show the same sand, and either one turns it', async () => {
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

test('TM-1 both turn it at the same moment: it was turned once', async () => {
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

test('TM-1 without a server each goes on and says so; later they agree again, also when the server forgot', async () => {
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

test('TM-1 a telling that took very long is told again, so that the others have the time right', async () => {
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

test('TM-1 a code that nobody has shown is unknown, and nothing is asked again', async () => {
  const phone = new Phone(new Weather(), 'cccc', 0, false);
  await pass(60_000);
  expect(phone.link).toBe('unknown');
  expect(vi.getTimerCount()).toBe(0);
});
