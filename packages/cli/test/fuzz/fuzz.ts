/**
 * The fuzzer: corrupts examples and feeds them to one reader. When a corrupted text gets a new kind of answer, it
 * becomes an example that is corrupted further.
 */
import { type FuzzChance, fuzzChance, spoil } from './spoiling.ts';
import type { FuzzTarget } from './targets.ts';

export interface FuzzFinding {
  readonly target: string;
  readonly why: string;
  readonly text: string;
}

export interface FuzzResult {
  readonly messages: number;
  readonly accepted: number;
  /** How many different kinds of answers the reader has given. */
  readonly answers: number;
  readonly findings: readonly FuzzFinding[];
}

const MOST_EXAMPLES = 400;
const MOST_FINDINGS = 20;
const LONGEST = 60_000;
/**
 * A reader that computes longer than this for one text counts as hanging, in microseconds of processor time, so that
 * a busy machine does not matter.
 */
const HANGS_AFTER = 20_000_000;

const rawText = (chance: FuzzChance): string =>
  String.fromCharCode(...Array.from({ length: chance(200) }, () => chance(chance(2) === 0 ? 128 : 65_536)));

/** Reads one text and measures the time; throws if the reader is wrong or hangs. */
function timed(target: FuzzTarget, text: string): string {
  const start = process.cpuUsage();
  const answer = target.read(text);
  const { user, system } = process.cpuUsage(start);
  if (user + system > HANGS_AFTER) throw new Error('it takes longer than 20 s');
  return answer;
}

export function fuzz(target: FuzzTarget, messages: number, seed: number): FuzzResult {
  const chance = fuzzChance(seed);
  const examples = [...target.examples];
  const seen = new Set<string>();
  const findings: FuzzFinding[] = [];
  let accepted = 0;
  const any = (): string => examples[chance(examples.length)] ?? '';
  const learn = (text: string, answer: string): void => {
    if (answer.startsWith('accepted')) accepted++;
    if (!seen.has(answer) && examples.length < MOST_EXAMPLES) examples.push(text);
    seen.add(answer);
  };
  for (let i = 0; i < messages && findings.length < MOST_FINDINGS; i++) {
    const text = (chance(50) === 0 ? rawText(chance) : spoil(any(), any(), chance)).slice(0, LONGEST);
    try {
      learn(text, timed(target, text));
    } catch (error) {
      findings.push({
        target: target.name,
        why: error instanceof Error ? error.message : String(error),
        text,
      });
    }
  }
  return { messages, accepted, answers: seen.size, findings };
}
