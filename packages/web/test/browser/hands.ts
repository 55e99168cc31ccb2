/**
 * Hands for journeys: one and the same move made with keys, with the pad, with a mouse or with a finger. A watcher at
 * the same table knows where things stand; whoever misses is told why not by the page, and tries again.
 */
import { type Command, type Direction, HEROES, slide } from '@hush/rules';
import type { Locator, Page } from 'playwright-core';
import { type Player, until } from '../../../server/test/player-client.ts';
import { destinationsOf } from '../../src/play/destinations.ts';

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
/** While talk is open a move takes a longer press. */
const GUARDED = 400;

const ARROWS = { north: 'ArrowUp', east: 'ArrowRight', south: 'ArrowDown', west: 'ArrowLeft' } as const;
const KEYS = { explore: 'e', lay: 'e', vortex: 'v', escalator: 's', steal: 'x' } as const;

const guard = ({ connection: { mirror } }: Player): { readonly delay?: number } =>
  mirror.game?.talking === true ? { delay: GUARDED } : {};

const hasPlaces = ({ type }: Move): boolean => type === 'vortex' || type === 'lay';

async function stepByStep(
  page: Page,
  steps: number,
  press: (first: boolean) => Promise<void>,
): Promise<void> {
  for (let i = 0; i < steps; i++) {
    if (i > 0) await page.waitForTimeout(APART);
    await press(i === 0);
  }
}

/** Nothing but keys. */
export const byKeys: Hand = async (page, watcher, command) => {
  const { keyboard } = page;
  const hold = guard(watcher);
  const number = hasPlaces(command) ? numberOf(watcher, command) : 0;
  if ('hero' in command) await keyboard.press(String(HEROES.indexOf(command.hero) + 1));
  if (command.type === 'move') {
    await stepByStep(page, command.steps, first => keyboard.press(ARROWS[command.dir], first ? hold : {}));
    return;
  }
  await keyboard.press(KEYS[command.type as keyof typeof KEYS], hold);
  if ((await page.locator('.asking').count()) > 0) await keyboard.press(String.fromCharCode(96 + number));
};

const chip = (page: Page, command: Move): Locator | null =>
  'hero' in command ? page.locator(`.dock .hero-chip.${command.hero}`) : null;

/** What can be pressed is there at once, or somebody has moved meanwhile. */
const SOON = { timeout: 5_000 };
const steal = (page: Page): Locator => page.getByRole('button', { name: 'Steal!' });

/** The buttons at the lower edge: a hero, then what it does. */
export const byPad: Hand = async (page, watcher, command) => {
  if (command.type === 'steal') return steal(page).click(SOON);
  const number = hasPlaces(command) ? numberOf(watcher, command) : 0;
  const hold = guard(watcher);
  const key = (action: Direction | 'explore' | 'vortex' | 'escalator'): Locator =>
    page.locator(`.dock .key.${action}`);
  await chip(page, command)?.click();
  if (command.type === 'move')
    return stepByStep(page, command.steps, first => key(command.dir).click(first ? hold : {}));
  await key(command.type === 'lay' ? 'explore' : (command.type as 'explore')).click(hold);
  const answers = page.locator('.asking .answer');
  if ((await answers.count()) > 0) await answers.nth(Math.max(0, number - 1)).click();
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

const TRIES = 5;

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
      else await touch(page, at);
      // A first touch may only have brought the place nearer, or reminded of the talk it would end.
      await until(done, 'the touch to count', 600).catch(() => undefined);
    }
  };
}

export const byMouse: Hand = byMarks(
  (page, { x, y }) => page.mouse.click(x, y),
  button => button.click(SOON),
);

export const byFinger: Hand = byMarks(
  (page, { x, y }) => page.touchscreen.tap(x, y),
  button => button.tap(SOON),
);
