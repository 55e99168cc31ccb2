/** Tests that a server uses only the clocks and the random source that it is given. */
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { openTable, serve, sit, until } from '../server-kit.ts';

test('bots use the random source that the server was given', async () => {
  let drawn = 0;
  const chance = (): number => {
    drawn += 1;
    return 0.5;
  };
  const server = await serve({ chance });
  const ann = await sit(server, await openTable(server), 'Ann');
  ann.connection.manage({ type: 'seatBot', temper: 'lightning' });
  ann.connection.manage({ type: 'begin' });
  await until(() => ann.connection.mirror.confirmed.game !== null);
  ann.connection.do({ type: 'start' });
  const { mirror } = ann.connection;
  // In this deal the bot may have no useful first step, so Ann moves heroes until it acts.
  let turn = 0;
  await until(() => {
    server.clock.pass(20);
    const steps =
      mirror.game === null ? [] : reach(mirror.game, 0).filter(command => command.type === 'move');
    const step = steps[turn++ % steps.length];
    if (step !== undefined && mirror.unanswered === 0) {
      ann.connection.do({ type: 'move', hero: step.hero, dir: step.dir, steps: step.steps });
    }
    return drawn > 0;
  }, 'a bot that draws');
});

test('commits to the disk use the clock that the server was given', async () => {
  let asked = 0;
  const now = (): number => {
    asked += 1;
    return systemClock.now();
  };
  await openTable(await serve({ diskClock: { ...systemClock, now } }));
  expect(asked).toBeGreaterThan(0);
});
