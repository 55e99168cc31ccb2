/** What pages tell each other to be heard: only among those who sit, only to the one it is for, within bounds, and never kept. */
import { expect, test } from 'vitest';
import { LONGEST_SDP, memoryJournal, type Signal } from '../src/index.ts';
import { SIGNAL_BURST, SIGNAL_PER_SECOND } from '../src/signals.ts';
import { CODE, Place, settled, Visitor } from './table-kit.ts';

const HELLO: Signal = { type: 'hello', id: 'a1' };
const longOffer: Signal = { type: 'offer', id: 'a1', for: 'b2', sdp: 'v'.repeat(LONGEST_SDP) };

const signal = (to: Visitor, data: Signal = HELLO): unknown => ({ t: 'signal', to: to.member, data });

async function three(): Promise<{ place: Place; ann: Visitor; bea: Visitor; cid: Visitor }> {
  const place = await Place.create();
  return { place, ann: await place.sit('Ann'), bea: await place.sit('Bea'), cid: await place.sit('Cid') };
}

test('a signal reaches the one it is for, with the name of its sender, and nobody else', async () => {
  const { place, ann, bea, cid } = await three();
  const watcher = await place.watch();
  ann.say(signal(bea));
  await settled();
  expect(bea.heard('signal')).toEqual([{ t: 'signal', from: ann.member, data: HELLO }]);
  for (const other of [ann, cid, watcher]) expect(other.heard('signal')).toEqual([]);
  expect(ann.heard('unheard')).toEqual([]);
});

test('nothing of it is written: the journal is the same, byte by byte, and so is the version', async () => {
  const journal = memoryJournal();
  const place = await Place.create({ journal });
  const [ann, bea] = [await place.sit('Ann'), await place.sit('Bea')];
  const written = async (): Promise<string> =>
    JSON.stringify(
      await Promise.all(['table', 'people', 'secret', 'sand'].map(log => journal.read(`${log}/${CODE}`, 1))),
    );
  const before = await written();
  const { version } = place.table;
  ann.say(signal(bea, longOffer));
  bea.say(signal(ann));
  await settled();
  expect(await written()).toBe(before);
  expect(place.table.version).toBe(version);
});

test('who watches tells and is told nothing, neither signals nor servers', async () => {
  const { place, ann } = await three();
  const watcher = await place.watch();
  watcher.say(signal(ann));
  watcher.say({ t: 'ice' });
  expect(watcher.heard('unheard')).toEqual([
    { t: 'unheard', why: 'not-seated', to: ann.member },
    { t: 'unheard', why: 'not-seated' },
  ]);
  expect(watcher.heard('ice')).toEqual([]);
  expect(ann.heard('signal')).toEqual([]);
});

test('who has left, or is not connected, or never was here is told as such', async () => {
  const { place, ann, bea, cid } = await three();
  const left = cid.member;
  cid.manage({ type: 'leave' });
  place.table.disconnect(bea);
  await settled();
  for (const to of [left, bea.member, 99]) ann.say({ t: 'signal', to, data: HELLO });
  cid.say(signal(ann));
  expect(ann.heard('unheard')).toEqual([
    { t: 'unheard', why: 'no-such-member', to: left },
    { t: 'unheard', why: 'no-such-member', to: bea.member },
    { t: 'unheard', why: 'no-such-member', to: 99 },
  ]);
  expect(cid.heard('unheard')).toMatchObject([{ why: 'not-seated' }]);
  expect(ann.heard('signal')).toEqual([]);
});

test('a line passes on so much and no more, until time has passed; others are not affected', async () => {
  const { place, ann, bea, cid } = await three();
  const size = JSON.stringify({ t: 'signal', from: ann.member, data: longOffer }).length;
  const fit = Math.floor(SIGNAL_BURST / size);
  for (let i = 0; i <= fit; i++) ann.say(signal(bea, longOffer));
  expect(bea.heard('signal')).toHaveLength(fit);
  expect(ann.heard('unheard')).toEqual([{ t: 'unheard', why: 'too-fast', to: bea.member }]);
  cid.say(signal(bea, longOffer));
  expect(bea.heard('signal')).toHaveLength(fit + 1);
  await place.time.pass((size / SIGNAL_PER_SECOND) * 1000);
  ann.say(signal(bea, longOffer));
  expect(bea.heard('signal')).toHaveLength(fit + 2);
});

test('the newest window of a member is the one that is told', async () => {
  const { place, ann, bea } = await three();
  const again = new Visitor(place, bea.token);
  again.hello();
  await settled();
  ann.say(signal(again));
  expect(again.heard('signal')).toHaveLength(1);
  expect(bea.heard('signal')).toHaveLength(0);
});

test('servers that help are told to whoever sits; without any set up there are none', async () => {
  const { place, ann } = await three();
  ann.say({ t: 'ice' });
  expect(ann.last).toEqual({ t: 'ice', servers: [] });
  const servers = [{ urls: ['turn:turn.example'], username: '1:x', credential: 'y' }];
  place.world.ice = () => ({ servers, lasts: 1000 });
  ann.say({ t: 'ice' });
  expect(ann.last).toEqual({ t: 'ice', servers, lasts: 1000 });
});
