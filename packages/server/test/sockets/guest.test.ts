/** Tests of a connection on a virtual clock: when it is pinged, and when it is closed. */
import { expect, test } from 'vitest';
import { type ClientSocket, Guest, type GuestWorld } from '../../src/sockets/guest.ts';

/** A connection that has been greeted, whose socket and table do nothing. */
async function greeted() {
  const done: string[] = [];
  let time = 0;
  const socket = {
    outbox: { buffered: 0, add: () => undefined },
    ping: () => done.push('ping'),
    close: () => done.push('close'),
    deafen: () => done.push('deafen'),
    cut: () => done.push('cut'),
  };
  const world = {
    clock: { now: () => time },
    wrongCodes: { mayTry: () => true },
    tables: { find: async () => ({ ok: true, value: {} }), enter: () => undefined },
  };
  const guest = new Guest(world as unknown as GuestWorld, socket as unknown as ClientSocket, '192.0.2.1');
  guest.hear('{"t":"hello","protocol":1,"table":"BCDFGHJK"}');
  await new Promise(resolve => setImmediate(resolve));
  /** Calls the check for silence at this time; returns what the socket was told to do. */
  const lookAt = (now: number): readonly string[] => {
    time = now;
    done.length = 0;
    guest.check(now, 0);
    return [...done];
  };
  return { guest, lookAt };
}

test('PR-14a a silent connection is pinged after 5 s and closed after 9 s', async () => {
  const { lookAt } = await greeted();
  expect([4_999, 5_000, 8_999, 9_000].map(lookAt)).toEqual([[], ['ping'], [], ['cut']]);
});

test('PR-14a a connection that answers every ping but sends nothing else is never closed', async () => {
  const { guest, lookAt } = await greeted();
  for (let now = 5_000; now < 60_000; now += 5_000) {
    expect(lookAt(now)).toEqual(['ping']);
    guest.touch();
  }
});
