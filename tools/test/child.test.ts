/** Tests of child processes of the tools: their priority, and that they and all their descendants end with the tool. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startChild } from '../child.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hush-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isPosix = process.platform !== 'win32';

function start(script: string, isLow = false) {
  const child = startChild(['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], isLow });
  let said = '';
  child.process.stdout?.setEncoding('utf8').on('data', text => {
    said += text;
  });
  return { ...child, said: (): string => said };
}

test('a child that exits with 0 succeeded, and one with any other code failed', async () => {
  const well = start("console.log('done')");
  expect(await well.ended).toEqual({ ok: true, how: 'exit code 0' });
  expect(well.said()).toBe('done\n');
  expect(await start('process.exit(3)').ended).toEqual({ ok: false, how: 'exit code 3' });
  expect(await start("process.kill(process.pid, 'SIGKILL')").ended).toMatchObject({ ok: false });
});

const last = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

test('only a child that is started with low priority has one', async () => {
  // The child prints its priority again and again, because its parent lowers it only after the start.
  const script = "setInterval(() => console.log(require('node:os').getPriority()), 50)";
  const [low, equal] = [start(script, true), start(script)];
  const own = getPriority(); // the tests themselves may run with a low priority
  await expect
    .poll(() => last(low.said()))
    .toBe(String(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL)));
  await expect.poll(() => last(equal.said())).toBe(String(own));
  for (const { process: child, ended } of [low, equal]) {
    child.kill('SIGKILL');
    await ended;
  }
});

const SESSION = '/proc/self/autogroup';

test.runIf(existsSync(SESSION))(
  'the session of a child with low priority has low priority until it is raised',
  async () => {
    const script = `const { readFileSync } = require('node:fs');
    setInterval(() => console.log(readFileSync('${SESSION}', 'utf8')), 50);`;
    const child = start(script, true);
    await expect.poll(() => last(child.said())).toMatch(/nice 10$/);
    child.raise();
    await expect.poll(() => last(child.said())).toMatch(/nice 0$/);
    child.process.kill('SIGKILL');
    await child.ended;
  },
);

/** Whether a process has not ended; a zombie that nobody has reaped counts as ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'));
}

let families = 0;

/** A tool, its child, and a grandchild that leads a session of its own, ignores SIGTERM and has lost its parent. */
function startFamily(env: NodeJS.ProcessEnv = {}) {
  const name = join(folder, `family-${families++}`);
  const pids = `${name}.txt`;
  writeFileSync(pids, '');
  const note = `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');`;
  const wait = 'setInterval(() => undefined, 1_000);';
  writeFileSync(`${name}-orphan.cjs`, `process.on('SIGTERM', () => undefined); ${note} ${wait}`);
  writeFileSync(
    `${name}-between.cjs`,
    `require('node:child_process')
      .spawn(process.execPath, [${JSON.stringify(`${name}-orphan.cjs`)}], { detached: true, stdio: 'ignore' }).unref();`,
  );
  writeFileSync(
    `${name}-child.cjs`,
    `require('node:child_process').spawn(process.execPath, [${JSON.stringify(`${name}-between.cjs`)}]);
     ${note} ${wait}`,
  );
  const module = JSON.stringify(new URL('../child.mjs', import.meta.url).href);
  writeFileSync(
    `${name}-tool.mjs`,
    `import { startChild } from ${module};
     startChild([${JSON.stringify(`${name}-child.cjs`)}], { cwd: ${JSON.stringify(folder)}, stdio: 'ignore' });`,
  );
  const tool = [process.execPath, `${name}-tool.mjs`] as const;
  const read = (): readonly number[] =>
    readFileSync(pids, 'utf8')
      .split('\n')
      .flatMap(line => (line === '' ? [] : Number(line)));
  onTestFinished(() => {
    for (const pid of read().filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  return { tool, env: { ...process.env, ...env }, pids: read };
}

const gone = (child: ChildProcess): Promise<unknown> => new Promise(resolve => child.once('exit', resolve));

test.runIf(isPosix).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a tool that is interrupted by %s first ends its children and their orphans, and then itself',
  async signal => {
    const { tool, env, pids } = startFamily();
    const process = spawn(tool[0], [tool[1]], { stdio: 'ignore', env });
    const ended = gone(process);
    await expect.poll(() => pids().length).toBe(2);
    process.kill(signal);
    expect(await ended).toBe(128 + constants.signals[signal]);
    expect(pids().filter(isAlive)).toEqual([]);
  },
);

test.runIf(isPosix)('a tool that npm started ends with its children when the shell is killed', async () => {
  const { tool, env, pids } = startFamily({ npm_lifecycle_event: 'test' });
  const script = `"${tool[0]}" "${tool[1]}" & echo $!; wait`;
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = gone(shell);
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', text => {
    said += text;
  });
  await expect.poll(() => pids().length).toBe(2);
  shell.kill('SIGKILL');
  await ended;
  await expect.poll(() => [...pids(), Number(said)].filter(isAlive)).toEqual([]);
});
