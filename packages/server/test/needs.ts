/**
 * Programs and permissions that some tests need on the machine. If one is missing, the test is skipped, and the last
 * lines of `npm test` give the reason.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, test } from 'vitest';

export interface Need {
  readonly has: boolean;
  /** Why the test cannot run on this machine. */
  readonly lack: string;
}

const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'hush-disk-'));
  const can = succeeds('mount', '-t', 'tmpfs', 'hush-test', path) && succeeds('umount', path);
  rmSync(path, { recursive: true });
  return can;
}

export const MOUNT: Need = { has: canMount(), lack: 'mounting a disk is not allowed: it needs root' };
export const STRACE: Need = {
  has: succeeds('strace', '-e', 'trace=none', 'true'),
  lack: 'strace is missing or may not trace',
};
export const PYTHON: Need = {
  has: succeeds('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'),
  lack: 'Python 3.9 or newer is missing',
};
export const CURL: Need = { has: succeeds('curl', '--version'), lack: 'curl is missing' };
export const OPENSSL: Need = { has: succeeds('openssl', 'version'), lack: 'openssl is missing' };
export const LINUX: Need = { has: process.platform === 'linux', lack: 'it needs Linux' };
export const POSIX: Need = { has: process.platform !== 'win32', lack: 'it needs POSIX' };

/** Declares a test that runs only if the machine has something. */
export function testWith(need: Need, title: string, run: () => Promise<void>): void {
  test(title, async ({ skip }) => {
    skip(!need.has, need.lack);
    await run();
  });
}

/** Makes all tests of a `describe` run only if the machine has something. */
export const allNeed = (need: Need): void => beforeEach(({ skip }) => skip(!need.has, need.lack));
