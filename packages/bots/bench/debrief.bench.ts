/**
 * Checks that the debrief finds real turning points: it debriefs 200 games that calm bots lost, and brisk bots continue
 * from every turning point with delays that its rehearsals did not have.
 */
import { evolve, type GameEvent, prepareGame, replay, type Secret } from '@hush/rules';
import type { Row } from '../../../tools/bench-row.ts';
import { type Debrief, debriefing, playContest, playOnFrom } from '../src/index.ts';

const LOST = Number(process.env['HUSH_LOST'] ?? 200);
const SCENARIOS = [4, 5, 6, 7] as const;

interface LostGame {
  readonly log: readonly GameEvent[];
  readonly secret: Secret;
}

export async function bench(): Promise<readonly Row[]> {
  const rows = { games: 0, points: 0, won: 0, gamesWon: 0, three: 0, none: 0 };
  const times: number[] = [];
  for (const { log, secret } of lostGames(LOST)) {
    const before = process.cpuUsage();
    const debrief = wholeDebrief(log);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    const wins = debrief.points.map(({ events }) => isWonFrom(log, secret, events));
    rows.games++;
    rows.points += wins.length;
    rows.won += wins.filter(Boolean).length;
    if (wins.length > 0 && wins.every(Boolean)) rows.gamesWon++;
    if (wins.length >= 3) rows.three++;
    if (wins.length === 0) rows.none++;
  }
  times.sort((a, b) => a - b);
  const share = (n: number, of: number): number => Math.round((1000 * n) / Math.max(1, of)) / 10;
  const [n, { points }] = [rows.games, rows];
  return [
    { name: `turning points in ${n} lost games`, value: points, unit: 'points' },
    {
      name: 'brisk bots win from them / all turning points',
      value: Math.round((1000 * rows.won) / Math.max(1, points)) / 1000,
      unit: 'x',
      budget: '>= 0.95',
    },
    { name: 'games with three turning points or more', value: share(rows.three, n), unit: '%' },
    { name: 'games without any', value: share(rows.none, n), unit: '%' },
    { name: 'a whole debrief: median', value: Math.round(times[times.length >> 1] ?? 0), unit: 'CPU ms' },
    { name: 'the same: the longest', value: Math.round(times.at(-1) ?? 0), unit: 'CPU ms' },
  ];
}

function wholeDebrief(log: readonly GameEvent[]): Debrief {
  let last: Debrief | null = null;
  for (const debrief of debriefing(log)) last = debrief;
  if (last === null) throw new Error('a lost game without a debrief');
  return last;
}

function* lostGames(count: number): Generator<LostGame, void> {
  let found = 0;
  for (let n = 0; found < count; n++) {
    const wish = { scenario: SCENARIOS[n % SCENARIOS.length] ?? 4, players: 2 + (n % 3) };
    const seed = `lost ${n}`;
    const prepared = prepareGame(wish, seed);
    if (!prepared.ok) throw new Error(prepared.error);
    const { event, secret } = prepared.value;
    const log: GameEvent[] = [event, { type: 'gameStarted', at: 0 }];
    if (playContest({ wish, seed, tempers: ['calm'] }, one => log.push(one)).won) continue;
    found++;
    yield { log, secret };
  }
}

function isWonFrom(log: readonly GameEvent[], secret: Secret, events: number): boolean {
  const game = replay(log.slice(0, events));
  const resumed = evolve(game, { type: 'resumed', at: game.at, seat: 0 });
  return playOnFrom(resumed, secret, ['brisk'], 'another day').won;
}
