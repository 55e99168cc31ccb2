/**
 * Tests of the handshake: its answer, which window of a seat may give commands, and the hash of its token in the log (PR-3
 * to PR-5).
 */
import { expect, test } from 'vitest';
import { AVATARS, readMessage } from '../../src/index.ts';
import { settled } from '../virtual-time.ts';
import { CODE, Place, Visitor } from './table-kit.ts';

test('PR-3c PR-4c a hello without a token is welcomed as a spectator, with people, connected members and sand', async () => {
  const place = await Place.create();
  await place.sit('Ann');
  const eve = await place.watch();
  expect(eve.heard('welcome')).toMatchObject([
    {
      member: null,
      people: [{ member: 1, name: 'Ann', avatar: 'fox' }],
      here: [1],
      sand: { at: 0, runs: false },
    },
  ]);
});

test('PR-3e a hello with a token but without `n` is a new window: the older window is closed with 4001', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const again = new Visitor(place, ann.token);
  again.hello();
  await settled();
  expect([ann.closed, again.closed, again.member]).toEqual([4001, null, ann.member]);
});

test('PR-5a PR-5b a join sent twice with the same token, even on a second connection, takes one seat', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const join = { t: 'join', name: 'Ann', avatar: 'fox', token: ann.token };
  ann.say(join);
  const other = await place.watch();
  other.say(join);
  await settled();
  expect(place.table.state.seats).toEqual([1]);
  expect(other.heard('seated')).toEqual([{ t: 'seated', member: 1, token: ann.token }]);
});

test.each(['short', 'x'.repeat(65), `${'x'.repeat(24)} `, `${'x'.repeat(24)}é`])(
  'PR-5b the token %j is refused',
  token => {
    expect(readMessage(JSON.stringify({ t: 'join', name: 'Ann', avatar: 'fox', token }))).toMatchObject({
      ok: false,
    });
  },
);

test('PR-5f exactly the avatars that docs/PROTOCOL.md lists are accepted', () => {
  const join = (avatar: string) =>
    readMessage(JSON.stringify({ t: 'join', name: 'Ann', avatar, token: 'x'.repeat(24) }));
  expect(AVATARS.length).toBe(20);
  expect(AVATARS.filter(avatar => !join(avatar).ok)).toEqual([]);
  expect(join('unicorn').ok).toBe(false);
});

test('PR-5g the log holds 32 hexadecimal digits of a token’s hash, and these digits do not open the seat', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const read = await place.journal.read(`table/${CODE}`, 1);
  const log = read.ok ? read.entries.join('\n') : '';
  const [, key = ''] = /"memberJoined",1,0,"([^"]*)"/.exec(log) ?? [];
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(log).not.toContain(ann.token);
  const thief = new Visitor(place, key);
  thief.hello();
  await settled();
  expect([thief.closed, thief.member]).toEqual([4005, null]);
});
