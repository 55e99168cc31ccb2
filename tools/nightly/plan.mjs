/**
 * The plan of a night: campaigns in steps of some minutes, so that an interrupted night can continue. Every step has a
 * fresh seed of its own, so that it can be run again alone.
 */

/**
 * args: arguments of Node. env: settings of the step.
 * @typedef {{ name: string, campaign: string, args: readonly string[], env?: Readonly<Record<string, string>> }} Step
 * @typedef {{ scale: number, seed: number, hasCluster: boolean, findings: string }} Night
 */

const VITEST = 'node_modules/vitest/vitest.mjs';
const MOST_SEED = 900_000_000;

/** How much each campaign does at full scale. */
const SIZES = {
  seeds: 1_000_000,
  kills: 2_000,
  messages: 100_000_000,
  mutants: 1_000,
  flips: 4_000,
  soakSeconds: 3_600,
  soakTables: 200,
};
/** The least number of generated mutants: fewer give no meaningful score. */
const LEAST_MUTANTS = 40;
/** The size of one step. */
const EACH = { seeds: 50_000, kills: 200, messages: 2_000_000 };

/** @param {number} size @param {number} scale */
const scaled = (size, scale) => Math.max(1, Math.round(size * scale));

/** Splits a total into parts of at most `each`. @param {number} total @param {number} each @returns {readonly number[]} */
export const partsOf = (total, each) =>
  Array.from({ length: Math.ceil(total / each) }, (_, i) => Math.min(each, total - i * each));

/** @param {string} campaign @param {readonly Omit<Step, 'name' | 'campaign'>[]} steps @returns {readonly Step[]} */
const numbered = (campaign, steps) =>
  steps.map((step, i) => ({
    ...step,
    campaign,
    name: steps.length === 1 ? campaign : `${campaign} ${i + 1}/${steps.length}`,
  }));

/** @param {...string} files */
const vitest = (...files) => [VITEST, 'run', ...files, '--disable-console-intercept'];

const journalTests = ['damage', 'damaged-pages', 'pages', 'silent-loss', 'wal'].map(
  name => `packages/server/test/journal/${name}.test.ts`,
);

/** @param {Night} night @returns {readonly Step[]} */
export function stepsOf({ scale, seed, hasCluster, findings }) {
  const first = seed % MOST_SEED;
  return [
    ...numbered(
      'simulation',
      partsOf(scaled(SIZES.seeds, scale), EACH.seeds).map((seeds, i) => ({
        args: ['tools/sim.mjs', String(seeds), String(first + i * EACH.seeds)],
      })),
    ),
    ...numbered(
      'kills',
      partsOf(scaled(SIZES.kills, scale), EACH.kills).map((kills, i) => ({
        args: ['tools/kill.mjs', String(kills), String(first + i)],
      })),
    ),
    ...numbered(
      'fuzz',
      partsOf(scaled(SIZES.messages, scale), EACH.messages).map((messages, i) => ({
        args: vitest('packages/cli/test/fuzz/fuzz.test.ts'),
        env: { HUSH_FUZZ: String(messages), HUSH_SEED: String(first + i), HUSH_FINDINGS: findings },
      })),
    ),
    ...numbered('curated mutants', [{ args: ['tools/mutants.mjs'] }]),
    ...numbered('generated mutants', [
      {
        args: [
          'tools/mutants.mjs',
          '--generated',
          String(Math.max(LEAST_MUTANTS, scaled(SIZES.mutants, scale))),
          String(first),
        ],
      },
    ]),
    ...numbered('damaged files', [
      {
        args: vitest(...journalTests),
        env: { HUSH_FLIPS: String(Math.max(40, scaled(SIZES.flips, scale))) },
      },
    ]),
    ...numbered('attacks', [{ args: ['tools/attack.mjs'] }]),
    ...numbered('cluster', hasCluster ? [{ args: ['tools/cluster.mjs'] }] : []),
    ...numbered('soak', [
      {
        args: [
          'tools/nightly/soak.mjs',
          String(scaled(SIZES.soakSeconds, scale)),
          String(Math.min(SIZES.soakTables, Math.max(10, scaled(SIZES.soakTables, 10 * scale)))),
        ],
      },
    ]),
  ];
}
