import { memoryJournal } from '../../src/index.ts';
import { journalContract } from './journal-contract.ts';

journalContract('memory', async () => {
  const journal = memoryJournal();
  return { journal, giveBack: () => journal.close() };
});
