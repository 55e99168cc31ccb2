/** Tests of a server whose process stood still for a while: the clients were not silent, the server did not read. */
import { expect, test } from 'vitest';
import { closing, hello, openTable, rawSocket, StillClock, serve, until } from '../server-kit.ts';

/** The clock of a process that can be suspended: timers that were due meanwhile fire late, all at once. */
class StallingClock extends StillClock {
  #stalled = 0;

  override now(): number {
    return super.now() + this.#stalled;
  }

  /** Lets time pass without firing timers, then fires the first one late. */
  stall(millis: number): void {
    this.#stalled += millis;
    this.pass(600);
  }
}

test('PR-14c after its process stood still for nine seconds, the server reads pending messages before it measures silence', async () => {
  const clock = new StallingClock();
  const server = await serve({ clock });
  const table = await openTable(server);
  const raw = await rawSocket(server);
  raw.socket.send(hello(table));
  await until(() => raw.heard.some(({ t }) => t === 'welcome'), 'the welcome');
  raw.socket.send('{"t":"ping","at":1}'); // this ping waits in the kernel's buffer while the process stands still
  clock.stall(9_000);
  await until(() => raw.heard.some(({ t }) => t === 'pong'), 'the answer to what was sent before');
  expect(raw.closed()).toBeUndefined();
});

test('PR-14a PR-14c a client that stays silent after the server stood still is closed as usual', async () => {
  const clock = new StallingClock();
  const server = await serve({ clock });
  const table = await openTable(server);
  const raw = await rawSocket(server);
  raw.socket.send(hello(table));
  await until(() => raw.heard.some(({ t }) => t === 'welcome'), 'the welcome');
  clock.stall(9_000);
  clock.pass(10_000);
  expect(await closing(raw)).toBe(1006);
});
