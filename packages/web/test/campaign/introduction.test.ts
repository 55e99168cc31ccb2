/**
 * Tests of the introduction without its screen: the lesson can be followed, wrong moves are answered, and nobody loses by
 * reading slowly.
 */
import type { PlayCommand, TableReport } from '@hush/protocol';
import {
  actionsOf,
  cellAt,
  coordinatesOf,
  type Game,
  type Hero,
  reach,
  sandLeft,
  talkState,
} from '@hush/rules';
import { expect, test } from 'vitest';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import { rightMove, STEP_KEYS, STEPS } from '../../src/campaign/intro-steps.ts';
import { type Introduction, openIntroduction } from '../../src/campaign/introduction.ts';
import { destinationsOf } from '../../src/model/destinations.ts';

class Lesson {
  readonly time = new VirtualTime();
  readonly troubles: TableReport[] = [];
  readonly intro: Introduction;

  constructor() {
    const { time } = this;
    this.intro = openIntroduction(
      { name: 'Me', avatar: 'fox' },
      { name: 'Friend', avatar: 'owl' },
      {
        clock: { now: () => time.now, later: (after, then) => time.later(after, then), chance: () => 0.5 },
        report: trouble => this.troubles.push(trouble),
      },
    );
  }

  static async begun(): Promise<Lesson> {
    const lesson = new Lesson();
    await lesson.wait();
    return lesson;
  }

  get game(): Game {
    const game = this.intro.session.game.value;
    if (game === null) throw new Error('no game');
    return game;
  }

  get step(): string {
    return STEPS[this.intro.step.value]?.key ?? 'done';
  }

  at(hero: Hero): string {
    const cell = this.game.heroes[hero];
    return cell === null ? 'out' : coordinatesOf(this.game, cell).slice(0, 2).join();
  }

  async wait(millis = 20): Promise<void> {
    for (let i = 0; i < 10; i++) {
      for (let turn = 0; turn < 60; turn++) await undefined;
      await this.time.pass(millis / 10);
    }
  }

  async do(command: PlayCommand): Promise<void> {
    this.intro.session.do(command);
    await this.wait();
  }

  async go(hero: Hero, x: number, y: number): Promise<void> {
    const to = cellAt(this.game, [x, y]);
    if (to === undefined) throw new Error(`no floor at ${x},${y}`);
    await this.do({ type: 'go', hero, to });
  }

  /** Plays the lesson up to this step, doing what the coach asks. */
  async upTo(step: string): Promise<void> {
    const todo = LESSON.slice(this.intro.step.value);
    for (const [key, follow] of todo) {
      if (this.step === step) return;
      expect(this.step).toBe(key);
      await follow(this);
    }
  }
}

const LESSON: readonly (readonly [string, (lesson: Lesson) => Promise<void>])[] = [
  ['move', lesson => lesson.go('elf', 2, 0)],
  ['vortex', lesson => lesson.do({ type: 'vortex', hero: 'mage', to: cellAt(lesson.game, [4, -4]) ?? 0 })],
  ['hourglass', lesson => lesson.go('elf', 2, -4)],
  ['talk', lesson => lesson.go('dwarf', 1, 3)],
  ['escalator', lesson => lesson.do({ type: 'escalator', hero: 'dwarf' })],
  ['explore', lesson => lesson.do({ type: 'explore' })],
  [
    'items',
    async lesson => {
      await lesson.go('dwarf', 2, 3);
      await lesson.go('mage', 4, -2);
      await lesson.go('elf', 2, -2);
    },
  ],
  ['steal', lesson => lesson.do({ type: 'steal' })],
  [
    'run',
    async lesson => {
      await lesson.go('dwarf', 0, 2);
      await lesson.go('barbarian', 0, 2);
      await lesson.go('elf', 2, 2);
      await lesson.go('elf', 0, 2);
      await lesson.go('mage', 2, -2);
      await lesson.go('mage', 2, 2);
      await lesson.go('mage', 0, 2);
    },
  ],
];

test('PR-93a the introduction begins with its heroes and tiles in place, in silence', async () => {
  const lesson = await Lesson.begun();
  expect(lesson.game).toMatchObject({ status: 'playing', setUp: { players: 2 } });
  expect(['barbarian', 'mage', 'elf', 'dwarf'].map(hero => lesson.at(hero as Hero))).toEqual([
    '2,2',
    '1,2',
    '2,1',
    '1,1',
  ]);
  expect(lesson.intro.session.seat.value).toBe(0);
  expect(actionsOf(lesson.game, 0)).toEqual(['north', 'east', 'vortex']);
  expect(talkState(lesson.game)).toBe('silent');
  expect(lesson.step).toBe('move');
});

test('PR-93a a player who does what each step asks wins', async () => {
  const lesson = await Lesson.begun();
  for (const [key, follow] of LESSON) {
    expect(lesson.step).toBe(key);
    await follow(lesson);
  }
  expect(lesson.step).toBe('done');
  expect(lesson.game.status).toBe('won');
  expect(lesson.intro.astray.value).toBe(0);
  expect(LESSON.map(([key]) => key)).toEqual(STEP_KEYS);
  expect(lesson.troubles.filter(({ type }) => type === 'broken')).toEqual([]);
});

test('PR-93a the bot of the introduction explores, which the player cannot', async () => {
  const lesson = await Lesson.begun();
  await lesson.upTo('vortex');
  expect(lesson.game.mall[2]).toBeDefined();
  await lesson.upTo('escalator');
  expect(lesson.at('barbarian')).toBe('3,2');
  await lesson.upTo('items');
  expect(lesson.at('barbarian')).toBe('6,2');
  await lesson.upTo('run');
  expect(lesson.at('dwarf')).toBe('2,2');
});

test.each([0, 40_000, 200_000])(
  'SC-3d CM-3a after %i ms of reading the sand falls to 0:20 at the hourglass, and turning it opens a talk window',
  async reading => {
    const lesson = await Lesson.begun();
    await lesson.wait(reading);
    const left = (): number => sandLeft(lesson.game, lesson.intro.session.sandNow());
    expect(left()).toBeGreaterThan(120_000);
    await lesson.upTo('hourglass');
    await lesson.wait(4_000); // waits while the sand falls quickly
    expect(left()).toBeGreaterThan(16_000);
    expect(left()).toBeLessThanOrEqual(20_000);
    await lesson.upTo('talk');
    expect(left()).toBeGreaterThan(155_000);
    expect(actionsOf(lesson.game, 0)).toEqual(['south', 'west', 'explore', 'escalator']);
    expect(talkState(lesson.game)).toBe('open');
  },
);

test('a player who follows only the pulsing hero and squares wins', async () => {
  const lesson = await Lesson.begun();
  for (let moves = 0; lesson.step !== 'done' && moves < 30; moves++) {
    const mark = rightMove(lesson.game, lesson.intro.step.value);
    const found = destinationsOf(lesson.game, 0).find(one => one.mark.id === mark?.id);
    await lesson.do(found?.command ?? { type: 'steal' });
  }
  expect(lesson.game.status).toBe('won');
  expect(lesson.intro.astray.value).toBe(0);
});

test.each(STEP_KEYS)(
  'PR-93a after any wrong command at the step %s, the introduction can still be finished',
  async key => {
    const lesson = await Lesson.begun();
    await lesson.upTo(key);
    for (let tries = 0; tries < 3; tries++) {
      for (const { seat: _, ...command } of reach(lesson.game, 0).map(legal => ({ seat: 0, ...legal }))) {
        if (lesson.step !== key) break;
        const before = lesson.game;
        await lesson.do(command as PlayCommand);
        // A command for which the lesson did not ask changes nothing, but is answered.
        if (lesson.intro.astray.value > 0 && lesson.game === before) continue;
      }
    }
    for (let moves = 0; lesson.step !== 'done' && moves < 60; moves++) await forward(lesson);
    expect(lesson.game.status).toBe('won');
  },
);

/** Tries the possible commands, longer moves before shorter ones, until one is allowed by the lesson. */
async function forward(lesson: Lesson): Promise<void> {
  const step = STEPS[lesson.intro.step.value];
  const { astray } = lesson.intro;
  const legal = [...reach(lesson.game, 0)].reverse();
  for (const { seat: _, ...command } of legal.map(one => ({ seat: 0, ...one }))) {
    const before = astray.value;
    const now = lesson.game;
    await lesson.do(command as PlayCommand);
    if (astray.value === before && lesson.game !== now) return;
  }
  throw new Error(`stuck at ${step?.key}`);
}

test.each([0, 1, 2, 3, 4, 8])(
  'PR-93a five minutes of reading after %s steps do not lose the game',
  async steps => {
    const lesson = await Lesson.begun();
    await lesson.wait(3_000); // even the fastest player turns the hourglass later than this
    for (const [, follow] of LESSON.slice(0, steps)) await follow(lesson);
    await lesson.wait(300_000);
    expect(lesson.game.status).toBe('playing');
    for (const [, follow] of LESSON.slice(steps)) await follow(lesson);
    expect(lesson.game.status).toBe('won');
  },
);

test('PR-93a a command that the step does not ask for is answered and not sent', async () => {
  const lesson = await Lesson.begun();
  const heard: unknown[] = [];
  lesson.intro.session.listen(notice => heard.push(notice));
  const n = lesson.intro.session.do({ type: 'move', hero: 'barbarian', dir: 'east', steps: 1 });
  await lesson.wait();
  expect(n).toBeLessThan(0);
  expect(heard).toContainEqual({ type: 'news', events: [], member: 1, n, mine: true });
  expect(lesson.at('barbarian')).toBe('2,2');
});

test('PR-93a closing the introduction ends its table and its timers', async () => {
  const lesson = await Lesson.begun();
  lesson.intro.close();
  await lesson.wait(600_000);
  expect(lesson.intro.session.status.value.type).toBe('ended');
});
