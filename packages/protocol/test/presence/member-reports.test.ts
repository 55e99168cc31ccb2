/** Tests of reports about members, and of names that the operator refuses. */
import { expect, test } from 'vitest';
import { REPORT_APART, REPORT_BURST } from '../../src/presence/member-reports.ts';
import { Place } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

test('PR-68a a report reaches the operator with the name and, if the table remembers it, the chat text; nobody else learns of the report', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const said = bo.do({ type: 'say', text: 'you are stupid' });
  await settled();
  const heard = bo.frames.length;
  ann.say({ t: 'report', member: 2 });
  expect(ann.last).toEqual({ t: 'reported', member: 2 });
  ann.say({ t: 'report', member: 2, said });
  const about = { type: 'memberReported', table: place.table.code, member: 2, name: 'Bo' };
  expect(place.reports).toEqual([
    { ...about, text: null },
    { ...about, text: 'you are stupid' },
  ]);
  expect(bo.frames.length).toBe(heard);
});

test('PR-68c a chat text that was deleted, and the number of another command, add no text to a report', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const said = bo.do({ type: 'say', text: 'sorry' });
  const refused = bo.manage({ type: 'lock', locked: true });
  await settled();
  bo.do({ type: 'unsay', author: 2, said });
  await settled();
  for (const n of [said, refused, 999]) ann.say({ t: 'report', member: 2, said: n });
  expect(place.reports.map(report => 'text' in report && report.text)).toEqual([null, null, null]);
});

test('PR-68b a report by a spectator, about oneself, a bot or a stranger, or above the limit is refused', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  ann.manage({ type: 'seatBot', temper: 'calm' });
  const eve = await place.watch();
  const answer = (visitor: typeof ann, member: number): unknown => {
    visitor.say({ t: 'report', member });
    return visitor.last['why'] ?? visitor.last['t'];
  };
  expect(answer(eve, 1)).toBe('not-seated');
  expect([1, 3, 77].map(member => answer(ann, member))).toEqual(Array(3).fill('no-such-member'));
  for (let i = 0; i < REPORT_BURST; i++) expect(answer(ann, 2)).toBe('reported');
  expect(answer(ann, 2)).toBe('too-fast');
  await place.time.pass(REPORT_APART);
  expect(answer(ann, 2)).toBe('reported');
  expect(place.reports.length).toBe(REPORT_BURST + 1);
});

test('PR-68d `join` and `rename` with a name that the operator refuses are refused, and a renamed member keeps the old name', async () => {
  const place = await Place.create({ refusesName: name => name.includes('bad') });
  const eve = await place.sit('bad-Eve');
  expect(eve.last).toEqual({ t: 'no', n: 0, why: 'name-refused' });
  expect(place.table.state.seats).toEqual([]);
  const ann = await place.sit('Ann');
  ann.say({ t: 'rename', name: 'bad Ann', avatar: 'fox' });
  await settled();
  expect(ann.last).toEqual({ t: 'no', n: 0, why: 'name-refused' });
  expect(ann.heard('people').at(-1)).toMatchObject({ people: [{ name: 'Ann' }] });
});
