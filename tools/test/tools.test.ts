/** The tools that judge: each is shown something bad and must say so. */
import { expect, test } from 'vitest';
import { keepsBudget, table } from '../bench.mjs';
import { countTests, judgeCruise } from '../check.mjs';
import { findChromium } from '../chromium.mjs';
import { complete, missingFrom, platformOf } from '../lock.mjs';
import { checkNode } from '../setup.mjs';

test.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('Node %s is new enough', version => {
  expect(() => checkNode(version)).not.toThrow();
});

test.each(['20.18.3', '18.20.0', '9.0.0'])('Node %s is too old, said in one sentence', version => {
  expect(() => checkNode(version)).toThrow(`needs Node 20.19 or newer and this is Node ${version}`);
});

test('the browser is the one that CHROMIUM names, or the first that is there, or none', () => {
  const there = (path: string): boolean => path.endsWith('chromium-browser');
  expect(findChromium({ CHROMIUM: '/opt/mine' }, there)).toBe('/opt/mine');
  expect(findChromium({ CHROMIUM: '' }, there)).toBe('/usr/bin/chromium-browser');
  expect(findChromium({}, () => false)).toBeUndefined();
});

const cruise = (totalCruised: number, violations: readonly unknown[]): string =>
  JSON.stringify({ summary: { totalCruised, violations } });

test('boundaries that were not looked at are not kept', () => {
  expect(judgeCruise(cruise(0, [])).ok).toBe(false);
  expect(judgeCruise(cruise(3, [])).ok).toBe(true);
});

test('a broken boundary is named', () => {
  const violation = { rule: { name: 'front-door-only', severity: 'error' }, from: 'a.ts', to: 'b.ts' };
  expect(judgeCruise(cruise(3, [violation]))).toEqual({ ok: false, text: 'front-door-only: a.ts -> b.ts\n' });
});

test('a test file that cannot be loaded counts as failed', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(countTests(JSON.stringify(report))).toEqual({ passed: 7, failed: 2 });
});

test.each([
  [{ value: 10, budget: '>= 10' }, true],
  [{ value: 9.9, budget: '>= 10' }, false],
  [{ value: 20, budget: '<= 20' }, true],
  [{ value: 21, budget: '<= 20' }, false],
  [{ value: 1e6, budget: '>= 1e6' }, true],
  [{ value: 10, budget: '>= 10', ok: false }, false],
  [{ value: 1 }, true],
  [{ value: 1, ok: false }, false],
] as const)('%o keeps its budget: %s', (row, kept) => {
  expect(keepsBudget({ name: 'speed', unit: '/s', ...row })).toBe(kept);
});

test.each([{ value: 1, budget: 'fast' }, { value: Number.NaN }])(
  'a row that cannot be judged is an error: %o',
  row => {
    expect(() =>
      keepsBudget({ name: 'speed', unit: '/s', ...row } as Parameters<typeof keepsBudget>[0]),
    ).toThrow(/speed/);
  },
);

test('the table shows a missed budget', () => {
  const row = {
    name: 'speed',
    value: 999_999,
    unit: '/s',
    budget: '>= 1000000',
    file: 'x',
    ok: false,
  } as const;
  expect(table([row]).split('\n')[1]).toBe('speed  999,999  /s    >= 1,000,000  MISSED');
});

test.each([
  ['@rolldown/binding-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@rolldown/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'], libc: [] }],
  ['lightningcss-win32-x64-msvc', { os: ['win32'], cpu: ['x64'], libc: [] }],
  ['@rolldown/binding-wasm32-wasi', { os: [], cpu: ['wasm32'], libc: [] }],
])('the platform of %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('a package whose name tells no platform is not guessed', () => {
  expect(() => platformOf('fsevents')).toThrow(/fsevents/);
});

test('a completed lockfile lacks nothing and keeps what it had', () => {
  const parent = {
    version: '1.0.0',
    dev: true,
    optionalDependencies: { 'x-linux-x64-gnu': '1.0.0', 'x-darwin-x64': '1.0.0' },
  };
  const here = { version: '1.0.0', integrity: 'kept' };
  const lock = { packages: { 'node_modules/x': parent, 'node_modules/x-linux-x64-gnu': here } };
  const whole = complete(lock);
  expect(missingFrom(whole)).toEqual([]);
  expect(whole.packages['node_modules/x-linux-x64-gnu']).toBe(here);
  expect(whole.packages['node_modules/x-darwin-x64']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    optional: true,
    os: ['darwin'],
  });
});
