/** Runs the journal's contract on three NATS servers. HUSH_RUNS=100 runs it at full size. */
import { journalContract } from '@hush/protocol/journal-contract';
import { afterAll, beforeAll } from 'vitest';
import { emptyStreams, openTestJournal } from './cluster-kit.ts';
import { NatsServers } from './nats-servers.ts';

const isFull = Number(process.env['HUSH_RUNS'] ?? 1) >= 100;
let servers: NatsServers;

beforeAll(async () => {
  servers = await NatsServers.start();
});
afterAll(() => servers.stop());

journalContract(
  'jetstream',
  async () => {
    const journal = await openTestJournal(servers);
    return {
      journal,
      giveBack: async () => {
        await journal.close();
        await emptyStreams(servers);
      },
    };
  },
  isFull ? undefined : { logs: 300, runs: 3 },
);
