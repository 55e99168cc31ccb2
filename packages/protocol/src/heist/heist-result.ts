/** The public result of a heist: which heroes escaped, how often the hourglass was turned, and how much sand was left. */
import { type ByHero, type Game, HEROES, type Hero, sandLeft } from '@hush/rules';

export interface HeistResult {
  readonly won: boolean;
  readonly out: ByHero<boolean>;
  readonly turns: number;
  /** How much sand was left, in sixths of the hourglass, rounded up; 0 after a loss. */
  readonly sixths: number;
  /** The remaining sand in milliseconds. It is not in the line of text that players share. */
  readonly left: number;
}

/** Computes the result of a finished game. */
export function heistResultOf(game: Game): HeistResult {
  const won = game.status === 'won';
  const left = won ? sandLeft(game, game.at) : 0;
  const out = Object.fromEntries(HEROES.map(hero => [hero, won || game.out[hero]])) as ByHero<boolean>;
  return { won, out, turns: game.turned, sixths: Math.ceil((6 * left) / game.hourglass.capacity), left };
}

const DISCS: ByHero<string> = { barbarian: '🟡', mage: '🟣', elf: '🟢', dwarf: '🔴' };
const HOLLOW = '⚪';
const GLASS = '⏳';
const [SAND, NO_SAND] = ['🟧', '⬜'];
const SIXTHS = 6;

/** The line of text that people share. It is made of the result alone, so it reveals neither the mall nor the day. */
export function heistLine({ out, turns, sixths }: Omit<HeistResult, 'left'>): string {
  const heroes = HEROES.map((hero: Hero) => (out[hero] ? DISCS[hero] : HOLLOW)).join('');
  const sand = SAND.repeat(sixths) + NO_SAND.repeat(SIXTHS - sixths);
  return ['Hush!', heroes, ...(turns > 0 ? [GLASS.repeat(turns)] : []), sand].join(' ');
}
