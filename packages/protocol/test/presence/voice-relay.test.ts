/** Tests of voice signals: only between seated members, only to the addressed one, within limits, and never stored. */
import { expect, test } from 'vitest';
import { LONGEST_SDP, memoryJournal, type Signal } from '../../src/index.ts';
import {
  HELLO_APART,
  HELLO_BURST,
  SIGNAL_BURST,
  SIGNAL_PER_SECOND,
  SILENT_BURST,
  SILENT_PER_SECOND,
} from '../../src/presence/voice-relay.ts';
import { CODE, Place, Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const HELLO: Signal = { type: 'hello', id: 'a1' };

/** A shortened session description of a browser. */
const SDP = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:aB+/',
  'a=ice-pwd:k3Jd0aLq8rTzYw1nVx5sGh2m',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=sendrecv',
  'a=msid:- 0b6f1c0e-56c1-4f3c-9a35-1a2b3c4d5e6f',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1;stereo=0',
  'a=ssrc:2231627014 cname:4TOk42mSjXCkVIa6',
  '',
].join('\r\n');
/** All signals between two current browsers until they are connected, with made-up numbers. */
const FINGERPRINT = `a=fingerprint:sha-256 ${Array(32).fill('0F').join(':')}`;
const CHROMIUM = [
  ...['v=0', 'o=- 4611731400430051336 3 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0'],
  ...['a=extmap-allow-mixed', 'a=msid-semantic: WMS 4f3c9a35-1a2b-4c4d-8e6f-0b6f1c0e56c1'],
  ...['m=audio 46154 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126', 'c=IN IP4 192.0.2.1'],
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=candidate:842163049 1 udp 1677729535 192.0.2.1 46154 typ srflx raddr 0.0.0.0 rport 0 generation 0 network-id 1 network-cost 10',
  ...['a=ice-ufrag:aB+/', 'a=ice-pwd:k3Jd0aLq8rTzYw1nVx5sGh2m', 'a=ice-options:trickle renomination'],
  ...[FINGERPRINT, 'a=setup:actpass', 'a=mid:0'],
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  ...['a=sendrecv', 'a=msid:4f3c9a35-1a2b-4c4d-8e6f-0b6f1c0e56c1 0b6f1c0e-56c1-4f3c-9a35-1a2b3c4d5e6f'],
  ...['a=rtcp-mux', 'a=rtcp-rsize', 'a=rtpmap:111 opus/48000/2', 'a=rtcp-fb:111 transport-cc'],
  ...['a=fmtp:111 minptime=10;useinbandfec=1', 'a=rtpmap:63 red/48000/2', 'a=fmtp:63 111/111'],
  ...['a=rtpmap:9 G722/8000', 'a=rtpmap:13 CN/8000', 'a=rtpmap:126 telephone-event/8000'],
  'a=ssrc:2231627014 cname:4TOk42mSjXCkVIa6',
  'a=ssrc:2231627014 msid:4f3c9a35-1a2b-4c4d-8e6f-0b6f1c0e56c1 0b6f1c0e-56c1-4f3c-9a35-1a2b3c4d5e6f',
  '',
].join('\r\n');
const FIREFOX = [
  ...['v=0', 'o=mozilla...THIS_IS_SDPARTA-128.0 8422640018393527162 0 IN IP4 0.0.0.0', 's=-', 't=0 0'],
  ...['a=sendrecv', FINGERPRINT, 'a=group:BUNDLE 0', 'a=ice-options:trickle', 'a=msid-semantic:WMS *'],
  ...['m=audio 9 UDP/TLS/RTP/SAVPF 109 9 0 8 101', 'c=IN IP4 0.0.0.0', 'a=sendrecv', 'a=end-of-candidates'],
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:2/recvonly urn:ietf:params:rtp-hdrext:csrc-audio-level',
  'a=fmtp:109 maxplaybackrate=48000;stereo=1;useinbandfec=1',
  ...['a=fmtp:101 0-15', 'a=ice-pwd:0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'a=ice-ufrag:0f1e2d3c', 'a=mid:0'],
  'a=msid:{0b6f1c0e-56c1-4f3c-9a35-1a2b3c4d5e6f} {4f3c9a35-1a2b-4c4d-8e6f-0b6f1c0e56c1}',
  ...['a=rtcp-mux', 'a=rtpmap:109 opus/48000/2', 'a=rtpmap:101 telephone-event/8000/1', 'a=setup:actpass'],
  'a=ssrc:2231627014 cname:{9a351a2b-56c1-4f3c-9a35-1a2b3c4d5e6f}',
  '',
].join('\r\n');
const offer = (sdp: string): Signal => ({ type: 'offer', id: 'a1', for: 'b2', sdp });
const filler = `a=fmtp:111 ${'minptime=10;'.repeat(7)}\r\n`;
const longOffer = offer(SDP + filler.repeat(Math.floor((LONGEST_SDP - SDP.length) / filler.length)));
const way = (candidate: string): Signal => ({
  type: 'candidates',
  id: 'a1',
  for: 'b2',
  list: [{ candidate, mid: '0' }],
});

const signal = (to: Visitor, data: Signal = HELLO): unknown => ({ t: 'signal', to: to.member, data });

async function three(): Promise<{ place: Place; ann: Visitor; bea: Visitor; cid: Visitor }> {
  const place = await Place.create();
  return { place, ann: await place.sit('Ann'), bea: await place.sit('Bea'), cid: await place.sit('Cid') };
}

test('PR-30a a signal reaches only the member whom it names, with `from`', async () => {
  const { place, ann, bea, cid } = await three();
  const watcher = await place.watch();
  ann.say(signal(bea));
  await settled();
  expect(bea.heard('signal')).toEqual([{ t: 'signal', from: ann.member, data: HELLO }]);
  for (const other of [ann, cid, watcher]) expect(other.heard('signal')).toEqual([]);
  expect(ann.heard('unheard')).toEqual([]);
});

test('PR-30b a signal changes neither the journal nor the version', async () => {
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

test('PR-31a PR-31b a spectator can send no signal, gets none, and is not told the ICE servers', async () => {
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

test('PR-31b a signal to a member who left, is not connected or never was is answered with `no-such-member`', async () => {
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

test('PR-31c a connection may send 128 kB of signals at once and then 8 kB a second; other connections are not affected', async () => {
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

test('CM-2q during silence a connection may send as many signals as a page needs to reach all others, and then very few', async () => {
  const { place, ann, bea } = await three();
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  const size = JSON.stringify({ t: 'signal', from: ann.member, data: longOffer }).length;
  const fit = Math.floor(SILENT_BURST / size);
  for (let i = 0; i <= fit; i++) ann.say(signal(bea, longOffer));
  expect(bea.heard('signal')).toHaveLength(fit);
  expect(ann.heard('unheard')).toEqual([{ t: 'unheard', why: 'too-fast', to: bea.member }]);
  await place.time.pass((size / SILENT_PER_SECOND) * 1000);
  ann.say(signal(bea, longOffer));
  ann.say(signal(bea, longOffer));
  expect(bea.heard('signal')).toHaveLength(fit + 1);
});

test('PR-31c a connection may send `hello` to one member four times at once and then once a second; each receiver has a limit of its own', async () => {
  const { place, ann, bea, cid } = await three();
  for (let i = 0; i < 2 * HELLO_BURST; i++) ann.say(signal(bea));
  expect(bea.heard('signal')).toHaveLength(HELLO_BURST);
  expect(ann.heard('unheard')).toHaveLength(HELLO_BURST);
  ann.say(signal(cid));
  expect(cid.heard('signal')).toHaveLength(1);
  await place.time.pass(HELLO_APART);
  ann.say(signal(bea));
  ann.say(signal(bea));
  expect(bea.heard('signal')).toHaveLength(HELLO_BURST + 1);
});

test.each<readonly [string, Signal]>([
  ['a description', offer(SDP)],
  ['the whole one of a Chromium', offer(CHROMIUM)],
  ['the whole one of a Firefox', offer(FIREFOX)],
  ['a description with an attribute that no browser has today', offer(`${SDP}a=note:x\r\n`)],
  ['a description of 160 lines', offer(SDP + 'a=x\r\n'.repeat(160 - SDP.split('\n').length + 1))],
  ['one with bare line ends', offer(SDP.replaceAll('\r', ''))],
  ['one of a Mozilla', offer(SDP.replace('o=- ', 'o=mozilla...THIS_IS_SDPARTA-99.0 '))],
  [
    'an address',
    way('candidate:842163049 1 udp 1677729535 192.0.2.1 46154 typ srflx raddr 10.0.0.1 rport 46154'),
  ],
  [
    'a hidden address',
    way('candidate:1 1 udp 2113937151 6b5a4c3d-1f2e.local 51389 typ host generation 0 ufrag aB+/'),
  ],
  [
    'an address over TCP',
    way('candidate:2 1 TCP 1518280447 2001:db8::1 9 typ host tcptype active network-cost 999'),
  ],
  ['the end of the addresses', way('')],
])('PR-30f a signal with %s is relayed', async (_, data) => {
  const { ann, bea } = await three();
  ann.say(signal(bea, data));
  expect(ann.heard('unheard')).toEqual([]);
  expect(bea.heard('signal')).toHaveLength(1);
});

test.each<readonly [string, Signal]>([
  ['a sentence instead of a description', offer('west first, then the hourglass')],
  ['a sentence as the title of a description', offer(SDP.replace('s=-', 's=west first'))],
  ['a line of an unknown kind', offer(`${SDP}i=west first\r\n`)],
  ['a letter outside ASCII', offer(SDP.replace('cname:4TOk', 'cname:zażółć'))],
  ['video beside the voice', offer(`${SDP}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`)],
  ['video instead of the voice', offer(SDP.replace('m=audio', 'm=video'))],
  ['a second voice', offer(`${SDP}m=audio 9 UDP/TLS/RTP/SAVPF 96\r\n`)],
  ['an empty description', offer('')],
  ['a description of 161 lines', offer(SDP + 'a=x\r\n'.repeat(161 - SDP.split('\n').length + 1))],
  ['an attribute of 513 characters', offer(`${SDP}a=x:${'x'.repeat(513)}\r\n`)],
  ['a sentence instead of an address', way('west first')],
  ['a sentence after an address', way('candidate:1 1 udp 1 192.0.2.1 9 typ host go west first')],
])('PR-30f a signal with %s is not relayed', async (_, data) => {
  const { ann, bea } = await three();
  ann.say(signal(bea, data));
  expect(ann.heard('unheard')).toEqual([{ t: 'unheard', why: 'malformed', to: bea.member }]);
  expect(bea.heard('signal')).toEqual([]);
});

test('PR-30a a signal goes to the newest window of its member', async () => {
  const { place, ann, bea } = await three();
  const again = new Visitor(place, bea.token);
  again.hello();
  await settled();
  ann.say(signal(again));
  expect(again.heard('signal')).toHaveLength(1);
  expect(bea.heard('signal')).toHaveLength(0);
});

test('PR-31a `ice` is answered with the ICE servers for seated members, and with an empty list if none are configured', async () => {
  const { place, ann } = await three();
  ann.say({ t: 'ice' });
  expect(ann.last).toEqual({ t: 'ice', servers: [] });
  const servers = [{ urls: ['turn:turn.example'], username: '1:x', credential: 'y' }];
  place.world.ice = () => ({ servers, lasts: 1000 });
  ann.say({ t: 'ice' });
  expect(ann.last).toEqual({ t: 'ice', servers, lasts: 1000 });
});
