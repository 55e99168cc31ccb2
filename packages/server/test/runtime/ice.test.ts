/**
 * Tests of ICE servers for voice: the setting is read strictly, only seats get servers, and credentials have the form of
 * coturn's REST API.
 */
import { createHmac } from 'node:crypto';
import type { ServerMessage } from '@hush/protocol';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/index.ts';
import { iceGrant } from '../../src/runtime/ice.ts';
import { type Guest, online, openTable, serve, sit, until, visit } from '../server-kit.ts';

const SECRET = 'north-wind-and-sand';

test.each([
  ['stun:stun.example', [{ urls: 'stun:stun.example' }]],
  [
    'stun:stun.example:3478, stuns:[2001:db8::1]:5349',
    [{ urls: 'stun:stun.example:3478' }, { urls: 'stuns:[2001:db8::1]:5349' }],
  ],
  ['[]', []],
  ['[{"urls":"stun:a.example"}]', [{ urls: ['stun:a.example'] }]],
  [
    '[{"urls":["turn:a.example","turns:a.example:443?transport=tcp"],"username":"u","credential":"c"}]',
    [{ urls: ['turn:a.example', 'turns:a.example:443?transport=tcp'], username: 'u', credential: 'c' }],
  ],
])('PR-31a the setting HUSH_ICE=%s is accepted', (text, servers) => {
  expect(readConfig({ HUSH_ICE: text })).toMatchObject({ ok: true, value: { ice: { servers } } });
});

const NINE = Array(9).fill('stun:a.example');

test.each([
  [
    { HUSH_ICE: 'stun.example' },
    'HUSH_ICE must name addresses such as stun:stun.example:3478, but "stun.example" is not one.',
  ],
  [
    { HUSH_ICE: 'stun:a b' },
    'HUSH_ICE must name addresses such as stun:stun.example:3478, but "stun:a b" is not one.',
  ],
  [
    { HUSH_ICE: 'https://a.example' },
    'HUSH_ICE must name addresses such as stun:stun.example:3478, but "https://a.example" is not one.',
  ],
  [
    { HUSH_ICE: 'turn:a.example' },
    'HUSH_ICE names a turn: server without credentials: use HUSH_TURN_URLS and HUSH_TURN_SECRET, or a list in JSON.',
  ],
  [{ HUSH_ICE: NINE.join() }, 'HUSH_ICE must name at most 8 servers.'],
  [{ HUSH_ICE: JSON.stringify(NINE.map(urls => ({ urls }))) }, 'HUSH_ICE must name at most 8 servers.'],
  [{ HUSH_ICE: '[{' }, 'HUSH_ICE must be stun: addresses with commas between, or a list in JSON.'],
  [{ HUSH_ICE: '[7]' }, 'HUSH_ICE must list objects with "urls".'],
  [
    { HUSH_ICE: '[{"url":"stun:a.example"}]' },
    'HUSH_ICE has a server with "url", which is not a field of one.',
  ],
  [
    { HUSH_ICE: '[{"urls":[]}]' },
    'HUSH_ICE must have "urls" such as stun:stun.example:3478, but [] is not one.',
  ],
  [
    { HUSH_ICE: '[{"urls":"a"}]' },
    'HUSH_ICE must have "urls" such as stun:stun.example:3478, but "a" is not one.',
  ],
  [
    { HUSH_ICE: '[{"urls":"turn:a.example","username":"u"}]' },
    'HUSH_ICE must have "username" and "credential" as texts where it names a turn: server.',
  ],
  [
    { HUSH_TURN_URLS: 'stun:a.example', HUSH_TURN_SECRET: SECRET },
    'HUSH_TURN_URLS must name addresses such as turn:turn.example:3478, but "stun:a.example" is not one.',
  ],
  [
    { HUSH_TURN_URLS: 'turn:a.example' },
    'HUSH_TURN_URLS needs HUSH_TURN_SECRET, the static-auth-secret of those servers.',
  ],
  [{ HUSH_TURN_SECRET: SECRET }, 'HUSH_TURN_SECRET needs HUSH_TURN_URLS.'],
  [
    { HUSH_TURN_URLS: 'turn:a.example', HUSH_TURN_SECRET: 'short' },
    'HUSH_TURN_SECRET must be a secret of at least 16 characters.',
  ],
])('PR-52g the voice settings %j are refused with one sentence', (environment, sentence) => {
  expect(readConfig(environment)).toEqual({ ok: false, error: [sentence] });
});

const HALF_HOUR = 1_800_000;

test('PR-31d credentials expire within an hour, belong to one seat, and equal those that TURN computes', () => {
  const now = 1_700_000_000_500;
  const turn = { urls: ['turn:turn.example'], secret: SECRET };
  const grant = iceGrant({ servers: [{ urls: 'stun:stun.example' }], turn }, now, 'BCDFGHJK/0');
  const { servers, lasts = 0 } = grant;
  expect(servers[0]).toEqual({ urls: 'stun:stun.example' });
  const { urls, username = '', credential } = servers[1] ?? { urls: [] };
  expect(urls).toEqual(['turn:turn.example']);
  const [, end, name = ''] = /^(\d+):([\da-f]{12})$/.exec(username) ?? [];
  expect(Number(end) * 1000).toBe(now + lasts);
  expect(lasts).toBeGreaterThanOrEqual(HALF_HOUR);
  expect(lasts).toBeLessThanOrEqual(2 * HALF_HOUR);
  expect(credential).toBe(createHmac('sha1', SECRET).update(username).digest('base64'));
  expect(iceGrant({ servers: [], turn }, now, 'BCDFGHJK/1').servers[0]?.username).not.toContain(name);
  expect(iceGrant({ servers: [], turn }, now, 'BCDFGHJL/0').servers[0]?.username).not.toContain(name);
});

test('PR-31d a seat that asks 300 times in an hour gets three user names, of which at most two are valid at the same time', () => {
  const turn = { urls: ['turn:turn.example'], secret: SECRET };
  const names = new Set<string>();
  for (let i = 0; i < 300; i++) {
    const now = 1_700_000_000_500 + i * 12_000;
    names.add(iceGrant({ servers: [], turn }, now, 'BCDFGHJK/0').servers[0]?.username ?? '');
    expect([...names].filter(name => Number(name.split(':')[0]) * 1000 > now).length).toBeLessThanOrEqual(2);
  }
  expect(names.size).toBe(3);
});

/** Made with `printf hush | openssl dgst -sha256 -hmac known-secret-0123 -r | cut -c-12`. */
const KNOWN_NAME = '3600:2252fc9d0317';
/** Made with `printf 3600:2252fc9d0317 | openssl dgst -sha1 -hmac known-secret-0123 -binary | base64`. */
const KNOWN = 'amdOG7NxCOm5A5hiyhN0wfi/jro=';

test('PR-31d the credential for a known secret, time and seat equals the one that openssl computes', () => {
  const { servers } = iceGrant({ servers: [], turn: { urls: [], secret: 'known-secret-0123' } }, 0, 'hush');
  expect(servers[0]).toEqual({ urls: [], username: KNOWN_NAME, credential: KNOWN });
});

test('PR-31e with HUSH_VOICE=relay the answer to `ice` says so; without a TURN server the setting is refused', () => {
  const turn = { HUSH_TURN_URLS: 'turn:turn.example', HUSH_TURN_SECRET: SECRET };
  const config = readConfig({ HUSH_VOICE: 'relay', ...turn });
  if (!config.ok) throw new Error(config.error.join());
  expect(iceGrant(config.value.ice, 0, 'hush')).toMatchObject({ relay: true });
  const direct = readConfig(turn);
  if (direct.ok) expect(iceGrant(direct.value.ice, 0, 'hush')).not.toHaveProperty('relay');
  expect(readConfig({ HUSH_VOICE: 'relay' })).toMatchObject({
    ok: false,
    error: [expect.stringContaining('HUSH_VOICE=relay needs a TURN server')],
  });
  expect(readConfig({ HUSH_VOICE: 'loud' })).toMatchObject({ ok: false });
});

test('PR-31a without configured ICE servers the answer is an empty list that does not expire', () => {
  expect(iceGrant({ servers: [], turn: undefined }, 0, 'hush')).toEqual({ servers: [] });
});

const heardBy = (guest: Guest, t: ServerMessage['t']): readonly ServerMessage[] =>
  guest.notices.flatMap(notice =>
    notice.type === 'other' && notice.message.t === t ? [notice.message] : [],
  );

test('PR-31a a server sends ICE servers only to seated members, and relays a signal to one member without storing it', async () => {
  const server = await serve({
    env: { HUSH_ICE: 'stun:stun.example', HUSH_TURN_URLS: 'turn:turn.example', HUSH_TURN_SECRET: SECRET },
  });
  const code = await openTable(server);
  const [ann, bea] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bea')];
  const watcher = await online(visit(server, code));
  ann.connection.tell({ t: 'ice' });
  watcher.connection.tell({ t: 'ice' });
  await until(() => heardBy(ann, 'ice').length > 0 && heardBy(watcher, 'unheard').length > 0, 'answers');
  expect(heardBy(ann, 'ice')).toMatchObject([
    { servers: [{ urls: 'stun:stun.example' }, { urls: ['turn:turn.example'] }] },
  ]);
  expect(JSON.stringify(heardBy(ann, 'ice'))).not.toContain(SECRET);
  expect(heardBy(watcher, 'unheard')).toEqual([{ t: 'unheard', why: 'not-seated' }]);
  const sdp = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=ice-ufrag:a-word-nobody-else-says\r\n';
  const data = { type: 'offer', id: 'a1', for: 'b2', sdp } as const;
  ann.connection.tell({ t: 'signal', to: bea.connection.mirror.member ?? 0, data });
  await until(() => heardBy(bea, 'signal').length > 0, 'the signal');
  expect(heardBy(bea, 'signal')).toEqual([{ t: 'signal', from: ann.connection.mirror.member, data }]);
  for (const other of [ann, watcher]) expect(heardBy(other, 'signal')).toEqual([]);
  expect(server.log()).not.toMatch(/a-word-nobody-else-says|turn\.example/);
});
