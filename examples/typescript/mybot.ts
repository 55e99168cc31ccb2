/**
 * A bot that explores where it can and otherwise takes the longest move.
 *
 *     hush bot --stdio --table CODE -- node examples/typescript/mybot.ts
 *
 * Node 22.18 and newer run it as it is; docs/BOTS.md says what older ones need. Each line of standard input is a request in
 * JSON, each line of standard output its answer: the number of a command in `legal`, or null to wait.
 */
import { createInterface } from 'node:readline';

interface Command {
  readonly type: string;
  readonly steps?: number;
}

/** The line that reports the end of a game has the field `over`; it needs no answer. */
type Request =
  | { readonly ask: 'move'; readonly seat: number; readonly left: number; readonly legal: readonly Command[] }
  | { readonly over: string };

const HELPFUL = ['steal', 'lay', 'explore', 'discard'];

function worthOf({ type, steps = 0 }: Command): number {
  return HELPFUL.includes(type) ? 100 - HELPFUL.indexOf(type) : steps;
}

/** Chooses the command that moves a hero the most squares. Vortices and escalators count as 0 squares. */
function choose(legal: readonly Command[]): number | null {
  const best = Math.max(0, ...legal.map(worthOf));
  return best === 0 ? null : legal.findIndex(command => worthOf(command) === best);
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  if ('ask' in request) process.stdout.write(`${JSON.stringify(choose(request.legal))}\n`);
}
