/** Tests of voice connections between all pages: slow, in any order, with losses, reloads, crossing offers and failures. */
import { expect, test } from 'vitest';
import { settled } from '../../../protocol/test/virtual-time.ts';
import { chanceFrom } from '../../../rules/test/player.ts';
import { type FakePage, FakeTable } from './voice-fakes.ts';

const MIC = { id: 'microphone' } as MediaStreamTrack;

function pair(): { readonly hall: FakeTable; readonly low: FakePage; readonly high: FakePage } {
  const hall = new FakeTable();
  return { hall, low: hall.enter(1), high: hall.enter(2) };
}

test('PR-30d two pages connect in any order of arrival, and the lower number makes the offer', async () => {
  for (const order of [
    [1, 2],
    [2, 1],
  ]) {
    const hall = new FakeTable();
    for (const member of order) {
      hall.enter(member);
      await hall.clock.pass(50);
    }
    await hall.clock.pass(1_000);
    expect(hall.isWhole).toBe(true);
    expect(hall.pages.get(2)?.said.some(({ signal }) => signal.type === 'offer')).toBe(false);
    expect(hall.ether.all).toHaveLength(2);
  }
});

test('PR-92a nine members who turn voice on at once are connected in 36 pairs with few signals', async () => {
  const hall = new FakeTable();
  for (let member = 1; member <= 9; member++) hall.enter(member);
  await hall.clock.pass(1_000);
  expect(hall.isWhole).toBe(true);
  expect(hall.ether.open()).toHaveLength(72);
  for (const { said } of hall.pages.values()) expect(said.length).toBeLessThan(60);
});

test('PR-92a members find each other over connections that are slow and lose one signal in seven', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const chance = chanceFrom(seed);
    const hall = new FakeTable({ delay: () => (chance(7) === 0 ? Number.POSITIVE_INFINITY : chance(400)) });
    const pages = 2 + chance(4);
    for (let member = 1; member <= pages; member++) {
      hall.enter(member);
      await hall.clock.pass(chance(500));
    }
    for (let i = 0; i < 30 && !hall.isWhole; i++) await hall.clock.pass(10_000);
    expect(hall.isWhole, `seed ${seed}`).toBe(true);
  }
});

test('PR-30c a reloaded page replaces the old one, whose signals are ignored', async () => {
  for (const again of [1, 2]) {
    const { hall } = pair();
    await hall.clock.pass(500);
    const old = hall.pages.get(again);
    const other = hall.pages.get(3 - again);
    hall.enter(again, 'call-anew');
    other?.mesh.hear(again, { type: 'candidates', id: `call-${again}`, for: 'old', list: [] });
    await hall.clock.pass(500);
    other?.mesh.hear(again, { type: 'answer', id: `call-${again}`, for: `call-${3 - again}`, sdp: 'stale' });
    other?.mesh.hear(again, { type: 'bye', id: `call-${again}` });
    await hall.clock.pass(500);
    expect(other?.joined).toEqual([again]);
    expect(hall.isWhole).toBe(true);
    expect(old?.connections[0]).toBeDefined();
  }
});

test('PR-92c a member who greets with a new id a hundred times a second starts one call a second and is connected in the end', async () => {
  const { hall, low } = pair();
  await hall.clock.pass(5_000);
  const before = low.connections.length;
  for (let i = 0; i < 500; i++) {
    low.mesh.hear(2, { type: 'hello', id: `call-${i}` });
    await hall.clock.pass(10);
  }
  expect(low.connections.length - before).toBeLessThanOrEqual(6);
  await hall.clock.pass(20_000);
  expect(hall.isWhole).toBe(true);
});

test('PR-92b in silence the sender has no track and its encoding is off; in a talk window it has the track of the microphone', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  for (const page of [low, high])
    expect(page.senders).toMatchObject([{ track: null, encodings: [{ active: false, maxBitrate: 24_000 }] }]);
  for (const page of [low, high]) page.mesh.speak(MIC);
  await settled();
  for (const page of [low, high])
    expect(page.senders).toMatchObject([{ track: MIC, encodings: [{ active: true }] }]);
  low.mesh.speak(null);
  expect(low.senders[0]?.track).toBeNull(); // without talk the track is removed at once
  await settled();
  expect(low.senders).toMatchObject([{ encodings: [{ active: false }] }]);
});

test('PR-92b a member who joins an open talk window gets the microphone track, and a member who joins in silence gets none', async () => {
  const { hall, low, high } = pair();
  low.mesh.speak(MIC);
  await hall.clock.pass(500);
  expect(low.senders).toMatchObject([{ track: MIC, encodings: [{ active: true }] }]);
  expect(high.senders).toMatchObject([{ track: null, encodings: [{ active: false }] }]);
  const third = hall.enter(3);
  await hall.clock.pass(500);
  expect(low.senders.map(({ encodings }) => encodings[0]?.active)).toEqual([true, true]);
  expect(third.senders.map(({ encodings }) => encodings[0]?.active)).toEqual([false, false]);
});

test('PR-92d after several quick presses of the voice button the last one decides', async () => {
  const { hall, low } = pair();
  await hall.clock.pass(500);
  for (let i = 0; i < 21; i++) low.mesh.speak(i % 2 === 0 ? MIC : null);
  await settled();
  expect(low.senders).toMatchObject([{ track: MIC, encodings: [{ active: true }] }]);
  for (let i = 0; i < 21; i++) low.mesh.speak(i % 2 === 0 ? null : MIC);
  await settled();
  expect(low.senders).toMatchObject([{ track: null, encodings: [{ active: false }] }]);
});

test('PR-30d when offers cross, the page with the higher number yields, and both use one transceiver', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  for (const page of [low, high]) page.connections[0]?.restartIce();
  await hall.clock.pass(1_000);
  expect([...low.said, ...high.said].filter(({ signal }) => signal.type === 'offer').length).toBeGreaterThan(
    2,
  );
  expect(hall.isWhole).toBe(true);
  expect(hall.ether.all.map(({ signalingState }) => signalingState)).toEqual(['stable', 'stable']);
});

test('PR-92c a call ends at once when the other member turns voice off or loses the seat', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  high.mesh.close();
  expect(high.connections[0]?.connectionState).toBe('closed');
  await hall.clock.pass(10);
  expect([...low.links]).toEqual([]);
  expect(low.connections[0]?.connectionState).toBe('closed');
  hall.enter(2, 'again');
  await hall.clock.pass(1_500);
  expect(hall.isWhole).toBe(true);
  low.mesh.follow([1], [1]);
  expect([...low.links]).toEqual([]);
  expect(low.heard.size).toBe(0);
});

test('PR-92c the call of a member who is away continues as long as the member has the seat', async () => {
  const { hall, low } = pair();
  await hall.clock.pass(500);
  low.mesh.follow([1], [1, 2]);
  expect(low.joined).toEqual([2]);
});

test('PR-92c a failed call is shown, retried, and connected when a route exists', async () => {
  const hall = new FakeTable();
  hall.ether.isBlocked = true;
  const [low, high] = [hall.enter(1), hall.enter(2)];
  await hall.clock.pass(3_000);
  expect([low.links.get(2), high.links.get(1)]).toEqual(['blocked', 'blocked']);
  await hall.clock.pass(60_000);
  expect(low.links.get(2)).toBe('blocked');
  expect(hall.ether.all.length).toBeGreaterThan(4);
  expect(hall.ether.all.length).toBeLessThan(40);
  hall.ether.isBlocked = false;
  await hall.clock.pass(70_000);
  expect(hall.isWhole).toBe(true);
});

test('PR-92c a call without a route is retried less and less often, down to once a minute, whatever greetings arrive', async () => {
  const hall = new FakeTable();
  hall.ether.isBlocked = true;
  const [low] = [hall.enter(1), hall.enter(2), hall.enter(3), hall.enter(4)];
  const offersIn = async (millis: number): Promise<number> => {
    const before = low.said.length;
    await hall.clock.pass(millis);
    return low.said.slice(before).filter(({ signal, to }) => signal.type === 'offer' && to === 2).length;
  };
  // soon after a failure an attempt can succeed, so there are several
  expect(await offersIn(60_000)).toBeGreaterThanOrEqual(3);
  await hall.clock.pass(120_000);
  const later = await offersIn(600_000);
  expect(later).toBeGreaterThanOrEqual(8);
  expect(later).toBeLessThanOrEqual(10);
  await hall.clock.pass(3_000); // the time between two greetings
  // another page of the member may be on another network, so it is called at once
  low.mesh.hear(2, { type: 'hello', id: 'call-anew' });
  expect(await offersIn(1_000)).toBe(1);
  await hall.clock.pass(200_000);
  low.mesh.greetAll(); // a new connection may use another network
  expect(await offersIn(1_000)).toBe(1);
});

test('PR-92c a call that was lost for minutes is connected again about a minute after a route exists', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  for (const page of [low, high]) page.connections[0]?.become('failed');
  hall.ether.isBlocked = true;
  await hall.clock.pass(200_000);
  expect([low.links.get(2), high.links.get(1)]).toEqual(['blocked', 'blocked']);
  hall.ether.isBlocked = false;
  await hall.clock.pass(70_000);
  expect(hall.isWhole).toBe(true);
});

test('PR-92c a call without an answer is given up and started again', async () => {
  const { hall, low, high } = pair();
  hall.pages.delete(2); // page 2 receives no signals
  low.mesh.hear(2, { type: 'hello', id: 'call-2' });
  await hall.clock.pass(20_000);
  expect(low.links.get(2)).toBe('blocked');
  expect(high.joined).toEqual([]);
});

test('PR-92c after a change of network a call restarts ICE, and one that stays lost is started again', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  const before = low.said.length;
  for (const page of [low, high]) page.connections[0]?.become('disconnected');
  expect(low.links.get(2)).toBe('joining');
  await hall.clock.pass(3_000);
  expect(low.said.slice(before).some(({ signal }) => signal.type === 'offer')).toBe(true);
  expect(hall.isWhole).toBe(true);
});

test('PR-92c an invalid signal ends only its call, throws nothing, and the call starts again', async () => {
  const { hall, low, high } = pair();
  const third = hall.enter(3);
  await hall.clock.pass(500);
  high.mesh.hear(1, { type: 'offer', id: 'call-1', for: 'call-2', sdp: 'rubbish' });
  await settled();
  expect(high.links.get(1)).toBe('blocked');
  expect(high.links.get(3)).toBe('joined');
  await hall.clock.pass(40_000);
  expect([low, high, third].map(({ joined }) => joined.length)).toEqual([2, 2, 2]);
});

test.each(['m=video 9 x', 'm=audio 9 x\r\nm=application 9 x', 'm=audio 9 x\r\nm=audio 9 x'])(
  'PR-92b an offer of anything but one audio track is refused: %j',
  async lines => {
    const { hall, high } = pair();
    await hall.clock.pass(500);
    const sdp = `v=0 from=0 round=9 lines=2 \r\n${lines}\r\n`;
    high.mesh.hear(1, { type: 'offer', id: 'call-1', for: 'call-2', sdp });
    await settled();
    expect(high.connections[0]?.transceivers).toHaveLength(1);
    expect(high.connections[0]?.connectionState).toBe('closed');
  },
);

test('PR-30c a signal for another call, from oneself, or an answer of an unknown page is ignored', async () => {
  const { hall, low } = pair();
  await hall.clock.pass(500);
  low.mesh.hear(1, { type: 'hello', id: 'x' });
  low.mesh.hear(2, { type: 'offer', id: 'call-2', for: 'another-call', sdp: 'rubbish' });
  low.mesh.hear(7, { type: 'answer', id: 'call-7', for: 'call-1', sdp: 'rubbish' });
  // member 7 has the higher number, so it may not start the call
  low.mesh.hear(7, { type: 'offer', id: 'call-7', for: 'call-1', sdp: 'rubbish' });
  await settled();
  expect(hall.isWhole).toBe(true);
  expect(hall.ether.all).toHaveLength(2);
});

test('PR-30e candidates are sent in lists of at most sixteen', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  const connection = low.connections[0];
  const before = low.said.length;
  for (let i = 0; i < 40; i++)
    connection?.onicecandidate?.({ candidate: { candidate: `way ${i}`, sdpMid: '0' } });
  await hall.clock.pass(100);
  const flocks = low.said
    .slice(before)
    .map(({ signal }) => (signal.type === 'candidates' ? signal.list.length : -1));
  expect(flocks).toEqual([16, 16, 8]);
  expect(high.connections[0]?.candidates.slice(-40)).toEqual(
    Array.from({ length: 40 }, (_, i) => `way ${i}`),
  );
});

test('PR-92b descriptions offer no sending while nobody speaks', async () => {
  const { hall, low, high } = pair();
  await hall.clock.pass(500);
  const descriptions = [...low.said, ...high.said].flatMap(({ signal }) =>
    'sdp' in signal ? [signal.sdp] : [],
  );
  expect(descriptions.length).toBeGreaterThan(1);
  for (const sdp of descriptions)
    expect(sdp).toMatch(/\r\na=fmtp:111 minptime=10;useinbandfec=1;usedtx=1;stereo=0\r\na=mid:0\r\n$/);
});
