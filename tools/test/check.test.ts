/**
 * Tests of `npm run check` in a small clone with tests of its own: what it prints and when, and which processes are left
 * afterwards.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../fresh.mjs';

let clone: string;

const write = (path: string, text: string): void => {
  mkdirSync(join(clone, path, '..'), { recursive: true });
  writeFileSync(join(clone, path), text);
};

const CONFIG = `import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: {
    testTimeout: 600_000,
    projects: ['pure', 'relayed', 'search', 'unit', 'mocking', 'world', 'cluster', 'browser'].map(name => ({
      extends: true,
      test: { name, include: ['packages/a/test/' + name + '.test.ts'] },
    })),
  },
});`;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'hush-check-'));
  for (const path of ['tools', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  write('vitest.config.ts', CONFIG);
  for (const name of ['pure', 'relayed', 'search', 'unit', 'mocking', 'world', 'cluster', 'browser'])
    write(
      `packages/a/test/${name}.test.ts`,
      "import { test } from 'vitest';\ntest('passes', () => undefined);\n",
    );
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

interface Run {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
  const child = spawn(process.execPath, [join(clone, 'tools/check.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', more => {
    text += more;
  });
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  return { process: child, ended, said: () => text };
}

/** The source of a test that waits until a file exists. */
const WAITS = `import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
test('waits', () => expect.poll(() => existsSync('go'), { timeout: 600_000 }).toBe(true));
`;

test('a failed test is shown with its reason while other parts still run, and the last line counts all tests', async () => {
  write(
    'packages/a/test/pure.test.ts',
    `import { expect, test } from 'vitest';
test('two and two', () => expect(2 + 2).toBe(5));
test('needs a wall', ctx => ctx.skip('there is none'));
`,
  );
  write('packages/a/test/world.test.ts', WAITS);
  write('cache/hush-tools/nats-server', '#!/bin/sh\necho nats-server: v2.15.0\n');
  chmodSync(join(clone, 'cache/hush-tools/nats-server'), 0o755);
  const { ended, said } = run([], { CHROMIUM: '/usr/bin/env', XDG_CACHE_HOME: join(clone, 'cache') });
  await expect.poll(said).toContain('FAILED units: packages/a/test/pure.test.ts > two and two\n');
  expect(said()).toContain('expected 4 to be 5');
  expect(said()).toContain('at packages/a/test/pure.test.ts:2');
  expect(said()).not.toMatch(/\d passed/);
  write('go', '');
  expect(await ended).toBe(1);
  const lines = said().trimEnd().split('\n');
  expect(lines).toContain('skipped packages/a/test/pure.test.ts > needs a wall (there is none)');
  expect(lines.at(-1)).toBe('7 passed, 1 failed, 1 skipped');
});

test('without Chromium and nats-server the tests of the browser and of the cluster are skipped, counted and named; without nats-server the check fails', async () => {
  const path = join(clone, 'tools/chromium.mjs');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/const PLACES = \[[^\]]*\]/, 'const PLACES = []'));
  const { ended, said } = run([], { CHROMIUM: '', PATH: '/nowhere', XDG_CACHE_HOME: join(clone, 'cache') });
  expect(await ended).toBe(1);
  const lines = said().trimEnd().split('\n');
  expect(
    lines.some(line => line.endsWith('this check fails: put nats-server 2.15 or newer on the path')),
  ).toBe(true);
  expect(lines).toContain('skipped packages/a/test/browser.test.ts, every test (no Chromium)');
  expect(lines).toContain('skipped packages/a/test/cluster.test.ts, every test (no nats-server)');
  expect(lines.at(-1)).toBe('6 passed, 0 failed, 2 skipped');
});

/** The source of a test that starts a server in a session of its own and never ends. */
const STARTS_A_SERVER = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
test('hangs', () => new Promise(() => {
  const server = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { detached: true, stdio: 'ignore' });
  writeFileSync('pids.txt', [process.pid, process.ppid, server.pid].join(' '));
}));
`;

const pids = (): readonly number[] => {
  const path = join(clone, 'pids.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').map(Number) : [];
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'));
}

test.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGKILL'] as const)(
  'a run that %s ends leaves no Vitest, no worker and no server behind',
  async signal => {
    write('packages/a/test/pure.test.ts', STARTS_A_SERVER);
    onTestFinished(() => {
      for (const pid of pids().filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    const { process: check, ended } = run(['quick']);
    await expect.poll(() => pids().length).toBe(3);
    expect(pids().filter(isAlive)).toEqual(pids());
    check.kill(signal);
    expect(await ended).toBe(signal === 'SIGKILL' ? null : 128 + constants.signals[signal]);
    await expect.poll(() => pids().filter(isAlive)).toEqual([]);
  },
);
