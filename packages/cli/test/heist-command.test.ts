import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

async function heist(...args: readonly string[]): Promise<readonly [number, string]> {
  const io = fakeIo();
  const exit = await main(['heist', ...args], io);
  return [exit, io.said() + io.complained()];
}

test('PR-150d hush heist --check 3 generates three deals and says that each can be won', async () => {
  const [exit, said] = await heist('--check', '3', '--seed', 'one');
  expect(exit).toBe(0);
  expect(said).toMatch(/^3 deals, each won by the solver and by four calm bots/);
  expect(await heist('--check', '3', '--seed', 'one')).toEqual([exit, said]);
});

test.each([
  [[]],
  [['--check']],
  [['--check', '0']],
  [['--check', '3', '--seed']],
  [['--check', '3', 'more']],
])('PR-150d hush heist %j is answered with its usage', async args => {
  const [exit, said] = await heist(...args);
  expect([exit, said]).toEqual([2, expect.stringContaining('usage: hush heist --check DAYS')]);
});
