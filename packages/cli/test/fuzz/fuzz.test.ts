/**
 * Tests of every reader with corrupted input: nothing throws, refusals are values, and an accepted value is read back
 * unchanged. The search here is short with a fixed seed; `npm run nightly` runs a long one.
 */
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';
import { FUZZ_TARGETS, type FuzzTarget } from './targets.ts';

/** `npm run nightly` sets the number of messages for all readers together, the seed, and a file for the findings. */
const { HUSH_FUZZ, HUSH_SEED = '1', HUSH_FINDINGS = '' } = process.env;
/** The number of messages in `npm test`. Readers of long texts are slower, so they get fewer. */
const GATE: Readonly<Record<string, number>> = {
  wire: 20_000,
  codec: 20_000,
  hourglasses: 5_000,
  sheets: 3_000,
  referee: 500,
};
const gateOf = ({ name }: FuzzTarget): number => GATE[name] ?? 300;
const ALL = FUZZ_TARGETS.reduce((sum, target) => sum + gateOf(target), 0);
const TIMES = HUSH_FUZZ === undefined ? 1 : Number(HUSH_FUZZ) / ALL;

test.each(FUZZ_TARGETS.map(target => [target.name, target] as const))(
  'PR-2a corrupted %s are refused with a value, or are read back unchanged after writing',
  (name, target) => {
    for (const example of target.examples) expect(target.read(example)).toMatch(/^accepted|^\{/);
    const result = fuzz(target, Math.ceil(gateOf(target) * TIMES), Number(HUSH_SEED));
    process.stdout.write(
      `${name}: ${result.messages} messages, ${result.accepted} accepted, ${result.answers} different answers, ${result.findings.length} findings\n`,
    );
    if (HUSH_FINDINGS !== '')
      for (const finding of result.findings) appendFileSync(HUSH_FINDINGS, `${JSON.stringify(finding)}\n`);
    expect(result.findings).toEqual([]);
    expect(result.answers).toBeGreaterThan(3);
  },
);
