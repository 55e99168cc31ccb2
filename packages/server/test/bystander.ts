/**
 * A process that has nothing to do with ours and reckons when it is told to: how much longer than by itself that takes is
 * what the machine takes from everybody.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const PROGRAM = `
process.on('message', millis => {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  for (let used = 0; used < millis * 1000; ) {
    const { user, system } = process.cpuUsage(cpu);
    used = user + system;
  }
  process.send(performance.now() - began - millis);
});
process.send(0);`;

/** Between two of many times, so that it takes little itself. */
const PAUSES = 4;

export class Bystander {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Ends with the test. */
  static async called(): Promise<Bystander> {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: [...stdio] });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    await once(child, 'message');
    return new Bystander(child);
  }

  /** How much later than on an idle machine it has reckoned for so long. */
  async late(millis: number): Promise<number> {
    const answer = once(this.#child, 'message');
    this.#child.send(millis);
    const [late]: readonly unknown[] = await answer;
    return Math.max(0, Number(late));
  }

  /** Again and again while something else is done: how late it is where it is rather late. */
  async lateDuring(millis: number, work: Promise<unknown>): Promise<number> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined); // told below, when the last time is over
    const lates: number[] = [];
    while (!isDone) {
      lates.push(await this.late(millis));
      await sleep(PAUSES * millis);
    }
    await done;
    return lates.sort((a, b) => a - b)[Math.floor(lates.length * 0.9)] ?? 0;
  }
}
