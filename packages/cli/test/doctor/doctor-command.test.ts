/** Tests of `hush doctor`: each fault is really caused, and reported with its remedy. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { smallDisk } from '../../../server/test/journal/journal-kit.ts';
import { MOUNT, testWith } from '../../../server/test/needs.ts';
import { serve } from '../../../server/test/server-kit.ts';
import { FINDING_LEVELS, type Finding } from '../../src/doctor/finding.ts';
import { checkClock } from '../../src/doctor/machine-checks.ts';
import { main } from '../../src/main.ts';
import { certificate, scratch } from '../deploy/tool.ts';
import { fakeIo } from '../fake-io.ts';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hush-doctor-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface Report {
  readonly exit: number;
  readonly findings: readonly Finding[];
  /** All findings of the check with this name. */
  readonly of: (check: string) => readonly Finding[];
}

async function doctor(env: Readonly<Record<string, string>>): Promise<Report> {
  for (const [name, value] of Object.entries({
    HUSH_DATA: directory(),
    PORT: '0',
    HOST: '127.0.0.1',
    ...env,
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const io = fakeIo();
  const exit = await main(['doctor', '--json'], io);
  const { ok, findings } = JSON.parse(io.said()) as {
    readonly ok: boolean;
    readonly findings: readonly Finding[];
  };
  expect(ok).toBe(exit === 0);
  for (const { level, remedy } of findings) {
    expect(FINDING_LEVELS).toContain(level);
    expect(remedy === undefined).toBe(level === 'ok');
  }
  return { exit, findings, of: check => findings.filter(finding => finding.check === check) };
}

function listening(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
  });
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

test('OP-7a on a machine without faults all findings are fine, as JSON and in the report for people', async () => {
  const { exit, findings } = await doctor({});
  expect([exit, findings.filter(({ level }) => level !== 'ok')]).toEqual([0, []]);
  const io = fakeIo();
  expect(await main(['doctor'], io)).toBe(0);
  expect(io.said()).toMatch(/^(?:ok {4}\w+ +\S.*\n)+$/);
});

test('OP-7a every wrong setting is reported as a finding', async () => {
  const { exit, findings } = await doctor({ PORT: 'many', HUSH_NONSENSE: '1' });
  expect(exit).toBe(1);
  expect(findings).toMatchObject([
    { check: 'settings', level: 'fail', what: expect.stringContaining('HUSH_NONSENSE') },
    { check: 'settings', level: 'fail', what: expect.stringContaining('PORT') },
  ]);
});

test('OP-7a HUSH_TRUST_PROXY without HUSH_ORIGINS is a warning', async () => {
  expect((await doctor({ HUSH_TRUST_PROXY: '1' })).of('settings')).toMatchObject([
    { level: 'warn', remedy: expect.stringContaining('HUSH_ORIGINS') },
  ]);
});

test('OP-7b a data directory that others can read is a warning; a path that is not a directory is an error', async () => {
  const dataDir = directory();
  chmodSync(dataDir, 0o755);
  expect((await doctor({ HUSH_DATA: dataDir })).of('disk')).toMatchObject([
    { level: 'ok' },
    { level: 'warn', remedy: `Run chmod 700 ${dataDir}.` },
  ]);
  writeFileSync(join(dataDir, 'file'), '');
  chmodSync(join(dataDir, 'file'), 0o444);
  for (const path of [join(dataDir, 'file'), join(dataDir, 'file', 'data')])
    expect((await doctor({ HUSH_DATA: path })).of('disk')).toMatchObject([
      { level: 'fail', what: `${join(dataDir, 'file')} is a file, not a directory.` },
    ]);
});

testWith(MOUNT, 'OP-7b a disk that is nearly full is an error', async () => {
  const { exit, of } = await doctor({ HUSH_DATA: smallDisk('size=1m') });
  expect([exit, of('disk')[0]]).toMatchObject([
    1,
    {
      level: 'fail',
      what: expect.stringMatching(/^\d MB are free/),
      remedy: expect.stringMatching(/^Make room/),
    },
  ]);
});

test('OP-7b a clock that is before the last write, or before the build of this program, is an error', async () => {
  const dataDir = directory();
  const soon = Date.now() / 1000 + 3 * 86_400;
  writeFileSync(join(dataDir, 'hush.db'), '');
  utimesSync(join(dataDir, 'hush.db'), soon, soon);
  expect((await doctor({ HUSH_DATA: dataDir })).of('clock')).toMatchObject([
    { level: 'fail', what: expect.stringContaining('3 days') },
  ]);
  expect(checkClock(directory(), Date.UTC(2000, 0))).toMatchObject([{ level: 'fail' }]);
});

test('OP-7c a port that a Hush server uses is fine; a port that another program uses is an error', async () => {
  const { port } = await serve();
  expect((await doctor({ PORT: String(port) })).of('port')).toMatchObject([
    { level: 'ok', what: expect.stringMatching(/^Hush \d.* is running on port/) },
  ]);
  const other = await listening(createServer((_, response) => response.end('hello')));
  expect((await doctor({ PORT: String(other) })).of('port')).toMatchObject([
    { level: 'fail', what: expect.stringContaining('taken by another program') },
  ]);
});

test('OP-7d a server that answers at its origin is fine, and a wrong number of proxies is an error', async () => {
  const { port } = await serve();
  const env = { HUSH_ORIGINS: `http://127.0.0.1:${port}` };
  expect((await doctor(env)).of('proxy')).toMatchObject([{ level: 'ok' }, { level: 'ok' }]);
  expect((await doctor({ ...env, HUSH_TRUST_PROXY: '2' })).of('proxy')).toMatchObject([
    { level: 'ok' },
    { level: 'fail', remedy: expect.stringContaining('HUSH_TRUST_PROXY=0') },
  ]);
});

test('OP-7d the report distinguishes an origin that is refused, one without upgrades and one without a server', async () => {
  const { port } = await serve({ env: { HUSH_ORIGINS: 'https://hush.example' } });
  const plain = await listening(createServer((_, response) => response.writeHead(404).end()));
  const origins = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${plain}`, 'http://127.0.0.1:1'];
  const found = (await doctor({ HUSH_ORIGINS: origins.join(',') }))
    .of('proxy')
    .filter(({ level }) => level === 'fail');
  expect(found.map(({ what }) => what)).toEqual([
    `${origins[0]}: a WebSocket is refused with 403.`,
    `${origins[1]}: a WebSocket is refused with 404.`,
    `${origins[2]}: nothing answers.`,
  ]);
});

test('OP-7d a certificate that no authority signed is an error', async ({ skip }) => {
  const { cert, key } = certificate(skip, scratch(), 'localhost');
  const server = createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) });
  const port = await listening(server);
  expect((await doctor({ HUSH_ORIGINS: `https://localhost:${port}` })).of('TLS')).toMatchObject([
    { level: 'fail', what: expect.stringMatching(/self-signed certificate/) },
  ]);
});

test('OP-7d an https origin whose port is closed, speaks no TLS or has no certificate is an error, with a sentence for each of these causes', async () => {
  const plain = await listening(createServer((_, response) => response.end('hello')));
  const bare = await listening(createSecureServer({}));
  const origins = [`https://127.0.0.1:${plain}`, 'https://127.0.0.1:1', `https://127.0.0.1:${bare}`];
  const found = (await doctor({ HUSH_ORIGINS: origins.join(',') })).of('TLS');
  expect(found.map(({ what }) => what)).toEqual([
    `${origins[0]}: what answers at that port does not speak TLS.`,
    `${origins[1]}: nothing answers at that port.`,
    `${origins[2]}: what answers at that port ends the TLS handshake, perhaps because it has no certificate for that name.`,
  ]);
});

test('OP-7d an https origin whose name has no address is an error whose remedy is a DNS record', async () => {
  const origin = `https://${'x'.repeat(64)}.example`; // no host name has a part longer than 63 letters
  expect((await doctor({ HUSH_ORIGINS: origin })).of('TLS')).toMatchObject([
    {
      level: 'fail',
      what: `${origin}: no DNS server knows that name.`,
      remedy: expect.stringContaining('an A or AAAA record'),
    },
  ]);
});

test('OP-7e a TURN server whose name has no address is an error that says so', async () => {
  const url = `turn:${'x'.repeat(64)}.example:3478`; // no host name has a part longer than 63 letters
  const env = { HUSH_TURN_URLS: url, HUSH_TURN_SECRET: 'a-secret-of-the-tests' };
  expect((await doctor(env)).of('voice')).toMatchObject([
    { level: 'fail', what: `${url}: no DNS server knows that name.` },
  ]);
});

test('OP-7e a TURN server that does not answer is an error', async () => {
  const env = { HUSH_TURN_URLS: 'turn:127.0.0.1:1?transport=tcp', HUSH_TURN_SECRET: 'a-secret-of-the-tests' };
  expect((await doctor(env)).of('voice')).toMatchObject([
    { level: 'fail', what: 'turn:127.0.0.1:1?transport=tcp does not answer.' },
  ]);
});

test('OP-7a unknown arguments are answered with the usage', async () => {
  const io = fakeIo();
  expect(await main(['doctor', '--all'], io)).toBe(2);
  expect(io.complained()).toMatch(/^usage: hush doctor/);
});
