/** People at one table, with and without pages, and the shortest way to a talk window: exploring with the elf. */
import type { TableWish } from '@hush/protocol';
import { type Command, decide, EMBLEMS, evolve, explorations, type Game, reach } from '@hush/rules';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Player, until } from '../../../server/test/player-client.ts';
import { speak } from '../table/play-kit.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { caughtUp, isDone, type Move, numberOf } from './hands.ts';
import type { JourneyWorld } from './journey-world.ts';
import { sitDown } from './kit.ts';
import { newTable } from './page-server.ts';
import { runTime, stopTime } from './steered-time.ts';

export interface Circle {
  readonly code: string;
  /** The pages by seat. */
  readonly pages: readonly Page[];
  /** The player on the last seat, without a page. */
  readonly friend: Player;
  readonly game: () => Game;
}

const SIZES: readonly BrowserContextOptions[] = [DESKTOP, PHONE];
const NAMES = ['Mina', 'Tomasz', 'Ines'];

/** A laptop, a phone and a friend without a page take seats; the laptop is host. They leave when the test ends. */
export async function circleOf(
  { pageServer, open, atTheEnd }: JourneyWorld,
  wish: TableWish,
): Promise<Circle> {
  await speak('en');
  const code = await newTable(pageServer, wish);
  const pages: Page[] = [];
  for (const [i, size] of SIZES.entries()) {
    const { page } = await open(`/t/${code}`, size);
    await sitDown(page, NAMES[i] ?? '');
    pages.push(page);
  }
  const friend = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
  atTheEnd(() => friend.connection.close());
  await until(() => friend.connection.status.type === 'online', 'a greeting');
  friend.connection.join(NAMES[2] ?? '', 'owl');
  await until(() => friend.connection.mirror.member !== null, 'a seat');
  const game = (): Game => {
    const found = friend.connection.mirror.game;
    if (found === null) throw new Error('no game');
    return found;
  };
  return { code, pages, friend, game };
}

/** Settings for a new game: an hourglass with so much sand that the game does not end during a test. */
export const LONG = { hourglass: 3600 } as const;

/** The same people for several games: the friend becomes host and starts the games. */
export async function regulars(world: JourneyWorld): Promise<Circle> {
  const circle = await circleOf(world, { scenario: 1, ...LONG });
  const { friend } = circle;
  await press(pageOf(circle, 0), 'Options for Ines');
  await press(pageOf(circle, 0), 'Make host');
  await until(() => friend.connection.mirror.confirmed.host === friend.member, 'the friend to be host');
  return circle;
}

export const pageOf = ({ pages }: Circle, seat: number): Page => {
  const page = pages[seat];
  if (page === undefined) throw new Error(`no page on seat ${seat}`);
  return page;
};

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/**
 * Does something and waits for a short-lived effect. Time stands still on those pages, so that the effect stays until it
 * was seen.
 */
export async function seeing(act: () => Promise<unknown>, ...moments: readonly Locator[]): Promise<void> {
  const pages = [...new Set(moments.map(moment => moment.page()))];
  await Promise.all(pages.map(stopTime));
  await act();
  for (const moment of moments) await moment.waitFor({ state: 'attached' });
  await Promise.all(pages.map(runTime));
}

/** Ends the last game and sets up the next one. */
export async function deal({ friend, pages }: Circle, wish: TableWish): Promise<void> {
  const { mirror } = friend.connection;
  if (mirror.confirmed.game !== null) friend.manage({ type: 'abandon' });
  await until(() => mirror.confirmed.game === null, 'the end of the last game');
  for (const page of pages) {
    await page.locator('.start-bar').waitFor();
    const panel = page.locator('.talk-panel');
    if ((await panel.count()) > 0) await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
  }
  friend.manage({ type: 'wish', wish });
  friend.manage({ type: 'begin' });
  await until(() => mirror.confirmed.game !== null, 'the set-up');
}

/** Starts the sand with the amount of the wish. */
export async function turn({ friend, game }: Circle): Promise<void> {
  friend.do({ type: 'start' });
  await until(() => game().status !== 'setup', 'the sand');
}

/** Starts a game of these people; `before` runs before the hourglass starts. */
export async function start(
  circle: Circle,
  wish: TableWish,
  before: () => Promise<void> = async () => undefined,
): Promise<void> {
  await deal(circle, wish);
  await before();
  await turn(circle);
  for (const page of circle.pages) {
    await page.locator('.dock').waitFor();
    await page.evaluate('document.activeElement?.blur()');
  }
}

const UNKNOWN = { seed: '', stack: null, pile: null } as const;

interface Way {
  readonly game: Game;
  readonly moves: readonly Move[];
}

const isAtDoor = (game: Game): boolean => explorations(game).own.some(cell => cell === game.heroes.elf);

const placesIn = ({ heroes }: Game): string => Object.values(heroes).join(' ');

/** The fewest moves, each by a player who owns the action, until the elf may explore; other heroes may stand in its way. */
function wayToDoor(first: Game): readonly Move[] {
  const seen = new Set([placesIn(first)]);
  const isNew = ({ game }: Way): boolean => !seen.has(placesIn(game)) && seen.add(placesIn(game)).size > 0;
  let ways: readonly Way[] = [{ game: first, moves: [] }];
  while (ways.length > 0) {
    const found = ways.find(({ game }) => isAtDoor(game));
    if (found !== undefined) return found.moves;
    ways = ways.flatMap(way => onwards(way).filter(isNew));
  }
  throw new Error('the elf finds no door');
}

function onwards({ game, moves }: Way): readonly Way[] {
  const seats = Array.from({ length: game.setUp.players }, (_, seat) => seat);
  return seats.flatMap(seat =>
    reach(game, seat).flatMap(command => {
      if (command.type !== 'move') return [];
      const verdict = decide(game, command, { at: game.at, secret: UNKNOWN });
      return verdict.ok ? [{ game: verdict.value.reduce(evolve, game), moves: [...moves, command] }] : [];
    }),
  );
}

/** A command as a player would type it; heroes are named by their symbols. */
function typed(friend: Player, command: Move): string {
  if (command.type === 'move') return `${EMBLEMS[command.hero].symbol} ${command.dir} ${command.steps}`;
  return command.type === 'lay' ? `lay ${numberOf(friend, command)}` : command.type;
}

const TRIES = 5;

/**
 * Types a command and waits for the answer to it. Returns true if the page has sent the command; false if it asks
 * for confirmation because the command would end talk, or cannot do it yet.
 */
async function enter(page: Page, words: string): Promise<boolean> {
  const box = page.getByRole('textbox', { name: 'Commands' });
  const output = page.locator('.command-box output');
  const answers = async (): Promise<number> => Number(await output.getAttribute('data-answers'));
  const before = await answers();
  await box.fill(words);
  await box.press('Enter');
  await expect.poll(answers).toBeGreaterThan(before);
  return (await output.getAttribute('aria-live')) === 'off';
}

/** Makes a move, in a page's command box or without a page. If talk is open, the box asks for confirmation. */
export async function make(circle: Circle, command: Move): Promise<void> {
  const { friend, pages } = circle;
  const done = isDone(friend, command);
  const page = pages[command.seat];
  const words = typed(friend, command);
  if (page === undefined) {
    const { seat: _, ...rest } = command;
    friend.do(rest as Parameters<Player['do']>[0]);
    await until(done, words);
    return;
  }
  for (let i = 0; i < TRIES && !done(); i++) {
    await caughtUp(page, friend);
    if (await enter(page, words)) await until(done, words);
  }
  if (!done())
    throw new Error(`${words} was not done: ${await page.locator('.command-box output').textContent()}`);
  await page.getByRole('textbox', { name: 'Commands' }).blur();
}

const seatWith = (game: Game, action: string): number =>
  game.actionTiles.findIndex(tile => tile.some(one => one === action));

/** The elf explores: in scenario 4 and later that opens a talk window, unless the scenario has none (SC-4b). */
export async function exploreWithElf(circle: Circle): Promise<void> {
  for (const move of wayToDoor(circle.game())) await make(circle, move);
  const laid = Object.keys(circle.game().mall).length;
  await make(circle, { type: 'explore', seat: seatWith(circle.game(), 'explore') });
  const { drawn } = circle.game();
  if (drawn !== null)
    await make(circle, {
      type: 'lay',
      seat: seatWith(circle.game(), 'explore'),
      door: circle.game().heroes.elf ?? -1,
    });
  await until(() => Object.keys(circle.game().mall).length > laid, 'the tile');
}

/** Expects silence: the friend sends chat, gestures and pointing, which the server refuses, and no page shows anything. */
export async function expectSilence({ friend, pages }: Circle): Promise<void> {
  for (const page of pages) await page.locator('.game.silent').waitFor();
  const before = friend.refusals.length;
  friend.do({ type: 'say', text: 'west first' });
  friend.do({ type: 'phrase', phrase: 'look' });
  friend.do({ type: 'gesture', gesture: 'wave' });
  friend.do({ type: 'gesture', gesture: 'point', to: 16 });
  await until(() => friend.refusals.length >= before + 4, 'refusals');
  if (friend.refusals.slice(before).some(why => why !== 'silence'))
    throw new Error(`refused for another reason: ${friend.refusals.slice(before).join()}`);
  for (const page of pages)
    if ((await page.locator('.peeks, .performing, .ring, .talk-log').count()) > 0)
      throw new Error('something is seen of it');
}

/** Whether a seat can take a step of one square; the deal is random, so it may own no action for that. */
export const canStep = (game: Game, seat: number): boolean =>
  reach(game, seat).some(command => command.type === 'move' && command.steps === 1);

/** Any step of any player; it closes the talk window. */
export function anyStep(game: Game, seat?: number): Move {
  const seats = seat === undefined ? Array.from({ length: game.setUp.players }, (_, i) => i) : [seat];
  const found = seats
    .flatMap(one => reach(game, one))
    .find((command: Command) => command.type === 'move' && command.steps === 1);
  if (found === undefined || !('seat' in found)) throw new Error('nobody can move');
  return found;
}
