/** What runs beside the tests: it gives way, its words are kept, and it never outlives whoever started it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startBeside } from '../beside.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hush-beside-'));
afterAll(() => rmSync(folder, { recursive: true }));

let logs = 0;
const newLog = (): string => join(folder, `${logs++}.log`);

const start = (script: string, isHumble = false) =>
  startBeside(['-e', script], { cwd: folder, log: newLog(), isHumble });

const FOR_EVER = 'console.log(process.pid); setInterval(() => undefined, 1_000);';

test('it says how it ended, and what it said is kept', async () => {
  const well = start("console.log('to the file'); console.error('and this')");
  expect(await well.ended).toBe(true);
  expect(well.said()).toBe('to the file\nand this\n');
  expect(await start('process.exit(3)').ended).toBe(false);
});

test('only a humble one gives way to everybody', async () => {
  // Again and again: whoever starts it says so when it runs already.
  const script = "setInterval(() => console.log(require('node:os').getPriority()), 50)";
  const [humble, equal] = [start(script, true), start(script)];
  const own = getPriority(); // these tests may run humbly themselves
  const low = Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = ({ said: all }: { said: () => string }): readonly string[] => all().trimEnd().split('\n');
  await expect.poll(() => said(humble).at(-1)).toBe(String(low));
  await expect.poll(() => said(equal).length).toBeGreaterThan(2);
  expect(new Set(said(equal))).toEqual(new Set([String(own)]));
  for (const { ended, stop } of [humble, equal]) {
    stop();
    await ended;
  }
});

const SESSION = '/proc/self/autogroup';

test.runIf(existsSync(SESSION))('a humble session gives way as well, until it may rise', async () => {
  const script = `const { readFileSync } = require('node:fs');
    setInterval(() => console.log(readFileSync('${SESSION}', 'utf8')), 50);`;
  const { ended, said, stop, rise } = start(script, true);
  await expect.poll(said).toMatch(/nice 10$/m);
  rise();
  await expect.poll(said).toMatch(/nice 0$/m);
  stop();
  expect(await ended).toBe(false);
});

test('it is stopped', async () => {
  const { ended, said, stop } = start(FOR_EVER);
  await expect.poll(said).not.toBe('');
  stop();
  expect(await ended).toBe(false);
  stop(); // nothing is left to be stopped
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(process.platform !== 'win32')('it ends with whoever started it', async () => {
  const log = newLog();
  const beside = JSON.stringify(new URL('../beside.mjs', import.meta.url).href);
  const options = JSON.stringify({ cwd: folder, log, isHumble: false });
  const script = `const { startBeside } = await import(${beside});
    startBeside(['-e', ${JSON.stringify(FOR_EVER)}], ${options});`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const gone = new Promise(resolve => starter.once('exit', resolve));
  await expect.poll(() => readFileSync(log, { encoding: 'utf8', flag: 'a+' })).toMatch(/\d+\n/);
  const pid = Number(readFileSync(log, 'utf8'));
  expect(isAlive(pid)).toBe(true);
  starter.kill('SIGTERM');
  await gone;
  await expect.poll(() => isAlive(pid)).toBe(false);
});
