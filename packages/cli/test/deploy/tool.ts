/** Programs that test the files in deploy/. If one is missing, the test is skipped and `npm test` says so. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { findTool, type OperatorTool } from '../../../../tools/operator-tools.mjs';

export type Skip = (condition: boolean, note: string) => void;

export interface Tool {
  run(...args: readonly string[]): { readonly exit: number | null; readonly said: string };
  /** A process that is ended after the test. */
  start(...args: readonly string[]): ChildProcess;
}

/** The path of the program; if it is missing, the test is skipped. */
export function toolFor(skip: Skip, name: OperatorTool): Tool {
  const found = findTool(name);
  skip(found === undefined, `${name} is missing`);
  const { file, env } = found ?? { file: '', env: {} };
  const options = { env: { ...process.env, ...env } };
  return {
    run: (...args) => {
      const { status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' });
      return { exit: status, said: `${stdout}${stderr}` };
    },
    start: (...args) => {
      const child = spawn(file, args, { ...options, stdio: 'ignore' });
      onTestFinished(() => {
        child.kill('SIGTERM');
      });
      return child;
    },
  };
}

export const deployed = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8');

export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'hush-deploy-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });

/** Waits until a program listens at the port. */
export async function listening(port: number): Promise<void> {
  await expect.poll(() => answers(port)).toBe(true);
}

/** A self-signed certificate for the tests; without openssl the test is skipped. */
export function certificate(
  skip: Skip,
  folder: string,
  name: string,
): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const { status } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${name}`],
    ...['-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert],
  ]);
  skip(status !== 0, 'openssl is missing');
  return { cert, key };
}
