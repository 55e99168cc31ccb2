/**
 * Input methods for journeys: the same move made with keys, with the pad, with a mouse or with a finger. A script at the
 * same table knows the state; if a press has no effect, the page says why, and the press is tried again.
 */
import { type Command, type Direction, HEROES, slide } from '@hush/rules';
import type { Locator, Page } from 'playwright-core';
import { type Player, until } from '../../../server/test/player-client.ts';
import { destinationsOf } from '../../src/model/destinations.ts';
import { passTime, runTime, stopTime } from './steered-time.ts';
import { answered, toldTo } from './traffic.ts';

export type Move = Exclude<Command, { readonly type: 'start' }>;

/** Makes a move on a page in one way, if the page allows it. */
export type Hand = (page: Page, watcher: Player, command: Move) => Promise<void>;

/** Which of several places this is, counted from 1 as the page counts them. */
export function numberOf(watcher: Player, { seat, ...command }: Move): number {
  const { game } = watcher.connection.mirror;
  if (game === null) throw new Error('no game');
  const [kind, id] =
    command.type === 'vortex'
      ? [`vortex:${command.hero}:`, `vortex:${command.hero}:${command.to}`]
      : ['lay:', `lay:${command.type === 'lay' ? command.door : ''}`];
  const marks = destinationsOf(game, seat).map(({ mark }) => mark.id);
  return marks.filter(one => one.startsWith(kind)).indexOf(id) + 1;
}

/** Whether the table has applied the command. */
export function isDone({ connection: { mirror } }: Player, command: Move): () => boolean {
  const { version, game } = mirror;
  if (command.type !== 'move' || game === null) return () => mirror.version > version;
  const { hero, dir, steps } = command;
  const to = slide(game, hero, dir)[steps - 1];
  return () => mirror.game?.heroes[hero] === to || mirror.game?.out[hero] === true;
}

/** Milliseconds between presses of a key: two presses within 250 ms are a double press, which makes the hero run. */
const APART = 300;
/**
 * For how many milliseconds a key is pressed while talk is open: a move needs 300, and after 500 the hero moves another
 * square.
 */
const GUARDED = 350;
const SOON = { timeout: 120_000 };

const ARROWS = { north: 'ArrowUp', east: 'ArrowRight', south: 'ArrowDown', west: 'ArrowLeft' } as const;
const KEYS = { explore: 'e', lay: 'e', vortex: 'v', escalator: 's', steal: 'x' } as const;

const isGuarded = ({ connection: { mirror } }: Player): boolean => mirror.game?.talking === true;

const hasPlaces = ({ type }: Move): boolean => type === 'vortex' || type === 'lay';

/** Presses a key for this time by the page's clock, and so long after the last press that it is no double press. */
async function pressFor(
  page: Page,
  millis: number,
  down: () => Promise<void>,
  up: () => Promise<void>,
): Promise<void> {
  await stopTime(page);
  await passTime(page, APART);
  await down();
  if (millis > 0) await passTime(page, millis);
  await up();
  await runTime(page);
}

function pressKey(page: Page, key: string, millis: number): Promise<void> {
  const { keyboard } = page;
  return pressFor(
    page,
    millis,
    () => keyboard.down(key),
    () => keyboard.up(key),
  );
}

export const tapKey = (page: Page, key: string): Promise<void> => pressKey(page, key, 0);

/** Holds a key as long as the talk guard requires, and no longer. */
const holdKey = (page: Page, key: string): Promise<void> => pressKey(page, key, GUARDED);

async function pressAt(page: Page, { x, y }: Spot, isHeld = false): Promise<void> {
  await page.mouse.move(x, y);
  await pressFor(
    page,
    isHeld ? GUARDED : 0,
    () => page.mouse.down(),
    () => page.mouse.up(),
  );
}

async function pressPad(button: Locator, isHeld: boolean): Promise<void> {
  await button.waitFor(SOON);
  const box = await button.boundingBox(SOON);
  if (box === null) throw new Error('the pad is not there');
  await pressAt(button.page(), { x: box.x + box.width / 2, y: box.y + box.height / 2 }, isHeld);
}

type Steps = Extract<Move, { readonly type: 'move' }>;

/** Waits until the page's commands are answered and the script knows as much as the page. */
async function settled(page: Page, { connection: { mirror } }: Player): Promise<void> {
  await answered(page);
  await until(() => mirror.version >= toldTo(page), `version ${toldTo(page)} at the watcher`);
}

/** Moves a hero one square after the other. If the hero ends elsewhere, the caller plans again. */
async function stepByStep(
  page: Page,
  watcher: Player,
  { hero, dir, steps }: Steps,
  press: (first: boolean) => Promise<void>,
): Promise<void> {
  const { mirror } = watcher.connection;
  for (let i = 0; i < steps; i++) {
    const next = mirror.game === null ? undefined : slide(mirror.game, hero, dir)[0];
    await press(i === 0);
    await settled(page, watcher);
    if (mirror.game?.heroes[hero] !== next) return;
  }
}

/** Answers the page's question where several places are possible. */
async function answerIfAsked(
  page: Page,
  watcher: Player,
  done: () => boolean,
  answer: () => Promise<void>,
): Promise<void> {
  await settled(page, watcher);
  if (!done() && (await page.locator('.asking').count()) > 0) await answer();
}

/** Uses only keys. */
export const byKeys: Hand = async (page, watcher, command) => {
  const press = isGuarded(watcher) ? holdKey : tapKey;
  const number = hasPlaces(command) ? numberOf(watcher, command) : 0;
  const done = isDone(watcher, command);
  if ('hero' in command) await tapKey(page, String(HEROES.indexOf(command.hero) + 1));
  if (command.type === 'move') {
    const key = ARROWS[command.dir];
    await stepByStep(page, watcher, command, first => (first ? press : tapKey)(page, key));
    return;
  }
  await press(page, KEYS[command.type as keyof typeof KEYS]);
  if (number > 0)
    await answerIfAsked(page, watcher, done, () => tapKey(page, String.fromCharCode(96 + number)));
};

const chip = (page: Page, command: Move): Locator | null =>
  'hero' in command ? page.locator(`.dock .hero-chip.${command.hero}`) : null;

const steal = (page: Page): Locator => page.getByRole('button', { name: 'Steal!' });

/** Uses the buttons at the lower edge: choose a hero, then an action. */
export const byPad: Hand = async (page, watcher, command) => {
  if (command.type === 'steal') return steal(page).click(SOON);
  const number = hasPlaces(command) ? numberOf(watcher, command) : 0;
  const [done, isHeld] = [isDone(watcher, command), isGuarded(watcher)];
  const key = (action: Direction | 'explore' | 'vortex' | 'escalator'): Locator =>
    page.locator(`.dock .key.${action}`);
  await chip(page, command)?.click(SOON);
  if (command.type === 'move')
    return stepByStep(page, watcher, command, first => pressPad(key(command.dir), first && isHeld));
  await pressPad(key(command.type === 'lay' ? 'explore' : (command.type as 'explore')), isHeld);
  const answer = page.locator('.asking .answer').nth(Math.max(0, number - 1));
  if (number > 0) await answerIfAsked(page, watcher, done, () => answer.click(SOON));
};

/** The mark on the board for a command. */
function markOf({ connection: { mirror } }: Player, command: Move): string {
  const { game } = mirror;
  if (game === null) throw new Error('no game');
  switch (command.type) {
    case 'move':
      return `walk:${command.hero}:${slide(game, command.hero, command.dir)[command.steps - 1]}`;
    case 'vortex':
      return `vortex:${command.hero}:${command.to}`;
    case 'lay':
      return `lay:${command.door}`;
    case 'escalator':
      return `escalator:${command.hero}`;
    default:
      return `${command.type}:`;
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Returns the point at which a mark can be touched; null while a panel covers the mark or it is outside of the window. */
const spotOf = (mark: Locator): Promise<Spot | null> =>
  mark.evaluate((button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const found = button.ownerDocument.elementFromPoint(x, y);
    return found?.closest('.board-area') && !found.closest('.board-pointer') ? { x, y } : null;
  });

export type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** The bounding box of an element, once it is shown. */
export async function boxOf(locator: Locator): Promise<Box> {
  await locator.waitFor({ state: 'attached' });
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not there');
  return box;
}

const TRIES = 5;

/**
 * Touches a mark on the board; if it is outside of the window, the whole mall is shown first. If the touch only zooms in,
 * or only reminds the player that a move ends talk, it is repeated.
 */
function byMarks(
  touch: (page: Page, at: Spot) => Promise<void>,
  press: (button: Locator) => Promise<void>,
): Hand {
  return async (page, watcher, command) => {
    if (command.type === 'steal') return press(steal(page));
    const done = isDone(watcher, command);
    const mark = page.locator(`.board-mark[data-mark^="${markOf(watcher, command)}"]`).first();
    const hero = chip(page, command);
    // If two heroes can go to that place, a tap moves the hero that was touched last.
    if (hero !== null) await press(hero);
    for (let i = 0; i < TRIES && !done(); i++) {
      const at = (await mark.count()) === 0 ? null : await spotOf(mark);
      if (at === null) await press(page.getByRole('button', { name: 'Show the whole mall' }));
      else await touch(page, at);
      await settled(page, watcher);
    }
  };
}

export const byMouse: Hand = byMarks(pressAt, button => button.click(SOON));

/** A touch that is short by the page's clock, however long the machine takes for it. */
async function tapAt(page: Page, { x, y }: Spot): Promise<void> {
  await stopTime(page);
  await page.touchscreen.tap(x, y);
  await runTime(page);
}

export const byFinger: Hand = byMarks(tapAt, button => button.tap(SOON));

/** Waits until a page has received and drawn everything that the script knows. */
export async function caughtUp(page: Page, { connection: { mirror } }: Player): Promise<void> {
  const { version } = mirror;
  await until(() => toldTo(page) >= version, `version ${version} at the page`);
  await page.evaluate('new Promise(requestAnimationFrame)');
}

/**
 * Makes a move as soon as the page can know the state. Returns null if something else happened at the table, so that the
 * caller plans again. Throws if a press has no effect.
 */
export async function attempt(hand: Hand, page: Page, watcher: Player, command: Move): Promise<Error | null> {
  const { mirror } = watcher.connection;
  await caughtUp(page, watcher);
  const { version } = mirror;
  const cause: unknown = await hand(page, watcher, command).then(
    () => undefined,
    error => error,
  );
  await settled(page, watcher);
  return mirror.version > version ? null : new Error(`${JSON.stringify(command)} has no effect`, { cause });
}
