/** Tests of a player's input at a real table with a slow connection: steps, slides, runs, conflicts, the talk guard. */

import type { PlayCommand } from '@hush/protocol';
import { actionsOf, DIRECTIONS, type Direction, type Game, HEROES, type Hero, slide } from '@hush/rules';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import type { BoardApi, Walk } from '../../src/board/scene.ts';
import { settings } from '../../src/device/settings.ts';
import { type Controls, createControls } from '../../src/input/controls.ts';
import { PACE } from '../../src/input/presses.ts';
import { boardDirector } from '../../src/model/board-director.ts';
import { runLength } from '../../src/model/cells.ts';
import { sceneOf } from '../../src/model/scene-of.ts';
import type { Session } from '../../src/table/session.ts';
import { Evening, speak } from '../table/play-kit.ts';

const DELAY = 40;
let evening: Evening;
const hands: Controls[] = [];

beforeEach(async () => {
  await speak('en');
  settings.talkGuard.value = true;
  evening = new Evening({ scenario: 1, hourglass: 3600, stack: [2, 3, 4, 5, 6, 7, 8, 9] });
});
afterEach(() => {
  for (const one of hands.splice(0)) one.stop();
  evening.close();
});

async function sitDown(players = 2): Promise<readonly Session[]> {
  for (let i = 0; i < players; i++) await evening.sit(['Mina', 'Tomasz', 'Bram'][i] ?? 'X', DELAY);
  await evening.begin();
  await evening.pass(500);
  await walkAbout();
  return evening.sessions;
}

/** Plays until there are several tiles, and heroes with long free paths. */
async function walkAbout(): Promise<void> {
  const chance = chanceFrom(3);
  for (let i = 0; i < 200 && !isRoomy(); i++) {
    const command = nextCommand(evening.game, evening.game.at, chance);
    if (command === null || !('seat' in command)) throw new Error('nothing to do');
    const { seat, ...rest } = command;
    await evening.ask(evening.sessions[seat] as Session, rest as PlayCommand);
    await evening.pass(2 * DELAY);
  }
}

const isRoomy = (): boolean => {
  const long = (least: number): readonly Way[] => ways().filter(one => slideOf(one).length >= least);
  return long(4).length > 0 && new Set(long(2).map(({ hero }) => hero)).size > 1 && contested().length > 0;
};

function controlsOf(session: Session): Controls {
  const clock = {
    now: () => evening.time.now,
    later: (after: number, then: () => void) => evening.time.later(after, then),
  };
  const controls = createControls(session, settings, clock);
  hands.push(controls);
  return controls;
}

const gameOf = (session: Session): Game => {
  const game = session.game.peek();
  if (game === null) throw new Error('no game');
  return game;
};

interface Way {
  readonly session: Session;
  readonly hero: Hero;
  readonly dir: Direction;
}

const slideOf = ({ session, hero, dir }: Way): readonly number[] => slide(gameOf(session), hero, dir);

/** All possible moves as player, hero and direction. */
const ways = (): readonly Way[] =>
  evening.sessions.flatMap(session =>
    HEROES.flatMap(hero =>
      DIRECTIONS.filter(dir => actionsOf(gameOf(session), session.seat.peek()).includes(dir))
        .map(dir => ({ session, hero, dir }))
        .filter(one => slideOf(one).length > 0),
    ),
  );

/** A player and a hero that can move at least `least` squares. */
function way(least: number, fits: (way: Way) => boolean = () => true): Way {
  const found = ways().find(one => slideOf(one).length >= least && fits(one));
  if (found === undefined) throw new Error('nobody can');
  return found;
}

/** Pairs of moves by which the first and the second player could move the same hero. */
const contested = (): readonly (readonly [Way, Way])[] => {
  const [a, b] = evening.sessions;
  const all = ways();
  return all.flatMap(one => {
    const other = all.find(({ session, hero }) => session === b && hero === one.hero);
    return one.session === a && other !== undefined ? [[one, other] as const] : [];
  });
};

test('PR-82a a press moves one square, shown before the server has answered', async () => {
  await sitDown();
  const { session, hero, dir } = way(2);
  const [first] = slide(gameOf(session), hero, dir);
  const controls = controlsOf(session);
  controls.press(dir, { hero });
  expect(gameOf(session).heroes[hero]).toBe(first);
  controls.release(dir);
  await evening.pass(1000);
  expect(evening.sessions.map(one => gameOf(one).heroes[hero])).toEqual([first, first]);
  expect(controls.chosen.value).toBe(hero);
});

test('PR-82a a press without a chosen hero moves the first hero that can move', async () => {
  await sitDown();
  const isBlocked = ({ session, dir }: Way): boolean =>
    slideOf({ session, hero: 'barbarian', dir }).length === 0;
  const { session, dir } = way(1, isBlocked);
  const able = HEROES.find(hero => slideOf({ session, hero, dir }).length > 0) ?? 'barbarian';
  const [first] = slide(gameOf(session), able, dir);
  const controls = controlsOf(session);
  controls.press(dir);
  controls.release(dir);
  await evening.pass(1000);
  expect(gameOf(session).heroes[able]).toBe(first);
  expect(controls.chosen.value).toBe(able);
});

test('PR-82b if the chosen hero cannot move and another one can, a press asks for another hero and sends nothing', async () => {
  await sitDown();
  const isBlocked = ({ session, dir }: Way): boolean =>
    slideOf({ session, hero: 'barbarian', dir }).length === 0;
  const { session, dir } = way(1, isBlocked);
  const controls = controlsOf(session);
  const before = evening.game.heroes;
  controls.choose('barbarian');
  controls.press(dir);
  controls.release(dir);
  expect(controls.toast.value?.text).toBe('Not this hero. Choose another.');
  await evening.pass(1000);
  expect(evening.game.heroes).toEqual(before);
});

test('PR-82a holding a key slides a square every 110 ms until it is released', async () => {
  await sitDown();
  const { session, hero, dir } = way(3);
  const cells = slide(gameOf(session), hero, dir);
  const controls = controlsOf(session);
  controls.press(dir, { hero });
  controls.press(dir, { hero }); // the browser repeats the held key
  await evening.pass(205);
  expect(gameOf(session).heroes[hero]).toBe(cells[1]);
  await evening.pass(PACE);
  expect(gameOf(session).heroes[hero]).toBe(cells[2]);
  controls.release(dir, { hero });
  await evening.pass(1000);
  expect(evening.sessions.map(one => gameOf(one).heroes[hero])).toEqual([cells[2], cells[2]]);
});

test('PR-82a a slide ends at the wall without a refusal', async () => {
  await sitDown();
  const { session, hero, dir } = way(2);
  const cells = slide(gameOf(session), hero, dir);
  const controls = controlsOf(session);
  controls.press(dir, { hero });
  await evening.pass(3000);
  expect(gameOf(session).heroes[hero]).toBe(cells.at(-1));
  expect(controls.toast.value).toBeNull();
  controls.release(dir);
});

test('PR-82a a double press, or Shift, makes the hero run to the next junction, symbol or wall', async () => {
  await sitDown();
  const { session, hero, dir } = way(2);
  const game = gameOf(session);
  const cells = slide(game, hero, dir);
  const controls = controlsOf(session);
  controls.press(dir, { hero });
  controls.release(dir);
  const rest = runLength(gameOf(session), hero, dir);
  await evening.pass(100);
  controls.press(dir, { hero });
  controls.release(dir);
  expect(gameOf(session).heroes[hero]).toBe(cells[rest]);
  await evening.pass(1000);
  const other = way(1, found => found.hero !== hero);
  const length = runLength(gameOf(other.session), other.hero, other.dir);
  const goal = slide(gameOf(other.session), other.hero, other.dir)[length - 1];
  controlsOf(other.session).press(other.dir, { hero: other.hero, run: true });
  expect(gameOf(other.session).heroes[other.hero]).toBe(goal);
});

test('PR-82b a move that is certain to be refused is refused at once and never sent', async () => {
  await sitDown();
  const { session } = way(1);
  const controls = controlsOf(session);
  const before = gameOf(session);
  const foreign = DIRECTIONS.find(dir => !controls.actions.value.includes(dir)) ?? 'north';
  controls.press(foreign, { hero: 'elf' });
  expect(controls.toast.value).toMatchObject({
    kind: 'refused',
    text: 'That action isn’t on your tile.',
  });
  expect(gameOf(session)).toBe(before);
  await evening.pass(3000);
  expect(controls.toast.value).toBeNull();
});

/** A board that records its calls in order. */
function fakeBoard(): { readonly board: BoardApi; readonly told: string[]; readonly walks: Walk[] } {
  const told: string[] = [];
  const walks: Walk[] = [];
  const board = {
    show: () => void told.push('show'),
    walk(walk: Walk) {
      told.push(`walk ${walk.hero} ${walk.author?.name ?? '-'}`);
      walks.push(walk);
    },
    springBack: (hero: Hero, author: Walk['author']) => void told.push(`back ${hero} ${author?.name ?? '-'}`),
  } as unknown as BoardApi;
  return { board, told, walks };
}

test('PR-82a the board gets a move before the scene changes: the player’s own at once, those of others with their names', async () => {
  await sitDown();
  const { session, hero, dir } = way(2);
  const name = session.people.peek().find(({ member }) => member === session.member.peek())?.name;
  const watchers = evening.sessions.map(one => {
    const fake = fakeBoard();
    const director = boardDirector(one, fake.board);
    const show = (): void => director.show(sceneOf(gameOf(one), { seat: 0, marks: [], chosen: null }));
    one.game.subscribe(show);
    return { one, ...fake };
  });
  await evening.pass();
  for (const { told } of watchers) told.length = 0;
  session.do({ type: 'move', hero, dir, steps: 2 });
  await evening.pass(1);
  const mine = watchers.find(({ one }) => one === session);
  expect(mine?.told.slice(0, 2)).toEqual([`walk ${hero} -`, 'show']);
  expect(mine?.walks[0]?.path).toHaveLength(2);
  await evening.pass(1000);
  const theirs = watchers.find(({ one }) => one !== session);
  expect(theirs?.told.slice(0, 2)).toEqual([`walk ${hero} ${name}`, 'show']);
  expect(mine?.walks).toHaveLength(1);
});

test('PR-82c the slower player is told who was first, and the hero goes back', async () => {
  const [a, b] = (await sitDown()) as readonly [Session, Session];
  const [[{ hero, dir: x }, { dir: y }]] = contested() as readonly [readonly [Way, Way]];
  const isOpposite = (DIRECTIONS.indexOf(x) + 2) % 4 === DIRECTIONS.indexOf(y);
  const fake = fakeBoard();
  boardDirector(b, fake.board);
  const controls = controlsOf(b);
  const start = gameOf(b).heroes[hero];
  a.do({ type: 'move', hero, dir: x, steps: 1, ...(start === null ? {} : { from: start }) });
  await evening.pass(DELAY / 2);
  controls.press(y, { hero });
  controls.release(y);
  expect(gameOf(b).heroes[hero]).not.toBe(start);
  await evening.pass(1000);
  expect(controls.toast.value).toMatchObject({ text: 'Mina was first.', first: { name: 'Mina' } });
  expect(fake.told).toContain(`${isOpposite ? 'walk' : 'back'} ${hero} Mina`);
  expect(gameOf(a).heroes[hero]).toBe(gameOf(b).heroes[hero]);
});

test('PR-82d a command that is not predicted is shown as waiting until it is answered', async () => {
  await evening.sit('Mina', DELAY);
  await evening.begin();
  await evening.pass(500);
  const [session] = evening.sessions as [Session];
  const controls = controlsOf(session);
  expect(controls.canTurn.value).toBe(true);
  controls.turn();
  expect(controls.armed.value).toEqual([{ type: 'turn' }]);
  await evening.pass(500);
  expect(controls.armed.value).toEqual([]);
  expect(controls.actions.value).toHaveLength(1);
});

/** The session, changed as if the hourglass had just been turned. */
const talking = (session: Session): Session => {
  const game = { ...gameOf(session), talking: true };
  const fake = { value: game, peek: () => game } as unknown as Session['game'];
  return { ...session, game: fake };
};

test('CM-3d while talk is open a move takes a longer press, a second tap, or the end of talk', async () => {
  await sitDown();
  const { session, hero, dir } = way(2);
  const asked: string[] = [];
  const open = {
    ...talking(session),
    do: (command: { type: string }) => asked.push(command.type),
  } as Session;
  const controls = controlsOf(open);
  expect(controls.guarding.value).toBe(true);
  controls.press(dir, { hero });
  expect(controls.filling.value).toBe(`${dir}:${hero}`);
  await evening.pass(100);
  controls.release(dir);
  expect([asked, controls.filling.value, controls.toast.value?.kind]).toEqual([[], null, 'guard']);
  controls.press(dir, { hero }); // a second tap confirms the move
  controls.release(dir);
  expect(asked).toEqual(['move']);
  const [other] = controls.destinations.value.filter(({ mark }) => mark.hero !== hero);
  if (other === undefined) throw new Error('nothing else to tap');
  controls.take(other.mark);
  expect(asked).toEqual(['move']);
  controls.take(other.mark);
  expect(asked).toEqual(['move', other.command.type]);
  const third = controlsOf(open);
  third.press(dir, { hero });
  await evening.pass(310);
  expect(asked).toHaveLength(3);
  const fourth = controlsOf(open);
  fourth.endTalk();
  expect(fourth.guarding.value).toBe(false);
  settings.talkGuard.value = false;
  expect(controlsOf(open).guarding.value).toBe(false);
});

test('CM-3d a confirmation in one talk window does not switch the guard off for the next window', async () => {
  await sitDown();
  const { session } = way(2);
  const silent = gameOf(session);
  const game = signal<Session['game']['value']>({ ...silent, talking: true });
  const controls = controlsOf({ ...session, game } as Session);
  controls.endTalk();
  expect(controls.guarding.value).toBe(false);
  game.value = silent;
  game.value = { ...silent, talking: true };
  expect(controls.guarding.value).toBe(true);
});

test('PR-82d the nudge asks for a player, and accepts one answer', async () => {
  await sitDown(3);
  const [session] = evening.sessions as [Session];
  const controls = controlsOf(session);
  controls.nudge();
  expect(controls.question.value?.choices.map(({ label }) => label)).toEqual(['Nudge Tomasz', 'Nudge Bram']);
  controls.question.value?.choices[1]?.take();
  expect(controls.question.value).toBeNull();
  await evening.pass(500);
  expect(gameOf(session).pawn).toBe(2);
});

test('PR-82b pressing a mark that is gone sends nothing and shows a hint', async () => {
  await sitDown();
  const { session } = way(1);
  const controls = controlsOf(session);
  const [one] = controls.destinations.value;
  if (one === undefined) throw new Error('no mark');
  controls.take({ ...one.mark, id: 'walk:elf:9999' });
  expect(controls.toast.value?.text).toBe('That’s no longer possible.');
});

test('CM-3d while talk is open, an answer to the question which hero is meant needs a confirmation, too', async () => {
  const [session] = await sitDown();
  const asked: PlayCommand[] = [];
  const controls = controlsOf({
    ...talking(session as Session),
    do: command => asked.push(command),
  });
  const marks = controls.destinations.value.map(({ mark }) => mark).filter(({ kind }) => kind === 'walk');
  const choose = (): void => {
    controls.which(marks.slice(0, 2));
    controls.question.value?.choices[0]?.take();
  };
  choose();
  expect([asked, controls.toast.value?.kind, controls.question.value]).toEqual([[], 'guard', null]);
  choose();
  expect(asked).toMatchObject([{ type: 'go' }]);
});
