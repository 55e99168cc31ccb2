/** What a gate knows of tables at another node. The tests of the protocol also run over the same relay. */
import { expect, test } from 'vitest';
import { CODE, Place } from '../../../protocol/test/table/table-kit.ts';
import { memoryBus, nodeOf, OWNER, tablesOf } from './relayed-kit.ts';

test('CL-10g a removal that one relayed connection has noted is known to the next one to the same table', async () => {
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
