/**
 * Measures the time until the built command `hush serve` listens, and its processor time, beside an empty Node process, alternately
 * in the same rounds. It also measures once the time from the archive of a release in an empty folder until the QR code is shown.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowOf, takeTurns } from '../../../tools/bench-rounds.ts';
import type { Row } from '../../../tools/bench-row.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
/** The text that the command prints after the QR code. */
const AFTER_QR = 'Press Ctrl+C to stop.';
const [NODE, SERVE] = ['Node alone', 'hush serve'];

async function millis(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Numbers of a line of /proc (proc(5)), from the third field on; Linux counts times in hundredths of a second. */
const fieldsOf = (pid: string): readonly number[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];

/** Processor time of a process so far, in milliseconds: fields 14 and 15. */
function processorTime(pid: number | undefined): number {
  const { 11: user = 0, 12: system = 0 } = fieldsOf(String(pid));
  return (user + system) * 10;
}

/** Processor time of this process's ended children, in milliseconds: fields 16 and 17. */
function childTime(): number {
  const { 13: user = 0, 14: system = 0 } = fieldsOf('self');
  return (user + system) * 10;
}

/** A command that listens: its processor time until then, and how it is stopped. */
interface Listening {
  readonly cpu: number;
  stop(): Promise<void>;
}

/** Resolves when the command has printed its address. The measured time ends before the command is stopped. */
async function listens(
  data: string,
  command = [process.execPath, HUSH],
  sign = 'http://',
): Promise<Listening> {
  const [file = '', ...args] = command;
  const child = spawn(file, [...args, 'serve'], {
    cwd: data,
    env: {
      PATH: process.env['PATH'],
      HOME: data,
      PORT: '0',
      HOST: '127.0.0.1',
      HUSH_DATA: data,
      ...(sign === AFTER_QR ? { HUSH_ORIGINS: 'http://hush.example' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += String(chunk);
      if (said.includes(sign)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', code => reject(new Error(`hush serve ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { cpu: processorTime(child.pid), stop };
}

/** Measures the start from an empty folder with only the release archive, including the unpacking. */
async function fromArchive(): Promise<readonly Row[]> {
  spawnSync(process.execPath, ['tools/release.mjs', '--here']);
  const name = readdirSync('release').find(file => file.endsWith('.tgz')) ?? '';
  const measured = async (what: string, command: (folder: string) => readonly string[]): Promise<Row> => {
    const folder = mkdtempSync(join(tmpdir(), 'hush-bench-'));
    cpSync(join('release', name), join(folder, 'hush.tgz'));
    let running: Listening | undefined;
    const value = await millis(async () => {
      running = await listens(folder, [...command(folder)], AFTER_QR);
    });
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
    return { name: `${what}: from an empty folder to the QR code`, value, unit: 'ms' };
  };
  const unpack = (folder: string): readonly string[] => {
    spawnSync('tar', ['xf', 'hush.tgz'], { cwd: folder });
    return [process.execPath, join(folder, 'package/bin/hush.mjs')];
  };
  return [
    await measured('archive with npx', () => ['npx', '--yes', '--offline', './hush.tgz']),
    await measured('archive with tar', unpack),
  ];
}

export async function bench(): Promise<readonly Row[]> {
  spawnSync(process.execPath, [HUSH, 'help']); // builds the command if a source is newer
  const data = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  try {
    const node = async () => {
      const before = childTime();
      const time = await millis(() => spawnSync(process.execPath, ['-e', '0']));
      return { time, cpu: childTime() - before };
    };
    const serve = async () => {
      let running: Listening | undefined;
      const time = await millis(async () => {
        running = await listens(data);
      });
      await running?.stop();
      return { time, cpu: running?.cpu ?? Number.NaN };
    };
    await serve(); // the first start creates the files of the journal, so that the measured starts do not
    const subjects = [
      { name: NODE, measure: node },
      { name: SERVE, measure: serve },
    ];
    const rounds = await takeTurns(subjects, { least: 9, most: 25, width: 0.2 });
    return [
      rowOf('Node alone, started and ended', 'ms', rounds.of(NODE, 'time')),
      rowOf('hush serve, started until it listens', 'ms', rounds.of(SERVE, 'time')),
      { ...rowOf('hush serve / Node alone', 'x', rounds.ratio(SERVE, 'time')), budget: '<= 3' },
      rowOf('Node alone, processor time', 'CPU ms', rounds.of(NODE, 'cpu')),
      rowOf('hush serve until it listens, processor time', 'CPU ms', rounds.of(SERVE, 'cpu')),
      rowOf('hush serve / Node alone, processor time', 'x', rounds.ratio(SERVE, 'cpu')),
      ...(await fromArchive()),
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
