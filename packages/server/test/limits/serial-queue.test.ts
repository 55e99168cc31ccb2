/** Tests of the queue that runs jobs one after the other. */
import { expect, test } from 'vitest';
import { SerialQueue } from '../../src/limits/serial-queue.ts';

test('jobs run one after the other, jobs above the limit are refused, and after a failing job the next one runs', async () => {
  const turns = new SerialQueue(3);
  const done: string[] = [];
  let finish = (): void => undefined;
  const first = turns.take(async () => {
    await new Promise<void>(resolve => {
      finish = resolve;
    });
    done.push('first');
    throw new Error('a bug');
  });
  const second = turns.take(async () => done.push('second'));
  const third = turns.take(async () => done.push('third'));
  expect(turns.take(async () => done.push('never'))).toBe(null);
  await new Promise(resolve => setImmediate(resolve));
  expect(done).toEqual([]);
  finish();
  await expect(first).rejects.toThrow('a bug');
  await Promise.all([second, third]);
  expect(done).toEqual(['first', 'second', 'third']);
  await turns.take(async () => done.push('again'));
  expect(done.at(-1)).toBe('again');
});
