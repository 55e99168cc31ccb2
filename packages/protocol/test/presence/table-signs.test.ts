/** Tests of the limits on visible acts, which prevent Morse code during silence (CM-2k to CM-2o, HG-8j). */
import { expect, test } from 'vitest';
import type { TableWish } from '../../src/index.ts';
import { VISIBLE_ACT_APART } from '../../src/presence/chat.ts';
import { Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

interface Table {
  readonly place: Place;
  readonly ann: Visitor;
  readonly bo: Visitor;
  readonly eve: Visitor;
}

async function playing(wish: TableWish = { scenario: 1 }): Promise<Table> {
  const place = await Place.create({ wish });
  const [ann, bo, eve] = [await place.sit('Ann'), await place.sit('Bo'), await place.watch()];
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  return { place, ann, bo, eve };
}

const say = { type: 'say', text: 'west first' } as const;

const answerTo = async (visitor: Visitor, n: number): Promise<unknown> => {
  await settled();
  return visitor.heard('no').findLast(frame => frame['n'] === n)?.['why'] ?? null;
};
const refusal = (visitor: Visitor, command: unknown): Promise<unknown> =>
  answerTo(visitor, visitor.do(command));
const managed = (visitor: Visitor, command: unknown): Promise<unknown> =>
  answerTo(visitor, visitor.manage(command));

const joining = (name: string) => ({
  t: 'join',
  name,
  avatar: 'owl',
  token: `token-of-${name.padEnd(20, '-')}`,
});

test.each<readonly [string, unknown]>([
  ['ready', { type: 'ready', ready: true }],
  ['unlock', { type: 'lock', locked: false }],
  ['mute', { type: 'mute', member: 2, muted: true }],
  ['sitIn', { type: 'sitIn', allowed: true }],
  ['handOver', { type: 'handOver', member: 1 }],
])(
  'PR-33a CM-2k during silence, %s is accepted only once in three seconds, so that nobody can send a code with it',
  async (_, c) => {
    const { place, ann, eve } = await playing();
    const before = eve.heard('news').length;
    const answers: unknown[] = [];
    for (let i = 0; i < 30; i++) {
      answers.push(await managed(ann, c));
      await place.time.pass(100);
    }
    expect(answers.filter(why => why === null).length).toBe(1);
    expect(answers.filter(why => why === 'too-fast').length).toBe(29);
    expect(eve.heard('news').length).toBe(before + 1);
    expect(await managed(ann, c)).toBeNull(); // the three seconds of the limit are over
  },
);

test('CM-2k all kinds of visible acts of one player share one limit, and each player has a limit of their own', async () => {
  const { place, ann, bo } = await playing({ scenario: 1, house: { pause: true } });
  expect(await managed(ann, { type: 'ready', ready: true })).toBeNull();
  expect(await refusal(ann, { type: 'pause' })).toBe('too-fast');
  expect(await refusal(bo, { type: 'pause' })).toBeNull();
  expect(await refusal(ann, { type: 'resume' })).toBeNull();
  await place.time.pass(VISIBLE_ACT_APART);
  expect(await refusal(ann, { type: 'pause' })).toBeNull();
});

test('CM-2o while talking is allowed, visible acts are not limited', async () => {
  const { ann } = await playing({ scenario: 1, house: { pause: true, freeTalk: true } });
  for (let i = 0; i < 5; i++) {
    expect(await managed(ann, { type: 'ready', ready: i % 2 === 0 })).toBeNull();
    expect(await refusal(ann, { type: 'pause' })).toBeNull();
    expect(await refusal(ann, { type: 'resume' })).toBeNull();
  }
});

test('HG-8j CM-2m during silence a player may pause only once in three seconds, but may resume at once', async () => {
  const { place, ann } = await playing({ scenario: 1, house: { pause: true } });
  for (let i = 0; i < 3; i++) {
    expect(await refusal(ann, { type: 'pause' })).toBeNull();
    expect(await refusal(ann, say)).toBe('paused');
    expect(await refusal(ann, { type: 'resume' })).toBeNull();
    expect(await refusal(ann, { type: 'pause' })).toBe('too-fast');
    await place.time.pass(VISIBLE_ACT_APART);
  }
});

test.each<readonly [string, object, 'ann' | 'bo']>([
  ['kick', { type: 'kick', member: 2 }, 'ann'],
  ['abandon', { type: 'abandon' }, 'ann'],
  ['leave', { type: 'leave' }, 'bo'],
  ['lock of an open table', { type: 'lock', locked: true }, 'ann'],
])('CM-2m during silence %s is accepted right after another visible act', async (_, command, who) => {
  const table = await playing();
  const actor = table[who];
  expect(await managed(actor, { type: 'ready', ready: true })).toBeNull();
  expect(await managed(actor, { type: 'ready', ready: false })).toBe('too-fast');
  expect(await managed(actor, command)).toBeNull();
});

test('CM-2m during silence a locked table can be neither locked again nor unlocked right after another visible act', async () => {
  const { ann } = await playing();
  expect(await managed(ann, { type: 'lock', locked: true })).toBeNull();
  // this unlocking is the first act that the limit counts
  expect(await managed(ann, { type: 'lock', locked: false })).toBeNull();
  expect(await managed(ann, { type: 'lock', locked: true })).toBeNull();
  for (const locked of [true, false]) expect(await managed(ann, { type: 'lock', locked })).toBe('too-fast');
});

test('PR-33b CM-2l during silence only one seat is taken in three seconds, whoever asks', async () => {
  const { place, ann, bo, eve } = await playing();
  bo.manage({ type: 'leave' });
  await settled();
  eve.say(joining('Cy'));
  await settled();
  expect(eve.seat).toBe(1);
  eve.manage({ type: 'leave' });
  bo.say(joining('Dee'));
  await settled();
  expect(bo.last).toMatchObject({ t: 'no', n: 0, why: 'too-fast' });
  await place.time.pass(VISIBLE_ACT_APART);
  bo.say(joining('Dee'));
  await settled();
  expect(bo.seat).toBe(1);
  expect(ann.frames.join()).not.toMatch(/Cy|Dee/);
});
