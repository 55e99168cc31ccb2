/** Tests of the tools that judge something: each of them gets a bad example and must report it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { picked, table } from '../bench.mjs';
import { historyPage, keepRun, lastFigures, runsOf } from '../bench-history.mjs';
import { timeOfOthers } from '../bench-others.mjs';
import { takeTurns } from '../bench-rounds.ts';
import { verdictOn } from '../bench-verdict.mjs';
import { lastLines } from '../check.mjs';
import { findChromium } from '../chromium.mjs';
import { readClusterArgs, tableOf } from '../cluster.mjs';
import { ROOT } from '../fresh.mjs';
import { complete, lockProblem, missingFrom, platformOf } from '../lock.mjs';
import { lacks } from '../machine.mjs';
import { isNewEnough } from '../nats-server.mjs';
import { counted, NOTHING } from '../parts.mjs';
import { checkNode } from '../setup.mjs';
import { judgeCruise } from '../stages.mjs';

test.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('Node %s is new enough', version => {
  expect(() => checkNode(version)).not.toThrow();
});

test.each(['20.18.3', '18.20.0', '9.0.0'])('Node %s is too old and is refused in one sentence', version => {
  expect(() => checkNode(version)).toThrow(`needs Node 20.19 or newer and this is Node ${version}`);
});

test.each([
  ['2.15.0', true],
  ['2.16.3', true],
  ['3.0.0', true],
  ['2.14.9', false],
  ['1.99.0', false],
  ['', false],
])('nats-server %s is new enough for the cluster: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

test('without nats-server and apt the command fails with one sentence', () => {
  const cache = mkdtempSync(join(tmpdir(), 'hush-no-nats-'));
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(ROOT, 'tools/nats-server.mjs')], {
    encoding: 'utf8',
    env: { PATH: '/nowhere', XDG_CACHE_HOME: cache },
  });
  rmSync(cache, { recursive: true });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain(
    "the cluster needs nats-server 2.15 or newer, there is none on the path, and Debian's package could not be fetched; please put nats-server on the path.",
  );
});

test('npm run cluster reads parts, numbers and a seed, and wrong ones are refused with the usage', () => {
  expect(readClusterArgs(['cut', '--kills', '7', '--seed', '5'])).toEqual({
    parts: ['cut'],
    seed: 5,
    given: { kills: '7', seed: '5' },
    isFull: false,
    isAgain: false,
  });
  expect(readClusterArgs(['--full', 'cut'])).toMatchObject({ parts: ['cut'], isFull: true, isAgain: false });
  expect(readClusterArgs([]).parts).toContain('relay');
  expect(() => readClusterArgs(['--kills', 'many'])).toThrow('--kills needs a number.');
  expect(() => readClusterArgs(['everything'])).toThrow('everything is no part. usage: npm run cluster -- [');
  expect(() => readClusterArgs(['--nothing', '1'])).toThrow('usage: npm run cluster -- [contract | nodes |');
});

test('the table of npm run cluster says for each figure whether it meets its bound', () => {
  const row = { line: 4, part: 'cut', what: 'lost', unit: '', must: '= 0' } as const;
  const wait = { line: 2, part: 'nodes', what: 'wait', unit: 'ms', must: '<= 2000' } as const;
  const table = tableOf([
    { ...row, figure: 0 },
    { ...row, figure: 1 },
    { ...wait, figure: 2_001, load: '3 times' },
  ]);
  expect(table.split('\n').map(line => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'line | part | what | figure | must | met | load',
    '2 | nodes | wait | 2001 ms | <= 2000 | NOT MET | 3 times',
    '4 | cut | lost | 0 | = 0 | met',
    '4 | cut | lost | 1 | = 0 | NOT MET',
  ]);
});

test('the browser is the one that CHROMIUM names, or the first installed one, or none', () => {
  const there = (path: string): boolean => path.endsWith('chromium-browser');
  expect(findChromium({ CHROMIUM: '/opt/mine' }, there)).toBe('/opt/mine');
  expect(findChromium({ CHROMIUM: '' }, there)).toBe('/usr/bin/chromium-browser');
  expect(findChromium({}, () => false)).toBeUndefined();
});

const cruise = (totalCruised: number, violations: readonly unknown[]): string =>
  JSON.stringify({ summary: { totalCruised, violations } });

test('an import check that did not run counts as failed', () => {
  expect(judgeCruise(cruise(0, [])).ok).toBe(false);
  expect(judgeCruise(cruise(3, [])).ok).toBe(true);
});

test('an import that breaks the layers is reported', () => {
  const violation = { rule: { name: 'front-door-only', severity: 'error' }, from: 'a.ts', to: 'b.ts' };
  expect(judgeCruise(cruise(3, [violation]))).toEqual({ ok: false, text: 'front-door-only: a.ts -> b.ts\n' });
});

const FILE = {
  type: 'file',
  file: 'a.test.ts',
  millis: 1,
  isOk: true,
  tests: 3,
  skipped: [],
  retried: [],
} as const;
const PART = { name: 'units', projects: ['pure'] };

/** The last lines that are printed after these reports. */
const linesAfter = (...reports: readonly Parameters<typeof counted>[2][]): readonly string[] =>
  lastLines(
    reports.reduce((tally, report) => counted(PART, tally, report), NOTHING),
    ['no strace here'],
  );

test('the last line counts passed and failed tests', () => {
  const failed = { type: 'failed', title: 'x', why: 'y' } as const;
  expect(linesAfter(FILE, { type: 'end', passed: 3, failed: 0 })).toEqual(['3 passed, 0 failed']);
  expect(linesAfter(failed, FILE, { type: 'end', passed: 2, failed: 1 })).toEqual(['2 passed, 1 failed']);
});

test('a skipped test is counted in the last line and named before it, with its reason and what the machine lacks', () => {
  const skipped = [{ title: 'a full disk', why: 'needs root' }];
  expect(linesAfter({ ...FILE, skipped }, { type: 'end', passed: 2, failed: 0 })).toEqual([
    'skipped a.test.ts > a full disk (needs root)',
    'no strace here',
    '2 passed, 0 failed, 1 skipped',
  ]);
});

test('a file in which no test ran is named once, and all its tests are counted', () => {
  const skipped = ['one', 'two', 'three'].map(title => ({ title, why: '' }));
  const part = { ...PART, skip: 'no Chromium' };
  const tally = counted(part, NOTHING, { ...FILE, skipped });
  expect(lastLines(tally, [])).toEqual([
    'skipped a.test.ts, every test (no Chromium)',
    '0 passed, 0 failed, 3 skipped',
  ]);
});

test('a test that was run again is named, although it passed', () => {
  const retried = [{ title: 'flaky', why: 'run 2 times' }];
  expect(linesAfter({ ...FILE, retried }, { type: 'end', passed: 3, failed: 0 })).toEqual([
    'retried a.test.ts > flaky (run 2 times)',
    '3 passed, 0 failed',
  ]);
});

test('each missing program or permission of a machine is reported in a sentence', () => {
  expect(lacks({ chromium: true, nats: true, strace: true, root: true, missing: [] })).toEqual([]);
  const bare = { chromium: false, nats: false, strace: false, root: false, missing: ['nginx', 'caddy'] };
  expect(lacks(bare)).toEqual([
    expect.stringMatching(/^no Chromium/),
    expect.stringMatching(/^no nats-server/),
    expect.stringMatching(/^no strace/),
    expect.stringMatching(/^not root/),
    expect.stringMatching(/^no nginx, no caddy here/),
  ]);
});

test.each([
  [{ value: 10, budget: '>= 10' }, 'ok'],
  [{ value: 9.9, budget: '>= 10' }, 'MISSED'],
  [{ value: 9.9, budget: '>= 10', spread: [9, 9.95] }, 'MISSED'],
  [{ value: 9.9, budget: '>= 10', spread: [9, 11] }, 'unsure'],
  [{ value: 20, budget: '<= 20' }, 'ok'],
  [{ value: 21, budget: '<= 20' }, 'MISSED'],
  [{ value: 1e6, budget: '>= 1e6' }, 'ok'],
  [{ value: 10, budget: '>= 10', ok: false }, 'MISSED'],
  [{ value: 1 }, ''],
  [{ value: 1, ok: false }, 'MISSED'],
] as const)('the verdict of a benchmark on the ratio %o is %s', (row, verdict) => {
  expect(verdictOn({ name: 'speed', unit: 'x', ...row }, false)).toBe(verdict);
});

test('a benchmark counts the time of other programs, but not of its own children, of the kernel’s threads and of new processes', () => {
  const times = (rows: readonly (readonly [id: number, parent: number, millis: number])[]) =>
    new Map(rows.map(([id, parent, millis]) => [id, { parent, millis }]));
  const [root, child, grandchild, kernel, other, begun, ended] = [100, 101, 102, 50, 60, 61, 62];
  const before = times([
    [root, 1, 5],
    [child, root, 5],
    [grandchild, child, 5],
    [kernel, 2, 5],
    [other, 1, 5],
    [ended, 1, 5],
  ]);
  const after = times([
    [root, 1, 95],
    [child, root, 95],
    [grandchild, child, 95],
    [kernel, 2, 95],
    [other, 1, 45],
    [begun, 1, 95],
  ]);
  expect(timeOfOthers(before, after, root)).toBe(40);
  expect(timeOfOthers(before, after, other)).toBe(270);
});

test('on a busy machine there is a verdict on a size, and none on a ratio', () => {
  expect(verdictOn({ name: 'speed', unit: 'x', value: 1, budget: '>= 2' }, true)).toBe('busy');
  expect(verdictOn({ name: 'size', unit: 'kB', value: 1, budget: '>= 2' }, true)).toBe('MISSED');
});

test.each([
  { value: 1, unit: 'x', budget: 'fast' },
  { value: Number.NaN, unit: 'x' },
  { value: 1, unit: 'ms', budget: '<= 20' },
])('a row that cannot be judged is an error: %o', row => {
  expect(() => verdictOn({ name: 'speed', ...row } as Parameters<typeof verdictOn>[0], false)).toThrow(
    /speed/,
  );
});

test.each([
  [['server'], ['packages/cli/bench/server.bench.ts']],
  [['serv'], ['packages/cli/bench/server.bench.ts', 'packages/server/bench/disk.bench.ts']],
  [
    ['rules', 'disk'],
    ['packages/server/bench/disk.bench.ts', 'packages/rules/bench/decide.bench.ts'],
  ],
])(
  'npm run bench -- %s measures the benchmark of that name, or else those whose path contains it',
  (words, files) => {
    const all = [
      'packages/cli/bench/server.bench.ts',
      'packages/server/bench/disk.bench.ts',
      'packages/rules/bench/decide.bench.ts',
    ];
    expect(picked(all, words)).toEqual(files);
    expect(picked(all, [])).toEqual(all);
  },
);

test('the table of a benchmark shows spread, the earlier figure and a missed budget', () => {
  const row = {
    name: 'speed',
    value: 0.8,
    unit: 'x',
    spread: [0.75, 0.84],
    rounds: 9,
    budget: '>= 0.85',
    file: 'x',
    verdict: 'MISSED',
  } as const;
  const [, line] = table([row], new Map([['speed', 0.9]])).split('\n');
  expect(line).toBe('speed    0.8  x     0.75 to 0.84, 9 rounds     0.9  >= 0.85  MISSED');
});

test('rounds are added until the interval of the ratio is narrow, and the subjects are measured by turns', async () => {
  const order: string[] = [];
  const steady = (name: string, value: number) => ({
    name,
    measure: async () => {
      order.push(name);
      return { time: value };
    },
  });
  const rounds = await takeTurns([steady('base', 2), steady('ours', 3)]);
  expect(order.slice(0, 4)).toEqual(['base', 'ours', 'ours', 'base']);
  expect(rounds.ratio('ours', 'time')).toEqual({ value: 1.5, spread: [1.5, 1.5], rounds: 5 });
  let n = 0;
  const wild = { name: 'wild', measure: async () => ({ time: 1 + (n++ % 5) }) };
  expect((await takeTurns([steady('base', 2), wild], { most: 12 })).ratio('wild', 'time').rounds).toBe(12);
});

test('the history of a machine is stored, compared and drawn; runs of other machines are left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hush-history-'));
  try {
    const machine = { node: '20.1.0', cpu: 'one', cores: 2 };
    const rows = (value: number) => [
      { name: 'ours < base', value, unit: 'x', budget: '<= 2', spread: [1, 2] } as const,
    ];
    const when = { when: '2026-01-01', commit: 'abc' };
    keepRun(folder, { ...when, machine, isBusy: false, rows: rows(1.5) });
    keepRun(folder, { ...when, machine, isBusy: true, rows: rows(9) });
    keepRun(folder, { ...when, machine: { ...machine, cpu: 'two' }, isBusy: false, rows: rows(7) });
    const runs = runsOf(folder, machine);
    expect(runs).toHaveLength(2);
    expect(lastFigures(runs).get('ours < base')).toBe(1.5);
    const page = historyPage(runs);
    expect(page.match(/<circle/g)).toHaveLength(2);
    expect(page).toContain('ours &lt; base');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['@rolldown/binding-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@rolldown/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'], libc: [] }],
  ['lightningcss-win32-x64-msvc', { os: ['win32'], cpu: ['x64'], libc: [] }],
  ['@rolldown/binding-wasm32-wasi', { os: [], cpu: ['wasm32'], libc: [] }],
])('the platform of %s is read from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('no platform is guessed from a package name that does not contain one', () => {
  expect(() => platformOf('fsevents')).toThrow(/fsevents/);
});

test('a completed lockfile has all missing entries and keeps the others', () => {
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

test('a lockfile with an entry without a checksum or with a download address is refused, and the entry is named', () => {
  const good = { version: '1.0.0', integrity: 'sha512-x' };
  const link = { link: true, resolved: 'packages/a' };
  const problemWith = (path: string, entry: object): string =>
    lockProblem({ packages: { 'node_modules/a': good, 'node_modules/b': link, [path]: entry } });
  expect(problemWith('node_modules/c', good)).toBe('');
  expect(problemWith('node_modules/@b/cli-win32-x64', { version: '2.0.0' })).toBe(
    "no checksum: @b/cli-win32-x64@2.0.0; run 'npm run lock'\n",
  );
  expect(problemWith('node_modules/c', { ...good, resolved: 'https://a.example/c.tgz' })).toBe(
    'a download address: node_modules/c; remove "resolved"\n',
  );
});

/** The test files that a tool runs, and the words by which it chooses tests in them. */
function pickedBy(tool: string): { readonly files: readonly string[]; readonly words: string } {
  const text = readFileSync(join(ROOT, 'tools', tool), 'utf8');
  return {
    files: [...text.matchAll(/'(packages\/\S+[.]test[.]ts)'/g)].map(([, path = '']) => path),
    words: /'-t',\n\s+'([^']+)'/.exec(text)?.[1] ?? '',
  };
}

test.each(['sim.mjs', 'kill.mjs'])(
  'in every test file that %s runs, at least one title contains the words by which it chooses tests',
  tool => {
    const { files, words } = pickedBy(tool);
    expect(files.length).toBeGreaterThan(0);
    expect(words).not.toBe('');
    const without = files.filter(path => !new RegExp(words).test(readFileSync(join(ROOT, path), 'utf8')));
    expect(without).toEqual([]);
  },
);
