/**
 * The server dies at any moment and comes back: nothing acknowledged is lost, doubled or reordered, and the sand that an
 * outage took is given back. `npm run kill -- 2000` is the same with more kills.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chanceFrom } from './chance.ts';
import { Campaign, type Outcome } from './kill-kit.ts';
import type { Fault } from './ledger.ts';
import { quantile } from './quantile.ts';
import { freePort, ServerProcess, serverProgram } from './server-process.ts';

const KILLS = Number(process.env['HUSH_SERVER_KILLS'] ?? 50);
const KILLS_A_ROUND = 50; // then with a new journal and new tables, or comparing would take longer and longer
const MOST_SAID = 5;
const SEED = Number(process.env['HUSH_SEED'] ?? 37);

let program = '';
beforeAll(async () => {
  program = await serverProgram('kill');
});
afterAll(() => rmSync(dirname(program), { recursive: true }));

async function campaign(kills: number, seed: number, plants: readonly string[] = []): Promise<Outcome> {
  const home = mkdtempSync(join(tmpdir(), 'hush-kill-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const server = new ServerProcess({ program, dataDir: join(home, 'data'), port: await freePort(), plants });
  return new Campaign(server, chanceFrom(seed)).run(kills);
}

function report(kills: number, { recoveries, refunds, entries, stillborn, shortLived }: Outcome): void {
  const back = `all back after ${figure(recoveries, 0.5)} ms (median), ${figure(recoveries, 0.99)} ms (p99)`;
  const sand = `sand refunded ${figure(refunds, 0.5)} ms (median), at most ${figure(refunds, 1)} ms`;
  const early = `${stillborn} before it listened, ${shortLived} before all were back`;
  process.stdout.write(`${kills} kills (${early}), ${entries} entries: ${back}; ${sand}\n`);
}

/** What was found, in one short line: it is printed, and it is the last one of the test's failure. */
function say({ findings }: Outcome): string {
  const said = findings.slice(0, MOST_SAID).map(({ fault, say }) => `${fault}: ${say}`);
  if (findings.length > MOST_SAID) said.push(`and ${findings.length - MOST_SAID} more`);
  if (said.length > 0) process.stdout.write(`found ${said.join(' | ')}\n`);
  return said.join(' | ');
}

const figure = (values: readonly number[], share: number): string => quantile(values, share).toFixed(0);

test(
  `${KILLS} kills under load: nothing acknowledged is lost, doubled or reordered`,
  async () => {
    const outcomes: Outcome[] = [];
    for (let kills = 0; kills < KILLS; kills += KILLS_A_ROUND) {
      const round = Math.min(KILLS_A_ROUND, KILLS - kills);
      const outcome = await campaign(round, SEED + kills);
      outcomes.push(outcome);
      expect(say(outcome)).toBe('');
      report(kills + round, outcome);
    }
    const recoveries = outcomes.flatMap(outcome => outcome.recoveries);
    const total = (count: (outcome: Outcome) => number): number =>
      outcomes.reduce((sum, outcome) => sum + count(outcome), 0);
    const all = {
      findings: [],
      recoveries,
      refunds: outcomes.flatMap(outcome => outcome.refunds),
      entries: total(({ entries }) => entries),
      stillborn: total(({ stillborn }) => stillborn),
      shortLived: total(({ shortLived }) => shortLived),
    };
    expect(all.entries).toBeGreaterThan(recoveries.length * 50); // under load indeed
    expect(recoveries.length).toBeGreaterThanOrEqual(KILLS * 0.8);
    if (KILLS >= KILLS_A_ROUND) expect(Math.min(all.stillborn, all.shortLived)).toBeGreaterThan(0);
    if (outcomes.length > 1) report(KILLS, all);
  },
  60_000 + KILLS * 12_000, // for what hangs, not for what is slow,
);

test.each<readonly [string, string, readonly Fault[]]>([
  ['acknowledged before it is durable', 'hasty', ['lost', 'contradicted']],
  ['forgotten whose command it was', 'forgetful', ['doubled', 'contradicted']],
  ['forgotten how far the sand had run', 'sandless', ['sand']],
])(
  'a server that has %s is found out',
  async (_, plant, faults) => {
    const { findings } = await campaign(20, SEED, [plant]);
    expect(findings.length).toBeGreaterThan(0);
    expect(faults).toContain(findings[0]?.fault);
  },
  300_000,
);
