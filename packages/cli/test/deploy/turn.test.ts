/** Tests of deploy/turn: a real coturn with our file serves players and does not relay into private networks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { iceGrant, readConfig } from '@hush/server';
import { expect, test } from 'vitest';
import { reservePort } from '../../../server/test/ports.ts';
import { probeIce, type TurnFinding } from '../../src/doctor/turn-probe.ts';
import { deployed, listening, scratch, type Tool, toolFor } from './tool.ts';

const SECRET = 'a-secret-of-the-tests';

/** Starts coturn on a port of this machine, with our configuration after `change`. */
async function turnServer(tool: Tool, change: (text: string) => string): Promise<number> {
  const port = await reservePort();
  const file = join(scratch(), 'turnserver.conf');
  const text = deployed('turn/turnserver.conf')
    .replace('listening-port=3478', `listening-port=${port}\nlistening-ip=127.0.0.1\nrelay-ip=127.0.0.1`)
    .replace(/static-auth-secret=.*/, `static-auth-secret=${SECRET}`);
  writeFileSync(file, change(text));
  tool.start(
    '-c',
    file,
    '--no-tls',
    '--no-dtls',
    '--log-file',
    'stdout',
    '--pidfile',
    `${file}.pid`,
    '--userdb',
    `${file}.db`,
  );
  await listening(port);
  return port;
}

/** The result of `hush doctor`'s probe with credentials that a player would get. */
async function asSeat(url: string, secret = SECRET): Promise<TurnFinding> {
  const config = readConfig({ HUSH_TURN_URLS: url, HUSH_TURN_SECRET: secret });
  if (!config.ok) throw new Error(config.error.join(' '));
  const [server] = iceGrant(config.value.ice, Date.now(), 'seat').servers;
  if (server === undefined) throw new Error('no server');
  return probeIce(url, server);
}

test('OP-6a coturn with deploy/turn/turnserver.conf accepts our credentials and relays to no private address', async ({
  skip,
}) => {
  const port = await turnServer(toolFor(skip, 'turnserver'), text => text);
  expect(await asSeat(`turn:127.0.0.1:${port}`)).toEqual({ type: 'works' });
  expect(await asSeat(`turn:127.0.0.1:${port}?transport=tcp`)).toEqual({ type: 'works' });
  expect(await asSeat(`turn:127.0.0.1:${port}`, 'another-secret-of-the-tests')).toEqual({
    type: 'refused',
    error: 401,
  });
  expect(await probeIce(`stun:127.0.0.1:${port}`, { urls: '' })).toEqual({ type: 'works' });
});

test('OP-6a without the lines that deny peers, hush doctor finds that coturn relays into private networks', async ({
  skip,
}) => {
  const tool = toolFor(skip, 'turnserver');
  const port = await turnServer(tool, text => text.replace(/^denied-peer-ip=.*$/gm, ''));
  expect(await asSeat(`turn:127.0.0.1:${port}`)).toEqual({ type: 'open', to: '10.0.0.1' });
});
