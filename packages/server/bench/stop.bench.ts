/**
 * Measures how long a server needs from SIGTERM to its end while one client never answers. The baseline is the same
 * server with a single game: stopping many games should take hardly longer.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Row } from '../../../tools/bench-row.ts';
import { quantile } from '../test/quantile.ts';
import { Ending, programOf, seat, serverFor } from './kit.ts';

const MANY = 50;
const ROUNDS = 3;

/** Milliseconds from SIGTERM to the end of a server with this many running games. */
async function stopWith(program: string, games: number): Promise<number> {
  const ending = new Ending();
  return ending.run(async () => {
    const server = await serverFor(ending, program);
    await seat(ending, server, games, 1);
    const deaf = new WebSocket(`ws://127.0.0.1:${server.plan.port}/ws`);
    ending.add(() => deaf.terminate());
    deaf.on('error', () => undefined); // a close event follows
    await once(deaf, 'open');
    deaf.pause();
    const asked = performance.now();
    await server.stop();
    return performance.now() - asked;
  });
}

export async function bench(): Promise<readonly Row[]> {
  const program = await programOf('server-child.ts');
  const [many, one]: [number[], number[]] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    one.push(await stopWith(program, 1));
    many.push(await stopWith(program, MANY));
  }
  const [took, baseline] = [quantile(many, 0.5), quantile(one, 0.5)];
  return [
    { name: `stop: SIGTERM to the end, ${MANY} games`, value: took, unit: 'ms' },
    { name: 'stop: SIGTERM to the end, 1 game', value: baseline, unit: 'ms' },
    { name: `stop: ${MANY} games / 1 game`, value: took / baseline, unit: 'x', budget: '<= 1.5' },
  ];
}
