/** A table that somebody else purges while it is in use: nothing of it is written anew, least of all a name. */
import { expect, test } from 'vitest';
import { type LogsResult, purgeTable } from '../src/index.ts';
import { CODE, Place, settled, type Visitor } from './table-kit.ts';

test.each<[kind: string, writing: (ann: Visitor) => void]>([
  ['people', ann => ann.say({ t: 'rename', name: 'Anna', avatar: 'owl' })],
  ['secret', ann => ann.manage({ type: 'begin' })],
  ['sand', ann => ann.do({ type: 'start' })],
])('what was to be kept in a purged log of %s does not bring it back', async (kind, writing) => {
  const place = await Place.create();
  const { journal, time } = place;
  const ann = await place.sit('Ann');
  for (let game = 1; game <= 2; game++) {
    ann.manage({ type: 'begin' });
    ann.do({ type: 'start' });
    await settled();
    await time.pass(1_000);
    ann.manage({ type: 'abandon' });
    await settled();
  }
  if (kind === 'sand') ann.manage({ type: 'begin' });
  await settled();
  const logsOf = (prefix: string): Promise<LogsResult> => journal.logs(prefix);
  expect(await logsOf(kind)).toEqual({ ok: true, logs: [`${kind}/${CODE}`] });

  await journal.purge(`${kind}/${CODE}`);
  writing(ann);
  await settled();
  await time.pass(2_000);
  expect(await logsOf(kind)).toEqual({ ok: true, logs: [] });
  expect(ann.closed).toBe(null);

  expect(await purgeTable(journal, CODE)).toEqual({ ok: true });
  await settled();
  await time.pass(2_000);
  expect(ann.closed).toBe(4004);
  expect(await logsOf('')).toEqual({ ok: true, logs: [] });
});
