/** Tests of what a node knows about tables at another node. The tests of the protocol also run over the same relay. */
import { CLOSE_CODES, type ClientMessage, type SharedHourglass, tagOf } from '@hush/protocol';
import { expect, test } from 'vitest';
import { CODE, Place } from '../../../protocol/test/table/table-kit.ts';
import { settled } from '../../../protocol/test/virtual-time.ts';
import { RelayedHourglasses } from '../../src/cluster/relayed-hourglasses.ts';
import { Hourglasses } from '../../src/stores/shared-hourglasses.ts';
import { StillClock } from '../server-kit.ts';
import { memoryBus, nodeOf, OWNER, tablesOf } from './relayed-kit.ts';

test('CL-10g a removal recorded by one relayed connection is known to the next connection to the same table', async () => {
  const place = await Place.create();
  const bus = memoryBus();
  nodeOf(
    OWNER,
    bus,
    tablesOf(() => place.table),
  );
  const gate = nodeOf(
    'gate',
    bus,
    tablesOf(() => place.table),
  );
  const [first, second, other] = [await gate.find(CODE), await gate.find(CODE), await gate.find('OTHER')];
  if (!first.ok || !second.ok || !other.ok) throw new Error('not found');
  expect(second.value.shownOut).toBeNull();
  first.value.shownOut = new Set(['198.51.100.7']);
  expect(second.value.shownOut?.has('198.51.100.7')).toBe(true);
  expect(other.value.shownOut).toBeNull();
});

test('CL-10h a relayed connection that the table closes also leaves the table at its owner, so that the table can be evicted', async () => {
  const place = await Place.create();
  const bus = memoryBus();
  const left: unknown[] = [];
  const own = tablesOf(() => place.table);
  nodeOf(OWNER, bus, { ...own, leave: (room, client) => void left.push([room.table.code, client]) });
  const gate = nodeOf('gate', bus, own);
  const room = await gate.find(CODE);
  if (!room.ok) throw new Error('not found');
  const closed: number[] = [];
  const client = { send: () => undefined, close: (code: number) => void closed.push(code) };
  const stopped = place.table.drain(CLOSE_CODES.restart, 'The test puts the table away.'); // the table refuses new connections
  gate.enter(room.value, client, {});
  await stopped;
  await settled();
  expect(closed).toEqual([CLOSE_CODES.restart]);
  gate.leave(room.value, client); // the socket closes later, when the owner has removed the connection already
  await settled();
  expect(left).toEqual([[CODE, expect.anything()]]);
});

test('CL-13i a message of a later protocol that is relayed to an owner with an earlier one is refused with `not-yet`', async () => {
  const place = await Place.create();
  const bus = memoryBus();
  const own = tablesOf(() => place.table);
  nodeOf(OWNER, bus, own, { speaksLater: node => node === 'gate' });
  const gate = nodeOf('gate', bus, own);
  const room = await gate.find(CODE);
  if (!room.ok) throw new Error('not found');
  const heard: unknown[] = [];
  const client = { send: (frame: string) => void heard.push(JSON.parse(frame)), close: () => undefined };
  gate.enter(room.value, client, {});
  await settled();
  const later = { t: 'table', n: 1, c: { type: 'dance' } } as unknown as ClientMessage;
  gate.attend(room.value, client, later);
  gate.attend(room.value, client, { t: 'ping', at: 7 });
  await settled();
  const ofKind = (t: string): readonly unknown[] => heard.filter(frame => (frame as { t: string }).t === t);
  expect(ofKind('no')).toEqual([{ t: 'no', n: 1, why: 'not-yet' }]);
  expect(ofKind('pong')).toMatchObject([{ at: 7 }]);
});

const GLASS: SharedHourglass = {
  n: 1,
  by: 'aaaa',
  attempt: 0,
  state: 'paused',
  capacity: 180_000,
  left: 180_000,
  turned: 0,
};

test('CL-10j phones at two nodes share an hourglass in the memory of one node, and a cancelled poll leaves nothing behind', async () => {
  const [bus, clock] = [memoryBus(), new StillClock()];
  const own = new Hourglasses(clock);
  const at = (self: string, glasses: Hourglasses): RelayedHourglasses =>
    new RelayedHourglasses({ bus, space: 'test', nodes: { self, ownerOf: () => OWNER }, own: glasses });
  const here = at(OWNER, own);
  const away = at('gate', new Hourglasses(clock));
  const nobody = (): void => undefined;
  expect(await away.ask('BCDFGH', { ask: 'look' }, nobody)).toEqual({ problem: 'unknown' });
  expect(await away.ask('BCDFGH', { ask: 'put', glass: GLASS }, nobody)).toEqual({ glass: GLASS });
  expect(await here.ask('BCDFGH', { ask: 'look' }, nobody)).toEqual({ glass: GLASS });
  const { timers } = clock;
  const polling = away.ask('BCDFGH', { ask: 'news', after: tagOf(GLASS) }, nobody);
  expect(clock.timers).toBe(timers + 1);
  await here.ask('BCDFGH', { ask: 'put', glass: { ...GLASS, n: 2 } }, nobody);
  expect(await polling).toEqual({ glass: { ...GLASS, n: 2 } });
  let hangUp = nobody;
  const ended = away.ask('BCDFGH', { ask: 'news', after: '2.aaaa.0' }, stop => {
    hangUp = stop;
  });
  expect(clock.timers).toBe(timers + 1);
  hangUp();
  await ended;
  expect(clock.timers).toBe(timers);
  const lost = new RelayedHourglasses({
    bus,
    space: 'test',
    nodes: { self: 'other', ownerOf: () => 'killed' },
    own,
  });
  expect(await lost.ask('BCDFGH', { ask: 'look' }, nobody)).toEqual({ problem: 'unavailable' });
});

test('CL-10j a phone that disconnects after its node has left the cluster causes no error', async () => {
  const [bus, clock] = [memoryBus(), new StillClock()];
  const world = { space: 'test', own: new Hourglasses(clock), nodes: { self: 'gate', ownerOf: () => OWNER } };
  let isClosed = false;
  const away = new RelayedHourglasses({
    ...world,
    bus: {
      ...bus,
      get isClosed() {
        return isClosed;
      },
      publish: () => {
        throw new Error('the connection is closed'); // NATS throws this error
      },
    },
  });
  let hangUp = (): void => undefined;
  void away.ask('BCDFGH', { ask: 'news', after: '1.aaaa.0' }, stop => {
    hangUp = stop;
  });
  isClosed = true;
  expect(hangUp).not.toThrow();
});
