/** Tests of what a node knows of tables at another node. The tests of the protocol also run over the same relay. */
import { CLOSE_CODES } from '@hush/protocol';
import { expect, test } from 'vitest';
import { CODE, Place } from '../../../protocol/test/table/table-kit.ts';
import { settled } from '../../../protocol/test/virtual-time.ts';
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
  first.value.shownOut = new Map([['198.51.100.7', 1_000]]);
  expect(second.value.shownOut?.get('198.51.100.7')).toBe(1_000);
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
  gate.leave(room.value, client); // the socket closes after that, and the owner need not be told
  await settled();
  expect(left).toEqual([[CODE, expect.anything()]]);
});
