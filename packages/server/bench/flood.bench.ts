/**
 * Measures how long players wait on a server that twenty clients flood. The baseline are players of a second server
 * without a flood, at the same time on the same machine.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../../tools/bench-row.ts';
import { type Player, until } from '../test/player-client.ts';
import { quantile } from '../test/quantile.ts';
import { Ending, programOf, seat, serverFor } from './kit.ts';

const TABLES = 5;
const MEASURED = 6_000;
const PACE = 70; // milliseconds between two actions: as fast as a client may act for long
const DEFAULTS = { HUSH_CONNECTIONS_PER_IP: '100' };

/** The milliseconds that each action of one player took. */
async function act(player: Player): Promise<readonly number[]> {
  const delays: number[] = [];
  for (const end = performance.now() + MEASURED; performance.now() < end; ) {
    const asked = performance.now();
    player.manage({ type: 'ready', ready: delays.length % 2 === 0 });
    await until(() => player.connection.mirror.unanswered === 0, 'an answer');
    delays.push(player.answeredAt - asked);
    await sleep(Math.max(0, PACE - (performance.now() - asked)));
  }
  return delays;
}

const delaysOf = async (players: readonly Player[]): Promise<readonly number[]> =>
  (await Promise.all(players.map(act))).flat();

export async function bench(): Promise<readonly Row[]> {
  const ending = new Ending();
  return ending.run(async () => {
    const [server, flood] = [await programOf('server-child.ts'), await programOf('sockets/flood-child.ts')];
    const flooded = await serverFor(ending, server, DEFAULTS);
    const quiet = await serverFor(ending, server, DEFAULTS);
    const players = await seat(ending, flooded, TABLES, 1);
    const others = await seat(ending, quiet, TABLES, 1);
    const target = [String(flooded.plan.port), await flooded.createTable({ scenario: 1 })];
    const child = spawn(process.execPath, [flood, ...target], { stdio: ['pipe', 'pipe', 'inherit'] });
    ending.add(() => child.kill('SIGKILL'));
    child.stdout.resume();
    await sleep(1_000);
    const [mine, baseline] = await Promise.all([delaysOf(players), delaysOf(others)]);
    const [p99, p99Quiet] = [quantile(mine, 0.99), quantile(baseline, 0.99)];
    return [
      { name: 'flood: p99 of an action at the flooded server', value: p99, unit: 'ms' },
      { name: 'flood: p99 at a quiet server beside it', value: p99Quiet, unit: 'ms' },
      { name: 'flood: p99 flooded / quiet', value: p99 / p99Quiet, unit: 'x', budget: '<= 10' },
      { name: 'flood: memory of the flooded server', value: flooded.peak, unit: 'MiB', budget: '<= 400' },
    ];
  });
}
