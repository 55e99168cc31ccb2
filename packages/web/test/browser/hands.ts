/**
 * Hands for journeys: one and the same move made with keys, with the pad, with a mouse or with a finger. A watcher at
 * the same table knows where things stand; whoever misses is told why not by the page, and tries again.
 */
import { type Command, type Direction, HEROES, slide } from '@hush/rules';
import type { Locator, Page } from 'playwright-core';
import { type Player, until } from '../../../server/test/player-client.ts';
import { destinationsOf } from '../../src/model/destinations.ts';
import { toldTo } from './kit.ts';

export type Move = Exclude<Command, { readonly type: 'start' }>;

/** Makes a move on a page, as well as it can. */
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

/** Whether the table has got where the command leads. */
export function isDone({ connection: { mirror } }: Player, command: Move): () => boolean {
  const { version, game } = mirror;
  if (command.type !== 'move' || game === null) return () => mirror.version > version;
  const { hero, dir, steps } = command;
  const to = slide(game, hero, dir)[steps - 1];
  return () => mirror.game?.heroes[hero] === to || mirror.game?.out[hero] === true;
}

/** Two presses that come sooner are a run. */
const APART = 280;
/** While talk is open a move takes a longer press; a still longer one goes on to the next square. */
const GUARDED = 350;
/** For what comes at once, but for a busy machine. */
const SOON = { timeout: 20_000 };

const ARROWS = { north: 'ArrowUp', east: 'ArrowRight', south: 'ArrowDown', west: 'ArrowLeft' } as const;
const KEYS = { explore: 'e', lay: 'e', vortex: 'v', escalator: 's', steal: 'x' } as const;

const isGuarded = ({ connection: { mirror } }: Player): boolean => mirror.game?.talking === true;

const hasPlaces = ({ type }: Move): boolean => type === 'vortex' || type === 'lay';

/** Down and up in one go: what a busy machine lets go of late would slide on. */
export async function tapKey(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.down(key), page.keyboard.up(key)]);
}

/** The page lets go itself when its own clock says so, however late it is. */
const letGoInTime = (page: Page, pressed: 'keydown' | 'pointerdown', released: string): Promise<unknown> =>
  page.evaluate(`addEventListener('${pressed}', event => {
    const { code, pointerId, target } = event;
    const letGo = () => target.dispatchEvent(event instanceof KeyboardEvent
      ? new KeyboardEvent('${released}', { code, bubbles: true })
      : new PointerEvent('${released}', { pointerId, bubbles: true }));
    globalThis.letGo = new Promise(then => setTimeout(() => then(void letGo()), ${GUARDED}));
  }, { capture: true, once: true })`);

/** As long as the guard wants it, and no longer. */
export async function holdKey(page: Page, key: string): Promise<void> {
  await letGoInTime(page, 'keydown', 'keyup');
  await page.keyboard.down(key);
  await page.evaluate('letGo');
  await page.keyboard.up(key);
}

async function pressAt(page: Page, { x, y }: Spot, isHeld = false): Promise<void> {
  await page.mouse.move(x, y);
  if (!isHeld) {
    await Promise.all([page.mouse.down(), page.mouse.up()]);
    return;
  }
  await letGoInTime(page, 'pointerdown', 'pointerup');
  await page.mouse.down();
  await page.evaluate('letGo');
  await page.mouse.up();
}

async function pressPad(button: Locator, isHeld: boolean): Promise<void> {
  await button.waitFor(SOON);
  const box = await button.boundingBox(SOON);
  if (box === null) throw new Error('the pad is not there');
  await pressAt(button.page(), { x: box.x + box.width / 2, y: box.y + box.height / 2 }, isHeld);
}

type Steps = Extract<Move, { readonly type: 'move' }>;

/** When each page was last given a step. */
const stepped = new WeakMap<Page, number>();

async function apart(page: Page): Promise<void> {
  const since = performance.now() - (stepped.get(page) ?? 0);
  if (since < APART) await page.waitForTimeout(APART - since);
}

/** Others may be quicker: what has not come of a press so long after it, while things happen, is planned anew. */
const OUTRUN = 3_000;

/** Whether it becomes so. */
export async function comesTrue(
  { connection: { mirror } }: Player,
  isSo: () => boolean,
  what: string,
): Promise<boolean> {
  const [{ version }, begun] = [mirror, performance.now()];
  const isOutrun = (): boolean => mirror.version > version && performance.now() - begun > OUTRUN;
  await until(() => isSo() || isOutrun(), what, undefined, SOON.timeout);
  return isSo();
}

/** One square after the other, each when the one before it was reached; elsewhere one has to plan anew. */
async function stepByStep(
  page: Page,
  watcher: Player,
  { hero, dir, steps }: Steps,
  press: (first: boolean) => Promise<void>,
): Promise<void> {
  const { mirror } = watcher.connection;
  const place = (): number | null | undefined => mirror.game?.heroes[hero];
  for (let i = 0; i < steps; i++) {
    const [here, next] = [place(), mirror.game === null ? undefined : slide(mirror.game, hero, dir)[0]];
    await apart(page);
    await press(i === 0);
    stepped.set(page, performance.now());
    if (i + 1 === steps) return;
    const hasLeft = await comesTrue(watcher, () => place() !== here, `square ${i + 1}`);
    if (!hasLeft || place() !== next) return;
  }
}

/** Where there are several places the page asks which. */
async function answerIfAsked(page: Page, done: () => boolean, answer: () => Promise<void>): Promise<void> {
  const asking = page.locator('.asking');
  for (const end = performance.now() + SOON.timeout; !done() && performance.now() < end; ) {
    if ((await asking.count()) > 0) return answer();
    await page.waitForTimeout(20);
  }
}

/** Nothing but keys. */
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
  if (number > 0) await answerIfAsked(page, done, () => tapKey(page, String.fromCharCode(96 + number)));
};

const chip = (page: Page, command: Move): Locator | null =>
  'hero' in command ? page.locator(`.dock .hero-chip.${command.hero}`) : null;

const steal = (page: Page): Locator => page.getByRole('button', { name: 'Steal!' });

/** The buttons at the lower edge: a hero, then what it does. */
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
  if (number > 0) await answerIfAsked(page, done, () => answer.click(SOON));
};

/** The mark on the board that stands for a command. */
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

/** Where a mark can be touched, or null while a panel is over it or it is out of the picture. */
const spotOf = (mark: Locator): Promise<Spot | null> =>
  mark.evaluate((button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const found = button.ownerDocument.elementFromPoint(x, y);
    return found?.closest('.board-area') && !found.closest('.board-pointer') ? { x, y } : null;
  });

export type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Where something lies, once it is there. */
export async function boxOf(locator: Locator): Promise<Box> {
  await locator.waitFor({ state: 'attached' });
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not there');
  return box;
}

const TRIES = 5;
const NEARLY = 1;

/** Until a touch counts. It may only have brought the place nearer, or reminded of the talk it would end. */
async function answered(page: Page, mark: Locator, at: Spot, done: () => boolean): Promise<void> {
  for (const end = performance.now() + 3_000; !done() && performance.now() < end; ) {
    await page.waitForTimeout(50);
    const now = (await mark.count()) === 0 ? null : await spotOf(mark).catch(() => null); // gone meanwhile
    if (now !== null && Math.hypot(now.x - at.x, now.y - at.y) > NEARLY) return;
  }
}

/** Touches a mark on the board; where it is not in the picture, the hero is looked for, then the whole mall. */
function byMarks(
  touch: (page: Page, at: Spot) => Promise<void>,
  press: (button: Locator) => Promise<void>,
): Hand {
  return async (page, watcher, command) => {
    if (command.type === 'steal') return press(steal(page));
    const done = isDone(watcher, command);
    const mark = page.locator(`.board-mark[data-mark^="${markOf(watcher, command)}"]`).first();
    const hero = chip(page, command);
    // Where two heroes could go, the one touched last does.
    if (hero !== null) await press(hero);
    for (let i = 0; i < TRIES && !done(); i++) {
      const at = (await mark.count()) === 0 ? null : await spotOf(mark);
      if (at === null) await press(page.getByRole('button', { name: 'Show the whole mall' }));
      else {
        await touch(page, at);
        await answered(page, mark, at, done);
      }
    }
  };
}

export const byMouse: Hand = byMarks(pressAt, button => button.click(SOON));

export const byFinger: Hand = byMarks(
  (page, { x, y }) => page.touchscreen.tap(x, y),
  button => button.tap(SOON),
);

/** Until a page was told whatever the watcher was, and has drawn it. */
export async function caughtUp(page: Page, { connection: { mirror } }: Player): Promise<void> {
  const { version } = mirror;
  await until(() => toldTo(page) >= version, `version ${version} at the page`);
  await page.evaluate('new Promise(requestAnimationFrame)');
}

const PATIENCE = 20_000;
/** So long nothing has happened any more. */
const REST = 1_500;

/**
 * Makes a move as soon as the page can know of it, and waits for what becomes of it: null for anything at all. A machine
 * that is too busy may do something else than was meant, and then one plans anew; what has no effect is a miss.
 */
export async function attempt(hand: Hand, page: Page, watcher: Player, command: Move): Promise<Error | null> {
  const { mirror } = watcher.connection;
  await caughtUp(page, watcher);
  const { version } = mirror;
  const done = isDone(watcher, command);
  const cause: unknown = await hand(page, watcher, command).then(
    () => undefined,
    error => error,
  );
  let [seen, since] = [version, performance.now()];
  const isOver = (): boolean => {
    if (mirror.version !== seen) [seen, since] = [mirror.version, performance.now()];
    return done() || (seen > version && performance.now() - since > REST);
  };
  return until(isOver, 'something to happen', undefined, PATIENCE).then(
    () => null,
    () => new Error(`${JSON.stringify(command)} has no effect`, { cause }),
  );
}
