/** Tests of presence messages: who is connected, how many watch, and how good the connections are (PR-12). */
import { expect, test } from 'vitest';
import { type Client, Crowd } from '../../src/presence/crowd.ts';
import { START } from '../virtual-time.ts';

interface Ear extends Client {
  readonly heard: unknown[];
}

const ear = (): Ear => {
  const heard: unknown[] = [];
  return { heard, send: frame => void heard.push(JSON.parse(frame)), close: () => undefined };
};

function scene(): { crowd: Crowd; mina: Ear; tomasz: Ear; wait(ms: number): void } {
  let now = START;
  const crowd = new Crowd(() => now);
  const [mina, tomasz] = [ear(), ear()];
  crowd.add(mina, 1);
  crowd.add(tomasz, 2);
  crowd.sendPresence();
  mina.heard.length = 0;
  return {
    crowd,
    mina,
    tomasz,
    wait: ms => {
      now += ms;
    },
  };
}

test('PR-12b `here` shows the number of spectators soon after they come or go', () => {
  const { crowd, mina, wait } = scene();
  const watcher = ear();
  crowd.add(watcher, null);
  crowd.noticed(watcher);
  expect(mina.heard).toEqual([{ t: 'here', here: [1, 2], watching: 1 }]);
  crowd.remove(watcher);
  wait(3_000);
  crowd.noticed(mina);
  expect(mina.heard.at(-1)).toEqual({ t: 'here', here: [1, 2] });
  expect(crowd.clients).toBe(2);
  expect(crowd.members).toBe(2);
});

test('PR-12b `ms` rounds round trips to 50 ms, in the order of `here`', () => {
  const { crowd, mina, tomasz } = scene();
  crowd.noticed(tomasz, 34);
  expect(mina.heard).toEqual([{ t: 'here', here: [1, 2], ms: [0, 50] }]);
});

test.each([
  [1, 50],
  [74, 50],
  [76, 100],
  [412, 400],
  [1_001, 1_000],
  [20_082_026, 1_000],
  [Number.MAX_SAFE_INTEGER, 1_000],
])(
  'CM-2q PR-12b a reported round trip of %d ms is shown as %d, so that it cannot carry a message',
  (way, told) => {
    const { crowd, mina, tomasz } = scene();
    crowd.noticed(tomasz, way);
    expect(mina.heard.at(-1)).toEqual({ t: 'here', here: [1, 2], ms: [0, told] });
  },
);

test('PR-12c a change of `ms` that rounding hides is not broadcast, and other changes at most every three seconds', () => {
  const { crowd, mina, tomasz, wait } = scene();
  crowd.noticed(tomasz, 34);
  wait(60_000);
  // none of these latencies changes the grade of the connection
  for (const way of [35, 60, 12, 74]) crowd.noticed(tomasz, way);
  expect(mina.heard).toHaveLength(1);
  wait(3_000);
  crowd.noticed(tomasz, 400);
  expect(mina.heard.at(-1)).toEqual({ t: 'here', here: [1, 2], ms: [0, 400] });
  wait(2_999);
  crowd.noticed(tomasz, 34);
  expect(mina.heard).toHaveLength(2);
  wait(1);
  crowd.noticed(mina);
  expect(mina.heard.at(-1)).toEqual({ t: 'here', here: [1, 2], ms: [0, 50] });
});

test('PR-12c arrivals and departures of spectators are broadcast at most every three seconds', () => {
  const { crowd, mina, wait } = scene();
  for (let i = 0; i < 300; i++) {
    const watcher = ear();
    crowd.add(watcher, null);
    crowd.noticed(watcher);
    wait(100);
  }
  expect(mina.heard.length).toBeLessThanOrEqual(11);
});

test('CM-2q PR-33c a member who keeps connecting and disconnecting is announced nine times at once, then every three seconds', () => {
  const { crowd, mina, tomasz, wait } = scene();
  const minutes = 5;
  for (let i = 0; i < minutes * 600; i++) {
    if (i % 2 === 0) crowd.remove(tomasz);
    else crowd.add(tomasz, 2);
    crowd.sendPresence();
    wait(100);
    crowd.noticed(mina);
  }
  expect(mina.heard.length).toBeGreaterThan(9);
  expect(mina.heard.length).toBeLessThanOrEqual(9 + minutes * 20);
  wait(3_000);
  crowd.noticed(mina);
  expect(mina.heard.at(-1)).toEqual({ t: 'here', here: [1, 2] }); // the message that the limit held back is sent later
});
