/** Tests that bots compute one after the other, and that messages are handled between their decisions. */
import { expect, test } from 'vitest';
import { START } from '../../../protocol/test/virtual-time.ts';
import { BotScheduler } from '../../src/tables/bot-scheduler.ts';
import { until } from '../server-kit.ts';

/** Bots that compute for `took` milliseconds, and a clock that advances only meanwhile. */
function thinker(took: number): {
  readonly thinking: BotScheduler;
  readonly done: string[];
  think(name: string): () => void;
} {
  let now = START;
  const done: string[] = [];
  const thinking = new BotScheduler(() => now);
  const think = (name: string): (() => void) =>
    thinking.soon(() => {
      now += took;
      done.push(name);
    });
  return { thinking, done, think };
}

test('PR-59a a message is handled between two long decisions of bots', async () => {
  const { done, think } = thinker(5);
  think('first');
  think('second');
  think('third');
  expect(done).toEqual([]);
  setImmediate(() => setImmediate(() => done.push('a message')));
  await until(() => done.length === 4);
  expect(done.indexOf('a message')).toBeLessThan(done.indexOf('third'));
  expect(done.filter(name => name !== 'a message')).toEqual(['first', 'second', 'third']);
});

test('PR-59a 50 decisions of 0.01 ms run in one event-loop turn', async () => {
  const { done, think } = thinker(0.01);
  for (let i = 0; i < 50; i++) think(String(i));
  await new Promise(resolve => setImmediate(resolve));
  expect(done).toHaveLength(50);
});

test('PR-59a a queued decision can be cancelled, and after one that throws the next one runs', async () => {
  const { thinking, done, think } = thinker(5);
  const cancel = think('never');
  think('soon');
  cancel();
  await until(() => done.length > 0);
  expect(done).toEqual(['soon']);
  const thrown = new Promise(resolve => process.once('uncaughtException', resolve));
  const listeners = process.listeners('uncaughtException').slice(0, -1);
  for (const listener of listeners) process.off('uncaughtException', listener);
  thinking.soon(() => {
    throw new Error('a bug');
  });
  think('after all');
  expect(await thrown).toMatchObject({ message: 'a bug' });
  for (const listener of listeners) process.on('uncaughtException', listener);
  await until(() => done.length > 1);
  expect(done).toEqual(['soon', 'after all']);
});
