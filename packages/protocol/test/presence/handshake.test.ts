/** Tests of the handshake: which member a connection belongs to, and which window of a member may give commands. */
import { expect, test } from 'vitest';
import { type Hello, type Journal, memoryJournal } from '../../src/index.ts';
import { type Client, Crowd } from '../../src/presence/crowd.ts';
import { type Admission, admit, type HandshakeFacts, seatKeyOf } from '../../src/presence/handshake.ts';
import { MOST_ENTRIES, MOST_IN_GAME } from '../../src/state/quota.ts';
import { EMPTY_TABLE } from '../../src/state/table-state.ts';
import { Place, Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const TOKEN = 'token-of-ann---------';
const EPOCH = 1_000;

const client = (): Client => ({ send: () => undefined, close: () => undefined });

/**
 * A table at which Ann is member 1, whose newest window began at command number 1,000; Bo was member 2 and has left.
 */
const log: HandshakeFacts['log'] = {
  state: { ...EMPTY_TABLE, seats: [1] },
  version: 10,
  memberWith: key => (key === seatKeyOf(TOKEN) ? 1 : key === seatKeyOf('bo') ? 2 : undefined),
  epochOf: () => EPOCH,
};

test.each<readonly [string, Hello, Admission]>([
  ['no token watches', {}, { type: 'greet', member: null, epoch: -1 }],
  ['the token of a member who left watches', { token: 'bo' }, { type: 'greet', member: null, epoch: -1 }],
  ['a token of no seat is unknown', { token: 'nobody' }, { type: 'unknown-token' }],
  ['no `n` is a new window', { token: TOKEN }, { type: 'new-epoch', member: 1 }],
  [
    '`n` of the newest window goes on',
    { token: TOKEN, n: EPOCH + 5 },
    { type: 'greet', member: 1, epoch: EPOCH + 5 },
  ],
  [
    '`since` without `n` is the newest window',
    { token: TOKEN, since: 3 },
    { type: 'greet', member: 1, epoch: Number.MAX_SAFE_INTEGER },
  ],
  [
    '`n` of an older window begins anew where none is connected',
    { token: TOKEN, n: 7 },
    { type: 'new-epoch', member: 1 },
  ],
])('PR-3c PR-3e PR-3f a hello is judged: %s', (_, hello, admission) => {
  expect(admit({ log, crowd: new Crowd(() => 0) }, client(), hello)).toEqual(admission);
});

test('PR-3f a hello of an older window is closed with 4001 while the newer window is connected', () => {
  const crowd = new Crowd(() => 0);
  crowd.add(client(), 1, EPOCH);
  expect(admit({ log, crowd }, client(), { token: TOKEN, n: 7 })).toMatchObject({
    type: 'close',
    code: 4001,
  });
  expect(admit({ log, crowd }, client(), { token: TOKEN })).toEqual({ type: 'new-epoch', member: 1 });
});

test('PR-5g a seat key is 32 hexadecimal digits, and tokens with the same beginning have different keys', () => {
  const keys = Array.from({ length: 2_000 }, (_, i) => seatKeyOf(`token-${i}`));
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

test('PR-67a at a table without spectators, a hello without a seat is closed with 4010 and a member is welcomed', () => {
  const closed = { ...log, state: { ...log.state, unwatched: true } };
  const facts = { log: closed, crowd: new Crowd(() => 0) };
  expect(admit(facts, client(), {})).toMatchObject({ type: 'close', code: 4010 });
  expect(admit(facts, client(), { token: TOKEN, n: EPOCH })).toMatchObject({ type: 'greet', member: 1 });
});

test('PR-34d over the hard quota a new window can only watch', () => {
  const full = { ...log, version: MOST_ENTRIES + MOST_IN_GAME };
  const admission = admit({ log: full, crowd: new Crowd(() => 0) }, client(), { token: TOKEN });
  expect(admission).toEqual({ type: 'greet', member: null, epoch: -1, refusal: 'worn-out' });
});

test('PR-3e a hello with the token of a join in the same turn is welcomed as that member', async () => {
  const place = await Place.create();
  const [first, second] = [new Visitor(place), new Visitor(place, TOKEN)];
  first.hello();
  first.say({ t: 'join', name: 'Ann', avatar: 'fox', token: TOKEN });
  second.hello();
  await settled();
  expect(second.closed).toBeNull();
  expect(second.heard('welcome')).toMatchObject([{ member: 1 }]);
  expect(first.closed).toBe(4001);
});

test('PR-3e a hello of a member who is kicked in the same turn is welcomed as a spectator', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const bo = await place.sit('Bo');
  const again = new Visitor(place, bo.token);
  ann.manage({ type: 'kick', member: 2 });
  again.hello();
  await settled();
  expect(again.heard('welcome')).toMatchObject([{ member: null }]);
});

test('PR-3d while the journal is unavailable, a window that resumes is welcomed and a new one waits', async () => {
  const inner = memoryJournal();
  let isDown = false;
  const down = { ok: false, error: { type: 'unavailable', why: 'down' } } as const;
  const journal: Journal = {
    append: async (...asked) => (isDown ? down : inner.append(...asked)),
    compact: async (...asked) => (isDown ? down : inner.compact(...asked)),
    read: async (...asked) => (isDown ? down : inner.read(...asked)),
    subscribe: (...asked) => inner.subscribe(...asked),
    purge: (log, seen) => inner.purge(log, seen),
    logs: (prefix, after) => inner.logs(prefix, after),
    moments: {
      keep: async (...asked) => (isDown ? down.error : inner.moments.keep(...asked)),
      last: (...asked) => inner.moments.last(...asked),
    },
    close: () => inner.close(),
  };
  const place = await Place.create({ journal });
  const ann = await place.sit('Ann');
  isDown = true;
  const resumed = new Visitor(place, ann.token);
  resumed.say({ t: 'hello', protocol: 1, table: place.table.code, token: ann.token, since: 1, n: 5_000 });
  expect(resumed.heard('welcome')).toMatchObject([{ member: 1 }]);
  const other = new Visitor(place, ann.token);
  other.hello();
  await place.time.pass(1_000);
  expect(other.frames).toEqual([]);
  isDown = false;
  await place.time.pass(1_000);
  expect(other.heard('welcome')).toMatchObject([{ member: 1 }]);
  expect(resumed.closed).toBe(4001);
});
