/** Tests of `npm run nightly`: the steps of a night at any scale, its report, and the leaks that its soak reports. */
import { expect, test } from 'vitest';
import { partsOf, stepsOf } from '../nightly/plan.mjs';
import { soakProblems } from '../nightly/soak.mjs';
import { reportOf } from '../nightly.mjs';

const NIGHT = { scale: 1, seed: 7, hasCluster: false, findings: 'findings' };

const sumOf = (campaign: string, scale: number): number =>
  stepsOf({ ...NIGHT, scale })
    .filter(step => step.campaign === campaign)
    .reduce((sum, { args, env }) => sum + Number(env?.['HUSH_FUZZ'] ?? args[1]), 0);

test('a night at full scale plays 1,000,000 seeds, 2,000 kills and 100,000,000 messages, and one at 0.01 a hundredth of that', () => {
  expect(['simulation', 'kills', 'fuzz'].map(name => sumOf(name, 1))).toEqual([
    1_000_000, 2_000, 100_000_000,
  ]);
  expect(['simulation', 'kills', 'fuzz'].map(name => sumOf(name, 0.01))).toEqual([10_000, 20, 1_000_000]);
  expect(partsOf(450, 200)).toEqual([200, 200, 50]);
});

test('each step has a name of its own, no seed runs twice, and a night contains the cluster if its tests can run', () => {
  const steps = stepsOf(NIGHT);
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
  const firsts = steps.filter(({ campaign }) => campaign === 'simulation').map(({ args }) => args[2]);
  expect(new Set(firsts).size).toBe(firsts.length);
  expect(steps.some(({ campaign }) => campaign === 'cluster')).toBe(false);
  expect(stepsOf({ ...NIGHT, hasCluster: true }).some(({ campaign }) => campaign === 'cluster')).toBe(true);
});

test('the report counts steps that are done and failed, and says how to run each again', () => {
  const steps = stepsOf({ ...NIGHT, scale: 0.001 });
  const [first, second] = steps;
  if (first === undefined || second === undefined) throw new Error('no steps');
  const outcomes = {
    [first.name]: { ok: true, millis: 1_000, lines: ['fine'] },
    [second.name]: { ok: false, millis: 2_000, lines: ['a | b', 'lost'] },
  };
  const report = reportOf({ scale: 0.001, seed: 7, began: 'today', outcomes }, steps, false);
  expect(report).toContain(`2 of ${steps.length} steps, 1 failed`);
  expect(report).toContain(`| ${second.name} | **FAILED** | 2.0 s | lost |`);
  expect(report).toContain(`\`node ${first.args.join(' ')}\``);
});

const samplesOf = (count: number, memory: (i: number) => number, handles: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => ({ memory: memory(i), handles: handles(i), disk: 1 + i / 100 }));

test('a soak with steady memory and handles passes, and a soak in which they keep growing fails', () => {
  expect(
    soakProblems(
      samplesOf(
        60,
        i => 120 + (i % 7),
        () => 230,
      ),
      100,
    ),
  ).toEqual([]);
  expect(
    soakProblems(
      samplesOf(
        60,
        i => 100 + 5 * i,
        () => 230,
      ),
      100,
    ),
  ).toEqual([expect.stringMatching('memory grew')]);
  expect(
    soakProblems(
      samplesOf(
        60,
        () => 120,
        i => 200 + i,
      ),
      100,
    ),
  ).toEqual([expect.stringMatching('handles grew')]);
  const full = samplesOf(
    60,
    () => 120,
    () => 230,
  ).map((sample, i) => ({ ...sample, disk: i }));
  expect(soakProblems(full, 10)).toEqual([expect.stringMatching('the disk grew')]);
});
