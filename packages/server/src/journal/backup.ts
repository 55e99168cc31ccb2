/** `hush backup`: makes a consistent copy of a journal, even while a server uses it. */

import { startWorker } from './journal-thread.ts';
import type { BackupResult, WorkerMessage } from './worker-messages.ts';

/**
 * Copies the journal in `dataDir` to the new file `target`, for `hush restore`.
 */
export function backup(dataDir: string, target: string): Promise<BackupResult> {
  const worker = startWorker({ type: 'backup', dataDir, target });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: WorkerMessage) => {
      if (message.type === 'backup') resolve(message.result);
    });
  });
}
