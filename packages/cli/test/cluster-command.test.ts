/** `hush cluster` as a command: its arguments and sentences. The server's cluster tests run it on real servers. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

test.each([[[]], [['grow']], [['init']], [['init', 'folder']], [['status', 'now']], [['step-down']]])(
  'CL-11b hush cluster with the arguments %j shows its usage and ends with 2',
  async args => {
    const io = fakeIo();
    expect(await main(['cluster', ...args], io)).toBe(2);
    expect(io.complained()).toContain('usage: hush cluster init FOLDER HOST HOST HOST');
  },
);

test.each([['status'], ['step-down', 'n1']])(
  'CL-11c hush cluster %s without HUSH_JOURNAL says that no servers are configured',
  async (...args) => {
    vi.stubEnv('HUSH_JOURNAL', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const io = fakeIo();
    expect(await main(['cluster', ...args], io)).toBe(1);
    expect(io.complained()).toContain('hush cluster: HUSH_JOURNAL names no NATS servers.');
  },
);

test('CL-11a hush cluster init writes six files and prints what to do with them; a second call is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hush-init-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const io = fakeIo();
  expect(await main(['cluster', 'init', folder, 'a.example', 'b.example', 'c.example'], io)).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(
    ['hush.env', 'hush.seed', 'n1.conf', 'n2.conf', 'n3.conf', 'system.seed'].sort(),
  );
  expect(io.said()).toContain('nats-server -c n1.conf');
  expect(await main(['cluster', 'init', folder, 'a.example', 'b.example', 'c.example'], io)).toBe(1);
  expect(io.complained()).toContain('nothing is ever overwritten');
});

test('CL-11a hush cluster init names a folder that cannot be made in a sentence', async () => {
  const io = fakeIo();
  expect(await main(['cluster', 'init', '/proc/no/folder', 'a.example', 'b.example', 'c.example'], io)).toBe(
    1,
  );
  expect(io.complained()).toMatch(/^hush cluster: \/proc\/no\/folder cannot be written to: /);
});
