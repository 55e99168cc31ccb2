/** Bots as fellow players: they agree in silence, keep a human pace, make room for people and rarely nudge. */
import { TEMPERS, type Temper } from '@hush/protocol';
import {
  type Command,
  evolve,
  type Game,
  HEROES,
  type Millis,
  owns,
  reach,
  type Seat,
  type Wish,
} from '@hush/rules';
import { expect, test } from 'vitest';
import { MAX_DELAY_FACTOR } from '../src/character.ts';
import { botTurn, newMemory, playContest } from '../src/index.ts';
import { EMPTY_MIND, think } from '../src/mind.ts';
import { nudgeFor } from '../src/nudge.ts';
import { delayOf, PACES } from '../src/pace.ts';
import { boardStep } from '../src/step.ts';
import { begun, chanceOf, FOUR, Table } from './company-kit.ts';

test('every bot plans the same steps from the same game, whether it has seen the game before or not', () => {
  const { game } = begun(FOUR);
  const stepsOf = (now: Game): readonly string[] =>
    think(EMPTY_MIND, now, { at: 0, humans: [] }).steps.flatMap(list => list.map(({ key }) => key));
  expect(stepsOf(game)).toEqual(stepsOf(structuredClone(game)));
  expect(stepsOf(game).length).toBeGreaterThan(0);
});

test('every bot plans the same steps, however often it has looked at the game', () => {
  const { game: first } = begun({ scenario: 7, players: 4 }, 'looks');
  const moments: { readonly game: Game; readonly at: Millis }[] = [{ game: first, at: 0 }];
  let now = first;
  playContest({ wish: { scenario: 7, players: 4 }, seed: 'looks', tempers: ['calm'] }, event => {
    now = evolve(now, event);
    moments.push({ game: now, at: event.at });
  });
  let [seldom, often] = [EMPTY_MIND, EMPTY_MIND];
  let last: { readonly game: Game; readonly at: Millis } | null = null;
  const keys = (mind: typeof EMPTY_MIND): readonly string[] => mind.steps.flat().map(({ key }) => key);
  for (const moment of moments) {
    if (moment.game.status !== 'playing') continue;
    for (let at = (last ?? moment).at; last !== null && at < moment.at; at += 170)
      often = think(often, last.game, { at, humans: [] });
    often = think(often, moment.game, { at: moment.at, humans: [] });
    // The second mind gets a copy of the game, so that the minds share only what everybody can see.
    seldom = think({ ...seldom }, moment.game, { at: moment.at, humans: [] });
    expect({ at: moment.at, steps: keys(seldom) }).toEqual({ at: moment.at, steps: keys(often) });
    last = moment;
  }
  expect(moments.length).toBeGreaterThan(200);
});

test('AC-1d a bot does only what is on its own action tile', () => {
  const table = new Table(FOUR, [], 'lightning');
  table.wait(8000);
  expect(table.done.length).toBeGreaterThan(30);
  for (const { command } of table.done) {
    if (command.type === 'move') expect(owns(table.game, command.seat, command.dir)).toBe(true);
    if (command.type === 'explore') expect(command.seat).toBe(1);
  }
});

test('before the start, in a pause and after the end a bot does nothing', () => {
  const { game } = begun(FOUR);
  for (const status of ['setup', 'paused', 'won', 'lost'] as const) {
    const turn = botTurn({ ...game, status }, 0, newMemory('lightning'), { at: 5000, chance: () => 0.5 });
    expect({ command: turn.command, again: turn.lookAgainAt }).toEqual({ command: undefined, again: null });
  }
});

// Tests of the pace of bots.

test('calm bots wait as long as recorded people: 1 s for the same hero, 2 s for another, 4 s after a new tile (medians)', () => {
  const { game } = begun(FOUR);
  const mind = { ...think(EMPTY_MIND, game, { at: 0, humans: [] }), lastHero: 'elf' as const };
  const [list] = mind.steps;
  const step = list?.[0];
  if (step === undefined) throw new Error('nothing to do');
  const one = { ...mind, steps: mind.steps.slice(0, 1) };
  const median = (over: Partial<typeof mind>, hero: 'elf' | 'mage'): number => {
    const chance = chanceOf(11);
    const delays = Array.from({ length: 4001 }, () =>
      delayOf('calm', { ...one, ...over }, { ...step, hero }, { chance, character: 1 }),
    );
    return delays.sort((a, b) => a - b)[2000] ?? 0;
  };
  const near = (ms: number): readonly [number, number] => [ms * 0.93, ms * 1.07];
  for (const [delay, [from, to]] of [
    [median({}, 'elf'), near(1000)],
    [median({}, 'mage'), near(2000)],
    [median({ lastWasTile: true }, 'mage'), near(4000)],
    [median({ tempo: 2 }, 'mage'), near(4000)], // bots wait longer at a table with slow people
  ] as const) {
    expect(delay).toBeGreaterThan(from);
    expect(delay).toBeLessThan(to);
  }
});

test('when several bots could act, the quickest waits the median delay; for an urgent step every bot is quick', () => {
  const { game } = begun(FOUR);
  const mind = think(EMPTY_MIND, game, { at: 0, humans: [] });
  const step = mind.steps[0]?.[0];
  if (step === undefined) throw new Error('nothing to do');
  const chance = chanceOf(12);
  const three = { ...mind, lastWasTile: true, steps: [[step], [step], [step]] };
  const quickest = Array.from({ length: 2001 }, () =>
    Math.min(...three.steps.map(() => delayOf('calm', three, step, { chance, character: 1 }))),
  ).sort((a, b) => a - b);
  expect(quickest[1000]).toBeGreaterThan(3700);
  expect(quickest[1000]).toBeLessThan(4300);
  const urgent = Array.from({ length: 500 }, () =>
    delayOf('calm', three, { ...step, urgent: true }, { chance, character: 1 }),
  );
  expect(Math.max(...urgent)).toBeLessThanOrEqual(2000);
});

test('a bot takes a step at once when it becomes urgent, even if a longer delay was drawn before', () => {
  const { game } = begun(FOUR);
  const look = { at: 0, chance: () => 0.999, humans: [] };
  const seats = [0, 1, 2, 3].map(seat => botTurn(game, seat, newMemory('calm'), look));
  const turn = seats.find(({ memory }) => memory.ready.size > 0);
  const [[key, intent] = []] = turn?.memory.ready ?? [];
  if (turn === undefined || key === undefined || intent === undefined) throw new Error('nothing to do');
  expect(intent.at).toBeGreaterThan(5000);
  const { mind } = turn.memory;
  const steps = mind.steps.map(list => list.map(step => ({ ...step, urgent: true })));
  const hasty = { ...turn.memory, mind: { ...mind, steps } };
  const again = botTurn(game, seats.indexOf(turn), hasty, { ...look, at: 100 });
  expect(again.memory.ready.get(key)?.at).toBeLessThanOrEqual(100 + 2000 * MAX_DELAY_FACTOR);
});

test('brisk bots are faster than calm ones, and lightning bots are the fastest', () => {
  const actionsIn = (temper: Temper): number => {
    const table = new Table(FOUR, [], temper);
    table.wait(30_000);
    return table.done.length;
  };
  const [calm, brisk, lightning] = TEMPERS.map(actionsIn);
  expect(brisk ?? 0).toBeGreaterThan((calm ?? 0) * 1.4);
  expect(lightning ?? 0).toBeGreaterThan((brisk ?? 0) * 1.4);
});

// Tests of bots and people at one table.

/** A move with a hero for which the bots have another plan. */
function surprise(table: Table, seat: Seat): Extract<Command, { readonly type: 'move' }> | null {
  const planned = think(EMPTY_MIND, table.game, { at: table.at, humans: table.humans }).steps.flat();
  const moves = reach(table.game, seat).filter(command => command.type === 'move');
  return (
    moves.find(move => planned.some(({ hero, needs }) => hero === move.hero && needs !== move.dir)) ?? null
  );
}

test('after a person moves a hero against the plan, bots help this hero or leave it alone for a few seconds', () => {
  let surprises = 0;
  for (const human of [0, 1, 2, 3]) {
    for (let n = 0; n < 60; n++) {
      const table = new Table(FOUR, [human], 'lightning', `surprise ${n}`);
      table.wait((n % 30) * 100);
      const move = surprise(table, human);
      if (move === null) continue;
      surprises++;
      const before = think(EMPTY_MIND, table.game, { at: table.at, humans: [human] });
      const from = table.game.heroes[move.hero];
      table.do(move);
      const after = think(before, table.game, { at: table.at, humans: [human] });
      const [hold, ...others] = after.holds;
      expect({ hero: hold?.hero, others }).toEqual({ hero: move.hero, others: [] });
      expect(hold?.until).toBeGreaterThanOrEqual(table.at + 2000);
      const own = after.steps.flat().filter(step => step.hero === move.hero);
      if (hold?.goals.length === 0) expect(own).toEqual([]);
      expect(own.filter(step => step.to === from)).toEqual([]);
      const later = think(after, table.game, { at: table.at + 6000, humans: [human] });
      expect(later.holds).toEqual([]);
      const among = think(before, table.game, { at: table.at, humans: [] });
      expect(among.holds).toEqual([]); // a bot does not wait because another bot could act
    }
  }
  expect(surprises).toBeGreaterThan(12);
});

test('MV-1b when a person walks a planned move cell by cell, bots keep the plan', () => {
  let walks = 0;
  for (const human of [0, 1, 2, 3]) {
    for (let n = 0; n < 60; n++) {
      const table = new Table(FOUR, [human], 'lightning', `cell by cell ${n}`);
      table.wait((n % 30) * 100);
      const before = think(EMPTY_MIND, table.game, { at: table.at, humans: [human] });
      const long = before.steps.flat().flatMap(step => {
        const command = step.by(human);
        const isLong = command.type === 'move' && command.dir === step.needs && command.steps > 1;
        return isLong && owns(table.game, human, command.dir) ? [{ command, to: step.to }] : [];
      })[0];
      if (long === undefined) continue;
      walks++;
      table.do({ ...long.command, steps: 1 });
      const after = think(before, table.game, { at: table.at, humans: [human] });
      expect(after.holds).toEqual([]);
      expect(after.steps.flat().map(({ hero, to }) => ({ hero, to }))).toContainEqual({
        hero: long.command.hero,
        to: long.to,
      });
    }
  }
  expect(walks).toBeGreaterThan(12);
});

test('CM-1g a bot that waits for a person asks with the pawn after a while, and does not repeat it', () => {
  const table = new Table(FOUR, [1]); // no bot owns the action `explore`
  table.wait(60_000);
  const asked = table.done.filter(({ command }) => command.type === 'nudge');
  expect(asked.length).toBeGreaterThanOrEqual(1);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(asked[0]?.at).toBeGreaterThanOrEqual(6000);
  for (const { command } of asked) expect(command).toMatchObject({ type: 'nudge', to: 1 });
  // one bot nudges on behalf of all bots
  expect(new Set(asked.map(({ command }) => 'seat' in command && command.seat)).size).toBe(1);
  for (const [i, { at }] of asked.entries())
    if (i > 0) expect(at - (asked[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(10_000);
});

test('CM-1g a bot looks at the hero and square of the wanted step before it nudges, and does neither for somebody away', () => {
  const table = new Table(FOUR, [1]);
  table.wait(60_000);
  const nudge = table.done.find(({ command }) => command.type === 'nudge');
  const before = table.gazes.filter(({ at }) => at < (nudge?.at ?? 0));
  expect(before.at(-1)?.gaze).toMatchObject({ seat: 0, to: 1 });
  const { hero, cell } = before.at(-1)?.gaze ?? {};
  expect(hero ?? cell).not.toBeNull();
  const alone = new Table(FOUR, [1]);
  alone.away = [1];
  alone.wait(60_000);
  expect(alone.gazes).toEqual([]);
  expect(alone.done.some(({ command }) => command.type === 'nudge')).toBe(false);
});

test('CM-1g bots do not wait for a vacant seat', () => {
  const silent = new Table(FOUR, [1]);
  silent.vacate(0);
  silent.wait(30_000);
  const asked = silent.done.filter(({ command }) => command.type === 'nudge');
  expect(asked[0]?.command).toMatchObject({ seat: 2, to: 1 });
});

/** Two seats own the action `explore`: 1 and 4. */
const DOUBLED: NonNullable<Wish['actionTiles']> = [
  ['north'],
  ['explore'],
  ['west', 'vortex'],
  ['east', 'escalator', 'south'],
  ['explore'],
];

test('CM-1g a bot nudges a person although a vacant seat has the same action', () => {
  const doubled = new Table({ ...FOUR, players: 5, actionTiles: DOUBLED }, [1]);
  doubled.vacate(4);
  doubled.wait(30_000);
  const nudges = doubled.done.filter(({ command }) => command.type === 'nudge');
  expect(nudges[0]?.command).toMatchObject({ seat: 0, to: 1 });
});

test('CM-1g a person is nudged for a step that only people can take, but not for a step that a bot can take', () => {
  const wish = { ...FOUR, players: 5, actionTiles: DOUBLED };
  const { game } = begun(wish);
  const step = boardStep('explore', 'explore', seat => ({ type: 'explore', seat }));
  const mind = { ...EMPTY_MIND, steps: [[step]] };
  const memory = { ...newMemory('calm'), mind, waiting: { key: step.key, since: 0 } };
  const look = { at: 60_000, humans: [1] };
  expect(nudgeFor(game, 0, memory, { ...look, bots: [0, 2, 3] }).command).toMatchObject({ to: 1 });
  expect(nudgeFor(game, 0, memory, { ...look, bots: [0, 2, 3, 4] })).toMatchObject({
    command: null,
    gaze: null,
  });
});

test.each(TEMPERS)(
  'a %s bot that has just acted waits before it acts again, even if its decision takes no time',
  temper => {
    const { game } = begun(FOUR);
    const look = { at: 5_000, chance: () => 0, humans: [] };
    const intents = [0, 1, 2, 3].flatMap(seat => [
      ...botTurn(game, seat, { ...newMemory(temper), actedAt: 5_000 }, look).memory.ready.values(),
    ]);
    expect(intents.length).toBeGreaterThan(0);
    for (const { at } of intents) expect(at).toBeGreaterThanOrEqual(5_000 + PACES[temper].rest);
  },
);

test('SC-15c without a pawn a bot stares at the person instead', () => {
  const table = new Table({ ...FOUR, scenario: 15 }, [1]);
  table.wait(20_000);
  const types = new Set(table.done.map(({ command }) => command.type));
  expect(types.has('stare')).toBe(true);
  expect(types.has('nudge')).toBe(false);
});

test('SC-9d only the leader moves the pawn: a bot that does not lead sends no nudge', () => {
  const tiles: Wish = {
    scenario: 9,
    players: 5,
    actionTiles: [['north'], ['south', 'explore'], ['west', 'vortex'], ['east', 'escalator'], []],
  };
  const led = new Table(tiles, [1, 4]);
  led.wait(25_000);
  expect(led.done.some(({ command }) => command.type === 'nudge')).toBe(false);
  const leading = new Table(tiles, [1]);
  leading.wait(25_000);
  const asked = leading.done.filter(({ command }) => command.type === 'nudge');
  expect(asked.length).toBeGreaterThan(0);
  for (const { command } of asked) expect(command).toMatchObject({ seat: 4, to: 1 });
});

/** Whether a person who makes their first planned step every 700 ms wins with three bots. */
function playsAlong(seed: string, as: (command: Command) => Command): Game {
  const table = new Table({ ...FOUR, scenario: 1 }, [1], 'brisk', seed);
  for (let n = 0; n < 800 && table.game.status === 'playing'; n++) {
    table.wait(700);
    if (table.game.status !== 'playing') break;
    const { steps } = think(table.mind, table.game, { at: table.at, humans: [1] });
    const mine = steps
      .flatMap(list => list.slice(0, 1))
      .find(({ needs }) => needs === null || owns(table.game, 1, needs));
    if (mine !== undefined) table.do(as(mine.by(1)));
  }
  return table.game;
}

const byKey = (command: Command): Command => (command.type === 'move' ? { ...command, steps: 1 } : command);

test.each([
  ['whole moves', (command: Command) => command],
  ['one cell at a time', byKey],
])('with one person who makes the planned steps in %s, three bots win scenario 1', (_, as) => {
  for (let n = 0; n < 20; n++) {
    const { status, out } = playsAlong(`along ${n}`, as);
    expect({ n, status }).toEqual({ n, status: 'won' });
    expect(HEROES.every(hero => out[hero])).toBe(true);
  }
});
