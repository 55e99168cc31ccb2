/** Plays many games on several cores: each thread takes the next contest when it has finished one. */
import { Worker } from 'node:worker_threads';
import { type Contest, type ContestReport, playContest } from '@hush/bots';

export const startThread = (): Worker => new Worker(new URL('./simulate-worker.mjs', import.meta.url));

/** Plays all contests; the reports are in the order of the contests. */
export async function playAll(
  contests: readonly Contest[],
  cores: number,
  onPlayed: () => void,
  start: typeof startThread,
): Promise<readonly ContestReport[]> {
  if (cores <= 1 || contests.length <= 1) {
    return contests.map(contest => {
      const report = playContest(contest);
      onPlayed();
      return report;
    });
  }
  const reports: ContestReport[] = [];
  let next = 0;
  const threads = Array.from({ length: Math.min(cores, contests.length) }, () =>
    playInThread(() => (next < contests.length ? next++ : null), {
      worker: start(),
      contests,
      take: (index, report) => {
        reports[index] = report;
        onPlayed();
      },
    }),
  );
  await Promise.all(threads);
  return reports;
}

interface Work {
  readonly worker: Worker;
  readonly contests: readonly Contest[];
  readonly take: (index: number, report: ContestReport) => void;
}

function playInThread(nextIndex: () => number | null, { worker, contests, take }: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const hand = (): void => {
      const index = nextIndex();
      if (index === null) {
        isDone = true;
        worker.terminate().then(() => resolve(), reject);
        return;
      }
      worker.once('message', (report: ContestReport) => {
        take(index, report);
        hand();
      });
      worker.postMessage(contests[index]);
    };
    worker.on('error', reject);
    worker.on('messageerror', reject);
    // A thread may end without a message, for instance when memory runs out.
    worker.on('exit', code => {
      if (!isDone) reject(new Error(`a thread ended with ${code} before its games were played`));
    });
    hand();
  });
}
