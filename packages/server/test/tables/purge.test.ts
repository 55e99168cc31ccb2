/** Tests of deleting tables that nobody has used for long, and of tables that must not be deleted. */
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { hello, openTable, rawSocket, StillClock, serve, until } from '../server-kit.ts';

const SWEEP = 60_000;

test('PR-51c a table that is being opened is not deleted, however old it is', async () => {
  const journal = memoryJournal();
  journal.close = async () => undefined; // the next server uses the same journal
  const clock = new StillClock();
  const first = await serve({ journal, clock });
  const code = await openTable(first);
  await first.server.stop();
  clock.passDays(30);
  const server = await serve({ journal, clock, env: { HUSH_KEEP_DAYS: '1' } });
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const read = journal.read.bind(journal);
  let isOpening = false;
  journal.read = async (log, from) => {
    if (log !== `table/${code}`) return read(log, from);
    isOpening = true;
    await held;
    return read(log, from);
  };
  const early = await rawSocket(server);
  early.socket.send(hello(code));
  await until(() => isOpening, 'the table to be opened');
  clock.pass(SWEEP);
  await until(() => server.log().includes('abandoned tables purged'), 'the sweep');
  expect(server.log()).toContain('"purged":0,"kept":1');
  release();
  const late = await rawSocket(server);
  late.socket.send(hello(code));
  await until(() => late.heard.some(({ t }) => t === 'welcome') || late.closed() !== undefined, 'an answer');
  expect(late.closed()).toBeUndefined();
});
