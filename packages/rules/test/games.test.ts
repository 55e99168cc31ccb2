/**
 * Tests with whole recorded games: replaying a record gives the stored events and the stored last position, and every
 * command is decided as before.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  auditLog,
  beginGame,
  evolve,
  type Game,
  type GameEvent,
  parsePosition,
  parseRecord,
  positionText,
  recordText,
  replay,
} from '../src/index.ts';
import { GAME_PLANS, type GamePlan, playGame } from './game-plans.ts';
import { expectAgreement } from './perft.ts';

const GAMES = new URL('games/', import.meta.url);
const fileOf = (name: string, ending: 'log' | 'end'): URL => new URL(`${name}.${ending}`, GAMES);
const readText = (name: string, ending: 'log' | 'end'): string => readFileSync(fileOf(name, ending), 'utf8');

// Writes the records again; do so only when plans have changed, and review the diff.
if (process.env['HUSH_RECORD'] === '1') {
  for (const plan of GAME_PLANS) {
    const events = playGame(plan);
    writeFileSync(fileOf(plan.name, 'log'), recordText(events));
    writeFileSync(fileOf(plan.name, 'end'), positionText(replay(events)));
  }
}

function recordedEvents(name: string): readonly GameEvent[] {
  const parsed = parseRecord(readText(name, 'log'));
  if (!parsed.ok) throw new Error(`${name}, line ${parsed.error.line}: ${parsed.error.why}`);
  return parsed.value;
}

const rows = GAME_PLANS.map(plan => [plan.about, plan] as const);

test.each(rows)('%s', (_, { name, ends }: GamePlan) => {
  const events = recordedEvents(name);
  expect(recordText(events)).toBe(readText(name, 'log'));
  const end = replay(events);
  expect(end.reason ?? end.status).toBe(ends);
  expect(positionText(end)).toBe(readText(name, 'end'));
  expect(parsePosition(readText(name, 'end'))).toEqual({ ok: true, value: end });
  expect(auditLog(events)).toEqual({ ok: true, value: end });
});

/** The states of the game after every `every` events. */
function glimpses(events: readonly GameEvent[], every: number): readonly Game[] {
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') throw new Error('a game begins with its set-up');
  let game = beginGame(first);
  const seen: Game[] = [game];
  rest.forEach((event, i) => {
    game = evolve(game, event);
    if (i % every === 0) seen.push(game);
  });
  return seen;
}

test('AC-1d in every recorded game `reach` offers what the naive move generator finds', () => {
  for (const { name } of GAME_PLANS) {
    for (const game of glimpses(recordedEvents(name), 9)) expectAgreement(game);
  }
});

test('GB-3b a record with one event taken out or one tile exchanged is refused', () => {
  const events = recordedEvents('first-visit');
  const draw = events.findIndex(({ type }) => type === 'tileDrawn');
  const move = events.findIndex(({ type }) => type === 'heroMoved');
  expect(auditLog(events.toSpliced(move, 1)).ok).toBe(false);
  const forged = events.map((event, i) => (i === draw ? { ...event, tile: 24 } : event)) as GameEvent[];
  expect(auditLog(forged).ok).toBe(false);
});

test('GB-3b every file in the folder of records belongs to a game plan', () => {
  const expected = GAME_PLANS.flatMap(({ name }) => [`${name}.end`, `${name}.log`]).sort();
  expect(readdirSync(GAMES).sort()).toEqual(expected);
});
