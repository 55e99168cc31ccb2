/** Starts the threads of the journal. One can be prepared while the server's code is still being loaded. */
import { Worker } from 'node:worker_threads';
import type { WorkerTask } from './worker-messages.ts';

let prepared: Worker | null = null;

/** The build puts the worker's file beside the bundle under the same name. */
const newWorker = (): Worker => new Worker(new URL('./journal-worker.mjs', import.meta.url));

/** Starts a thread that loads the database driver and then waits for its task. It does not keep the process running. */
export function prepareJournalThread(): void {
  const worker = newWorker();
  worker.unref();
  // A thread that cannot start is forgotten: the next one fails in the same way, and its error is reported.
  worker.once('error', () => {
    if (prepared === worker) prepared = null;
  });
  prepared = worker;
}

/** Gives a task to the prepared thread, or to a new one. */
export function startWorker(task: WorkerTask): Worker {
  const worker = prepared ?? newWorker();
  prepared = null;
  worker.ref();
  worker.postMessage(task);
  return worker;
}
