/**
 * Measures `hush referee` as a process: from starting Node to the first answer, and from writing a thousand commands to
 * reading the thousandth answer, in a new process and in a warm one.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../tools/bench-row.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
const GAME = join(process.cwd(), 'packages/cli/test/cases/whole-game-7.jsonl');
const STARTS = 20;
const COMMANDS = 1000;

export async function bench(): Promise<readonly Row[]> {
  spawnSync(process.execPath, [HUSH, 'help']); // builds the command if a source is newer
  const [setUp = '', ...commands] = script();
  const bare: number[] = [];
  const starts: number[] = [];
  const first: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    bare.push(elapsed(() => spawnSync(process.execPath, ['-e', '0'])));
    const referee = await start(setUp);
    starts.push(referee.took);
    first.push(await ask(referee, commands));
    later.push(await ask(referee, commands.map(timeless)));
    referee.child.stdin.end();
  }
  const node = median(bare);
  return [
    row('Node alone, started and ended (medians)', node),
    row('referee: Node started to the first answer', median(starts)),
    row('referee: the first 1,000 commands after start-up', median(first)),
    row('referee: the next 1,000', median(later)),
    row('referee: a file of 1,000 commands, the whole process', wholeProcess(setUp, commands)),
    ...ratios({ starts: median(starts) / node, first: median(first) / node }),
  ];
}

/** Budgets as multiples of the time in which Node starts: 300 and 100 ms if that is 50 ms. */
const ratios = (measured: { readonly starts: number; readonly first: number }): readonly Row[] => [
  { ...row('first answer / Node alone', measured.starts), unit: 'x', budget: '<= 6' },
  { ...row('first 1,000 commands / Node alone', measured.first), unit: 'x', budget: '<= 2' },
];

const row = (name: string, value: number): Row => ({ name, value: Math.round(value * 10) / 10, unit: 'ms' });

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function elapsed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/**
 * Plays a game of scenario 7 without its end, until nineteen tiles are laid; then players try random moves, and every
 * tenth line asks for the state.
 */
function script(): readonly string[] {
  const game = readFileSync(GAME, 'utf8').trimEnd().split('\n').slice(0, -12);
  const names = ['Ann', 'Bo', 'Cy', 'Di'];
  const tries = names.flatMap(by =>
    ['barbarian', 'mage', 'elf', 'dwarf'].flatMap(hero =>
      ['north', 'south', 'east', 'west'].map(dir => JSON.stringify({ by, do: 'move', hero, dir })),
    ),
  );
  const rest = Array.from({ length: COMMANDS + 1 - game.length }, (_, i) =>
    i % 10 === 9 ? '{"show": true}' : (tries[i % tries.length] ?? ''),
  );
  return [...game, ...rest];
}

/** Removes the times from commands, so that they can be given again later. */
const timeless = (line: string): string => {
  const { at: _, ...asked } = JSON.parse(line);
  return JSON.stringify(asked);
};

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly took: number;
}

async function start(setUp: string): Promise<Running> {
  const begun = performance.now();
  const child = spawn(process.execPath, [HUSH, 'referee']);
  child.stdin.write(`${setUp}\n`);
  await answers(child, 1);
  return { child, took: performance.now() - begun };
}

async function ask({ child }: Running, lines: readonly string[]): Promise<number> {
  const begun = performance.now();
  const done = answers(child, lines.length);
  child.stdin.write(`${lines.join('\n')}\n`);
  await done;
  return performance.now() - begun;
}

/** Resolves when this many lines have arrived. */
function answers({ stdout }: ChildProcessWithoutNullStreams, count: number): Promise<void> {
  return new Promise(resolve => {
    let left = count;
    const hear = (chunk: Buffer): void => {
      for (const byte of chunk) if (byte === 10) left--;
      if (left > 0) return;
      stdout.off('data', hear);
      resolve();
    };
    stdout.on('data', hear);
  });
}

function wholeProcess(setUp: string, commands: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  const file = join(folder, 'game.jsonl');
  writeFileSync(file, [setUp, ...commands].join('\n'));
  const runs = Array.from({ length: 5 }, () =>
    elapsed(() => {
      const { status } = spawnSync(process.execPath, [HUSH, 'referee', file], { maxBuffer: 1e9 });
      if (status !== 0) throw new Error(`the referee ended with ${status}`);
    }),
  );
  rmSync(folder, { recursive: true });
  return median(runs);
}
