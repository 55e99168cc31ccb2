/**
 * Scenario 13: into which of the two malls a tile should go. After the theft nobody changes malls, so a hero's exit must
 * be where its item is, with the hero; and whoever has to change needs a vortex of its own in both. Which doors stay
 * open decides the rest, so the stack's unknown order is tried out in miniature: doors, vortices and pairs, no cells.
 */
import { deckOf, type Game, HEROES, type Hero, type Mall, type TileNumber } from '@hush/rules';
import { type Floor, featuresOf, floorOf, mallAt, tilesToCome } from './floor.ts';

export interface Placing {
  readonly mall: number;
  /** Whose door. */
  readonly hero: Hero;
}

/** So many orders of the stack are tried for each placing. */
const TRIALS = 40;
/** Placings that fail so much more often than the best are not taken. */
const NEARLY = 0.05;

const known = new WeakMap<Mall, Map<string, readonly Placing[]>>();

/** The placings that leave the best chances; null where it does not matter. */
export function placingsOf(game: Game, tile: TileNumber | null): readonly Placing[] | null {
  if (!game.rules.twoMalls || tile === null) return null;
  const here = HEROES.map(hero => mallOfHero(game, hero));
  const key = `${tile} ${here.join()}`;
  const of = known.get(game.mall) ?? new Map<string, readonly Placing[]>();
  known.set(game.mall, of);
  const found = of.get(key) ?? judge(game, tile);
  of.set(key, found);
  return found;
}

export const isPlacing = (placings: readonly Placing[] | null, mall: number, hero: Hero): boolean =>
  placings === null || placings.some(placing => placing.mall === mall && placing.hero === hero);

function mallOfHero(game: Game, hero: Hero): number {
  const cell = game.heroes[hero];
  return cell === null ? -1 : mallAt(floorOf(game), cell);
}

function judge(game: Game, tile: TileNumber): readonly Placing[] {
  const start = miniatureOf(game);
  const rest = tilesToCome(game).filter(other => other !== tile);
  const first = cardOf(game, tile);
  const cards = rest.map(other => cardOf(game, other));
  const chances = placingsIn(start).map(placing => ({
    placing,
    chance: chanceOf(start, first, placing, cards),
  }));
  const best = Math.max(...chances.map(({ chance }) => chance), 0);
  return chances.filter(({ chance }) => chance >= best - NEARLY).map(({ placing }) => placing);
}

// The miniature.

interface Miniature {
  /** By mall and hero. */
  readonly doors: readonly (readonly number[])[];
  readonly vortices: readonly (readonly boolean[])[];
  /** In which mall each hero's item and exit lie; -1 while they are not found. */
  readonly items: readonly number[];
  readonly exits: readonly number[];
  readonly heroes: readonly number[];
  /** Whether item and exit have to be the same hero's (SC-2). */
  readonly pairs: boolean;
}

interface Card {
  readonly doors: readonly number[];
  readonly vortices: readonly number[];
  readonly items: readonly number[];
  readonly exits: readonly number[];
}

const indexOf = (hero: Hero): number => HEROES.indexOf(hero);

function miniatureOf(game: Game): Miniature {
  const floor = floorOf(game);
  return {
    doors: [0, 1].map(mall => HEROES.map(hero => doorsIn(floor, mall, hero))),
    vortices: [0, 1].map(mall =>
      HEROES.map(hero => floor.vortices[hero].some(cell => mallAt(floor, cell) === mall)),
    ),
    items: HEROES.map(hero => firstMall(floor, floor.items[hero])),
    exits: HEROES.map(hero => firstMall(floor, floor.exits[hero])),
    heroes: HEROES.map(hero => mallOfHero(game, hero)),
    pairs: game.rules.ownExits && !game.rules.wrongHands,
  };
}

const doorsIn = (floor: Floor, mall: number, hero: Hero): number =>
  floor.doors.filter(door => door.hero === hero && mallAt(floor, door.cell) === mall).length;

function firstMall(floor: Floor, cells: readonly number[]): number {
  const [cell] = cells;
  return cell === undefined ? -1 : mallAt(floor, cell);
}

function cardOf(game: Game, tile: TileNumber): Card {
  const features = featuresOf(game, tile);
  const heroesOf = (type: string): readonly number[] =>
    features.flatMap(feature => (feature.type === type && 'hero' in feature ? [indexOf(feature.hero)] : []));
  const openings = deckOf(game.setUp)[tile]?.openings ?? [];
  return {
    doors: openings.flatMap(opening => (opening === null || opening === 'arrow' ? [] : [indexOf(opening)])),
    vortices: heroesOf('vortex'),
    items: heroesOf('item'),
    exits: heroesOf('exit'),
  };
}

const canCross = ({ vortices }: Miniature, hero: number): boolean =>
  vortices[0]?.[hero] === true && vortices[1]?.[hero] === true;

const canUse = (mini: Miniature, mall: number, hero: number): boolean =>
  mini.heroes[hero] === mall || canCross(mini, hero);

function placingsIn(mini: Miniature): readonly Placing[] {
  return [0, 1].flatMap(mall =>
    HEROES.filter((_, i) => (mini.doors[mall]?.[i] ?? 0) > 0 && canUse(mini, mall, i)).map(hero => ({
      mall,
      hero,
    })),
  );
}

function laid(mini: Miniature, card: Card, { mall, hero }: Placing): Miniature {
  const at = (list: readonly number[], heroes: readonly number[]): readonly number[] =>
    list.map((old, i) => (heroes.includes(i) ? mall : old));
  return {
    ...mini,
    doors: mini.doors.map((row, m) =>
      m !== mall
        ? row
        : row.map((n, i) => n - (HEROES[i] === hero ? 1 : 0) + card.doors.filter(door => door === i).length),
    ),
    vortices: mini.vortices.map((row, m) =>
      m !== mall ? row : row.map((has, i) => has || card.vortices.includes(i)),
    ),
    items: at(mini.items, card.items),
    exits: at(mini.exits, card.exits),
  };
}

// Trying out.

function chanceOf(start: Miniature, first: Card, placing: Placing, rest: readonly Card[]): number {
  const next = laid(start, first, placing);
  const below = dice(rest.length * 31 + placing.mall);
  let won = 0;
  for (let trial = 0; trial < TRIALS; trial++) won += playOut(next, shuffled(rest, below)) ? 1 : 0;
  // Of two that never work out the one that breaks no pair is still the better.
  return won / TRIALS - (isBroken(next) ? 1 : 0);
}

function playOut(start: Miniature, cards: readonly Card[]): boolean {
  let mini = start;
  for (const card of cards) {
    if (isBroken(mini)) return false;
    const best = bestPlacing(mini, card);
    if (best === null) break;
    mini = best;
  }
  return isWinnable(mini);
}

function bestPlacing(mini: Miniature, card: Card): Miniature | null {
  let best: Miniature | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const placing of placingsIn(mini)) {
    const next = laid(mini, card, placing);
    const worth = worthOf(next);
    if (worth > most) [best, most] = [next, worth];
  }
  return best;
}

function worthOf(mini: Miniature): number {
  let worth = isBroken(mini) ? -100 : 0;
  for (const mall of [0, 1]) {
    const open = HEROES.filter((_, i) => canUse(mini, mall, i)).reduce(
      (sum, hero) => sum + (mini.doors[mall]?.[indexOf(hero)] ?? 0),
      0,
    );
    worth += Math.min(open, 3) * 3 - (open === 0 ? 15 : 0);
  }
  for (let hero = 0; hero < 4; hero++) {
    if (canCross(mini, hero)) worth += 2;
    const away = [mini.items[hero], mini.exits[hero]].some(mall => mall !== -1 && mall !== mini.heroes[hero]);
    if (away && !canCross(mini, hero)) worth -= 12;
  }
  return worth;
}

/** An item and its exit lie apart, or all items in one mall: nothing that comes can mend that. */
function isBroken({ items, exits, pairs }: Miniature): boolean {
  const apart = items.some((mall, i) => pairs && mall !== -1 && (exits[i] ?? -1) !== -1 && exits[i] !== mall);
  return apart || (items[0] !== -1 && items.every(mall => mall === items[0]));
}

function isWinnable(mini: Miniature): boolean {
  if (isBroken(mini) || mini.items.includes(-1)) return false;
  if (mini.pairs && mini.exits.includes(-1)) return false;
  return mini.items.every((mall, hero) => canUse(mini, mall, hero));
}

/** The same numbers for everybody at the table: nothing here is chance, it only looks like it. */
function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return n => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x100000000) * n);
  };
}

function shuffled<T>(list: readonly T[], below: (n: number) => number): readonly T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = below(i + 1);
    const [a, b] = [result[i], result[j]];
    if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
  }
  return result;
}
