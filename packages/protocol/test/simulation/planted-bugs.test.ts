/** Tests that the simulation finds planted bugs, each within a few seeds. */
import { expect, test } from 'vitest';
import { type Defect, simulate } from './simulate.ts';

/** The most seeds that are tried for one bug, many more than are needed. */
const WITHIN = 2_000;

async function firstSeedThatFinds(defect: Defect): Promise<{ readonly seed: number; readonly what: string }> {
  for (let seed = 0; seed < WITHIN; seed++) {
    const { violation } = await simulate(seed, { defect });
    if (violation !== null) return { seed, what: violation.message };
  }
  throw new Error(`${defect} was not found in ${WITHIN} seeds`);
}

test.each<readonly [Defect, RegExp]>([
  ['ack-before-durable', /not durable/],
  ['broadcast-before-durable', /not durable/],
  ['dedup-forgotten', /out of order|happened at/],
  ['wall-clock', /can have run/],
  ['cache-trusted', /not durable|waits for|out of order|was told as/],
  ['replica-as-truth', /was durable before|is waiting|down for ever|is at/],
  ['version-check-dropped', /was told as|differs|out of order|cannot be read|happened|comes before/],
  ['program-unmarked', /is a program and not marked/],
  ['consent-kept', /"given":false} became .*"given":true}/],
  ['played-on-from-elsewhere', /another game was played on/],
])('PR-9f PR-10c PR-75a PR-76c PR-181a the simulation finds a planted bug: %s', async (defect, sign) => {
  const { seed, what } = await firstSeedThatFinds(defect);
  process.stdout.write(`${defect}: seed ${seed}, ${what.slice(0, 120)}\n`);
  expect(what).toMatch(sign);
  expect((await simulate(seed)).violation).toBeNull(); // without the planted bug, the same seed causes no violation
});
