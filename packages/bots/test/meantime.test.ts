/** While a person thinks, bots do other useful steps; and they take the seats of people into account. */
import {
  decide,
  evolve,
  type Game,
  HEROES,
  type Hero,
  type Millis,
  reach,
  type Seat,
  type Wish,
} from '@hush/rules';
import { expect, test } from 'vitest';
import { dutyOf } from '../src/duty.ts';
import { playContest } from '../src/index.ts';
import { EMPTY_MIND, think } from '../src/mind.ts';
import { activeHeroes, exitsFor, type Outlook, outlookOf, walkGraphOf } from '../src/outlook.ts';
import { distances, distancesOnEmptyBoard, UNREACHABLE } from '../src/walk.ts';
import { begun, FOUR, Table } from './company-kit.ts';

const RUNS = Number(process.env['HUSH_RUNS'] ?? 1);

// The goal cells that bots plan for a hero while no person acts.

function goalsOf(outlook: Outlook, hero: Hero): readonly number[] {
  const { floor, phase } = outlook;
  if (phase === 'explore') return floor.doors.filter(door => door.hero === hero).map(({ cell }) => cell);
  return phase === 'gather' ? floor.items[hero] : exitsFor(outlook, hero);
}

/** Whether a bot could bring a hero nearer to its goal without a person's action. */
function isAnythingUseful({ game, secret, at, mind }: Table, bots: readonly Seat[]): boolean {
  const outlook = outlookOf(game, { at, pace: 1500, searchOn: false });
  const asked = new Set(mind.steps.flat().map(({ hero }) => hero));
  const heroes = activeHeroes(game).filter(hero => !asked.has(hero));
  return heroes.some(hero => {
    const others = HEROES.filter(other => other !== hero);
    const goals = goalsOf(outlook, hero);
    const away = distances(walkGraphOf(outlook, hero, others), goals);
    const here = away[game.heroes[hero] ?? 0] ?? UNREACHABLE;
    return bots
      .flatMap(seat => reach(game, seat))
      .filter(command => 'hero' in command && command.hero === hero)
      .some(command => {
        const verdict = decide(game, command, { at, secret });
        const to = verdict.ok ? verdict.value.reduce(evolve, game).heroes[hero] : null;
        return to !== null && outlook.traps[to] === 0 && (away[to] ?? UNREACHABLE) < here;
      });
  });
}

/**
 * The longest time in which no bot acts although one of them could do something useful, and how often a person is
 * nudged.
 */
function idleness(table: Table): { readonly longest: Millis; readonly asked: readonly Millis[] } {
  let [since, longest, seen]: [Millis | null, Millis, number] = [null, 0, 0];
  const isAct = (type: string): boolean => type !== 'nudge';
  while (table.at < 100_000 && table.game.status === 'playing') {
    table.wait(1000);
    const acts = table.done.filter(({ command }) => isAct(command.type)).length;
    const useful = acts === seen && table.game.status === 'playing' && isAnythingUseful(table, table.bots);
    since = useful ? (since ?? table.at) : null;
    longest = Math.max(longest, since === null ? 0 : table.at - since);
    seen = acts;
  }
  return { longest, asked: table.done.filter(({ command }) => !isAct(command.type)).map(({ at }) => at) };
}

test('AC-2a bots do other useful actions while a person leaves an action undone', () => {
  for (let n = 0; n < 6 * RUNS; n++) {
    const me = n % 4;
    const table = new Table({ scenario: [1, 4, 7][n % 3] ?? 1, players: 4 }, [me], 'calm', `idle ${n}`);
    const { longest, asked } = idleness(table);
    expect({ n, longest: longest <= 20_000 }).toEqual({ n, longest: true });
    for (const [i, at] of asked.entries())
      if (i > 0) expect(at - (asked[i - 1] ?? 0)).toBeGreaterThanOrEqual(10_000);
  }
});

test('AC-2a with eight players and one person who alone owns the vortex, bots still act when no hero can go around the others', () => {
  for (let n = 0; n < 8 * RUNS; n++) {
    const wish: Wish = { scenario: 1, players: 8 };
    const { game } = begun(wish, `crowd ${n}`);
    const me = game.actionTiles.findIndex(tile => tile.includes('vortex'));
    const table = new Table(wish, [me], 'calm', `crowd ${n}`);
    table.wait(40_000);
    const acts = table.done.filter(({ command }) => command.type !== 'nudge').map(({ at }) => at);
    const gaps = [...acts, 40_000].map((at, i) => at - (acts[i - 1] ?? 0));
    expect({ n, longest: Math.max(...gaps) <= 15_000 }).toEqual({ n, longest: true });
  }
});

// Tests of tables with people and vacant seats.

test('bots measure the tempo of a person by a step that only that person or a vacant seat could make', () => {
  const wish: Wish = {
    ...FOUR,
    players: 5,
    actionTiles: [
      ['north'],
      ['south', 'explore'],
      ['west', 'vortex'],
      ['east', 'escalator'],
      ['south', 'explore'],
    ],
  };
  let found = 0;
  for (let n = 0; n < 20; n++) {
    const { game, secret } = begun(wish, `vacant ${n}`);
    const seen = { at: 0, humans: [1], bots: [0, 2, 3] };
    const mind = think(EMPTY_MIND, game, seen);
    const step = mind.steps.flat().find(({ needs, hero }) => needs === 'south' && hero !== null);
    if (step === undefined) continue;
    found++;
    const verdict = decide(game, step.by(1), { at: 9000, secret });
    if (!verdict.ok) throw new Error(verdict.error);
    const after = verdict.value.reduce(evolve, game);
    expect(think(mind, after, { ...seen, at: 9000 }).tempo).toBeGreaterThan(1.2);
    const full = think(EMPTY_MIND, game, { ...seen, bots: [0, 2, 3, 4] });
    expect(think(full, after, { at: 9000, humans: [1], bots: [0, 2, 3, 4] }).tempo).toBe(1);
  }
  expect(found).toBeGreaterThan(0);
});

// Tests of when a hero walks to an hourglass.

test('HG-1b with a person who thinks for ten seconds, bots do not walk to the hourglass minutes too early', () => {
  const wish: Wish = { ...FOUR, scenario: 1, stack: [3, 4, 8, 6, 9, 5, 2, 7] };
  let game = begun(wish).game;
  const known: Game[] = []; // positions in which an hourglass can be turned
  playContest({ wish, seed: 'manners', tempers: ['lightning'] }, event => {
    game = evolve(game, event);
    if (event.type === 'heroMoved' && game.turned === 0 && known.length < 30) known.push(game);
  });
  const setsOutAt = (now: Game, pace: Millis): Millis => {
    const outlook = outlookOf(now, { at: now.at, pace, searchOn: false });
    let left = 180_000;
    while (left > 0 && dutyOf({ ...outlook, left }, null) === null) left -= 1000;
    return left;
  };
  const found = known.filter(now => setsOutAt(now, 2000) > 0);
  expect(found.length).toBeGreaterThan(10);
  for (const now of found) {
    expect(setsOutAt(now, 3500)).toBeGreaterThan(setsOutAt(now, 2000)); // slow players make bots leave sooner
    expect(setsOutAt(now, 10_000)).toBe(setsOutAt(now, 4000)); // the pace counts only up to 4 s per action
  }
});

test('HG-1b if the sand of an hourglass is not needed, bots do not stand idle while a hero waits beside it', () => {
  const wish: Wish = { ...FOUR, scenario: 2 };
  let found = 0;
  for (let n = 0; n < 40 && found < 5; n++) {
    let game = begun(wish, `look on ${n}`).game;
    let all: Game | null = null; // a position in which everything is found and an hourglass can be turned
    playContest({ wish, seed: `look on ${n}`, tempers: ['lightning'] }, event => {
      game = evolve(game, event);
      if (
        event.type === 'tileLaid' &&
        outlookOf(game, { at: 0, pace: 0, searchOn: false }).phase === 'gather'
      )
        all ??= game;
    });
    if (all === null) continue;
    const outlook = outlookOf(all, { at: 0, pace: 0, searchOn: false });
    const beside = besideHourglass(outlook);
    if (beside === null) continue;
    found++;
    const duty = { hero: 'elf', goal: beside.goal, waits: false } as const;
    const at = (left: Millis, pace: Millis, heroes: Game['heroes']): boolean | undefined =>
      dutyOf({ ...outlook, game: { ...outlook.game, heroes }, left, pace }, duty)?.waits;
    const { items } = outlook.floor;
    const there = {
      barbarian: items.barbarian[0] ?? 0,
      mage: items.mage[0] ?? 0,
      dwarf: items.dwarf[0] ?? 0,
      elf: beside.from,
    };
    expect(at(50_000, 1000, there)).toBe(false); // the sand that is left is enough
    expect(at(50_000, 9000, there)).toBe(true); // at this pace all the sand is needed
    expect(at(29_000, 9000, there)).toBe(false); // no bot waits for half a minute while the sand runs
    expect(at(29_000, 2000, { ...there, mage: outlook.game.heroes.mage })).toBe(true); // the mage is still far away
  }
  expect(found).toBe(5);
});

/** A cell from which the elf turns an hourglass with one action. */
function besideHourglass(outlook: Outlook): { readonly goal: number; readonly from: number } | null {
  const { game, floor } = outlook;
  for (const goal of floor.hourglasses.filter(cell => !game.outOfOrder.includes(cell))) {
    const away = distancesOnEmptyBoard(floor, 'elf', goal, 'none');
    const from = floor.cells.find(
      cell => away[cell] === 1 && !HEROES.some(hero => game.heroes[hero] === cell),
    );
    if (from !== undefined) return { goal, from };
  }
  return null;
}

// Tests of games in which no unused hourglass is known.

test('HG-3a if only an hourglass is missing and the sand is too little, bots explore to find one', () => {
  let found = 0;
  for (let n = 0; n < 30 && found < 2; n++) {
    const wish: Wish = { scenario: 1, players: 4, stack: [4, 8, 6, 9, 5, 2, 3, 7] };
    let game: Game | null = begun(wish, `lack ${n}`).game;
    let isFound: number | null = null;
    const report = playContest({ wish, seed: `lack ${n}`, tempers: ['calm'] }, event => {
      if (event.type === 'gameStarted' || game === null) return;
      game = evolve(game, event);
      if (
        isFound === null &&
        event.type === 'tileLaid' &&
        outlookOf(game, { at: event.at, pace: 1500, searchOn: false }).phase === 'gather'
      )
        isFound = Object.keys(game.mall).length;
    });
    if (isFound === null || isFound > 7 || report.turned === 0) continue;
    found++;
    expect(report.tiles).toBeGreaterThan(isFound);
    expect(report.won).toBe(true);
  }
  expect(found).toBe(2);
});
