/** Runs the commands of docs/CLUSTER.md that try a cluster on one machine, as they are written there, in three shells. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { natsServer } from '../../../../tools/nats-server.mjs';
import { reservePort } from '../ports.ts';
import { directory, openTable, play, sit, until } from '../server-kit.ts';

/** The blocks of commands in the chapter, one for each shell. */
function shellBlocks(): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/CLUSTER.md'), 'utf8');
  const [, chapter = ''] = /^## Trying it on one machine\n([\s\S]+?)^## /m.exec(text) ?? [];
  return [...chapter.matchAll(/^```\n([\s\S]+?)^```$/gm)].map(([, block = '']) => block);
}

/** The ports in the chapter, and the ports of this test. Those of routes and monitoring are at fixed distances. */
async function freePorts(): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  for (const nats of ['4222', '4223', '4224']) ports.set(nats, await reservePort([2_000, 4_000]));
  for (const node of ['8081', '8082']) ports.set(node, await reservePort());
  return ports;
}

/** A folder with the two programs of the chapter, for the path. */
function programs(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(join(ROOT, 'packages/cli/bin/hush.mjs'), join(bin, 'hush'));
  const nats = natsServer();
  if (nats.includes('/')) symlinkSync(nats, join(bin, 'nats-server'));
  return `${bin}:${process.env['PATH']}`;
}

/** Sends a signal to everything that a shell runs, as Ctrl+C does; resolves when the shell has ended. */
async function end(shell: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
  const gone = once(shell, 'exit');
  process.kill(-shell.pid, signal);
  await gone;
}

/** Waits until a server answers; throws what its shell has said if the shell ends before. */
async function answering(url: string, shell: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (shell.exitCode !== null) throw new Error(`the shell has ended: ${said()}`);
    const isThere = await fetch(url).then(
      answer => answer.ok,
      () => false, // the server does not listen yet
    );
    if (isThere) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

test('CL-16e with the commands of docs/CLUSTER.md in three shells, two players play through two nodes, and one plays on when the first node stops', async () => {
  const [blocks, ports, folder] = [shellBlocks(), await freePorts(), directory()];
  expect(blocks).toHaveLength(3);
  const port = (written: string): number => ports.get(written) ?? 0;
  const env = { PATH: programs(folder), HOST: '127.0.0.1', HUSH_NATS_TIMEOUT: '60000' };
  const run = (block = ''): { readonly shell: ChildProcess; readonly said: () => string } => {
    const commands = block.replaceAll(/\b(?:422[234]|808[12])\b/g, written => String(port(written)));
    const shell = spawn('sh', ['-c', commands], { cwd: folder, env, detached: true });
    onTestFinished(() => end(shell, 'SIGKILL'));
    let text = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', chunk => {
        text += String(chunk);
      });
    return { shell, said: () => text };
  };
  const servers = run(blocks[0]);
  for (const written of ['4222', '4223', '4224'])
    await answering(`http://127.0.0.1:${port(written) + 4_000}/healthz`, servers.shell, servers.said);
  const [first, second] = [run(blocks[1]), run(blocks[2])];
  await answering(`http://127.0.0.1:${port('8081')}/readyz`, first.shell, first.said);
  await answering(`http://127.0.0.1:${port('8082')}/readyz`, second.shell, second.said);

  const [a, b] = [{ port: port('8081') }, { port: port('8082') }];
  const table = await openTable(a, { scenario: 1, house: { pause: true } });
  const [host, other] = [await sit(a, table, 'Ada'), await sit(b, table, 'Bea')];
  await play(host, other);
  for (const { connection } of [host, other])
    await until(() => connection.mirror.here.length === 2, 'both are present');
  await end(first.shell, 'SIGINT');
  other.connection.do({ type: 'pause' });
  await until(() => other.connection.mirror.confirmed.game?.status === 'paused', 'it goes on');
});
