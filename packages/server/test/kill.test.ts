/**
 * Kills the server at any moment and starts it again: nothing acknowledged is lost, duplicated or reordered, and at most a
 * second of sand is given back. `npm run kill -- 2000` does the same with more kills.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chanceFrom } from './chance.ts';
import { serverProgram } from './child-program.ts';
import { Campaign, type Outcome } from './kill-kit.ts';
import type { Fault } from './ledger.ts';
import { reservePort } from './ports.ts';
import { quantile } from './quantile.ts';
import { ServerProcess } from './server-process.ts';

const FEW = 12;
const KILLS = Number(process.env['HUSH_SERVER_KILLS'] ?? FEW);
/** A round has its own journal and tables, because the comparison would take longer and longer in one long round. */
const KILLS_A_ROUND = 50;
/** How many campaigns run at the same time; they wait most of the time. */
const AT_ONCE = 2;
const MOST_SAID = 5;
const SEED = Number(process.env['HUSH_SEED'] ?? 37);

let program = '';
beforeAll(async () => {
  program = await serverProgram('kill');
});
afterAll(() => rmSync(dirname(program), { recursive: true }));

interface Plan {
  readonly kills: number;
  readonly seed: number;
  readonly port: number;
  readonly plants?: readonly string[];
}

async function campaign({ kills, seed, port, plants = [] }: Plan): Promise<Outcome> {
  const home = mkdtempSync(join(tmpdir(), 'hush-kill-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const server = new ServerProcess({ program, dataDir: join(home, 'data'), port, plants });
  return new Campaign(server, chanceFrom(seed)).run(kills);
}

/** The next rounds, as many as run at the same time. */
async function plansFrom(done: number): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  for (let from = done; from < KILLS && plans.length < AT_ONCE; from += KILLS_A_ROUND) {
    const port = await reservePort();
    plans.push({ kills: Math.min(KILLS_A_ROUND, KILLS - from), seed: SEED + from, port });
  }
  return plans;
}

/**
 * Waits until all campaigns have ended, even if one throws: the test deletes their folders, and no server may still
 * use one.
 */
async function together(plans: readonly Plan[]): Promise<readonly Outcome[]> {
  const ends = await Promise.allSettled(plans.map(campaign));
  const outcomes = ends.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []));
  const broken = ends.find(end => end.status === 'rejected');
  if (broken === undefined) return outcomes;
  for (const outcome of outcomes) say(outcome);
  throw broken.reason;
}

function report(
  kills: number,
  { recoveries, refunds, entries, stillborn, early, shortLived }: Outcome,
): void {
  const back = `all back after ${figure(recoveries, 0.5)} ms (median), ${figure(recoveries, 0.99)} ms (p99)`;
  const sand = `sand refunded ${figure(refunds, 0.5)} ms (median), at most ${figure(refunds, 1)} ms`;
  const soon = `${stillborn} before it listened, ${early} during its start, ${shortLived} before all were back`;
  process.stdout.write(`${kills} kills (${soon}), ${entries} entries: ${back}; ${sand}\n`);
}

/** The faults that were found, in one short line; it is printed and ends the test's error message. */
function say({ findings }: Outcome): string {
  const said = findings.slice(0, MOST_SAID).map(({ fault, say }) => `${fault}: ${say}`);
  if (findings.length > MOST_SAID) said.push(`and ${findings.length - MOST_SAID} more`);
  if (said.length > 0) process.stdout.write(`found ${said.join(' | ')}\n`);
  return said.join(' | ');
}

const figure = (values: readonly number[], share: number): string => quantile(values, share).toFixed(0);

test(
  `in ${KILLS} kills under load no acknowledged entry is lost, doubled or reordered`,
  async () => {
    const outcomes: Outcome[] = [];
    for (let kills = 0; kills < KILLS; ) {
      const plans = await plansFrom(kills);
      const round = await together(plans);
      outcomes.push(...round);
      for (const [i, outcome] of round.entries()) {
        kills += plans[i]?.kills ?? 0;
        expect(say(outcome)).toBe('');
        report(kills, outcome);
      }
    }
    const all = sum(outcomes);
    // enough entries were written, so the server was under load
    expect(all.entries).toBeGreaterThan(all.recoveries.length * 50);
    expect(all.recoveries.length + all.stillborn + all.early + all.shortLived).toBe(KILLS);
    if (KILLS >= FEW) expect(Math.min(all.stillborn, all.early, all.shortLived)).toBeGreaterThan(0);
    if (outcomes.length > 1) report(KILLS, all);
  },
  60_000 + KILLS * 60_000, // milliseconds; this time limit only ends a test that hangs
);

function sum(outcomes: readonly Outcome[]): Outcome {
  const total = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((all, outcome) => all + count(outcome), 0);
  return {
    findings: [],
    recoveries: outcomes.flatMap(outcome => outcome.recoveries),
    refunds: outcomes.flatMap(outcome => outcome.refunds),
    entries: total(({ entries }) => entries),
    stillborn: total(({ stillborn }) => stillborn),
    early: total(({ early }) => early),
    shortLived: total(({ shortLived }) => shortLived),
  };
}

test.each<readonly [string, string, readonly Fault[]]>([
  ['acknowledged before it is durable', 'hasty', ['lost', 'contradicted']],
  ['forgotten whose command it was', 'forgetful', ['doubled', 'contradicted', 'reordered']],
  ['forgotten how far the sand had run', 'sandless', ['sand']],
])('PR-52b the campaign finds the bug of a server that has %s', async (_, plant, faults) => {
  const { findings } = await campaign({ kills: 2, seed: SEED, port: await reservePort(), plants: [plant] });
  expect(findings.length).toBeGreaterThan(0);
  expect(faults).toContain(findings[0]?.fault);
});
