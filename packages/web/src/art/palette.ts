/** The colours. Each colour stands for a hero and nothing else; red stands for the alarm and the nudge. */
import { type ByHero, EMBLEMS, type Hero } from '@hush/rules';

export interface Shades {
  readonly base: string;
  readonly light: string;
  readonly dark: string;
  readonly deep: string;
  /** The colour of text on `base`. */
  readonly on: string;
}

export const SHADES: ByHero<Shades> = {
  barbarian: { base: '#ffd34d', light: '#ffe694', dark: '#c98a12', deep: '#6b4507', on: '#3d2602' },
  mage: { base: '#7e4fe0', light: '#b79bff', dark: '#4f2aa3', deep: '#2a1363', on: '#fff' },
  elf: { base: '#3fc1a8', light: '#96ead6', dark: '#17806c', deep: '#084238', on: '#fff' },
  dwarf: { base: '#d8491f', light: '#ff9267', dark: '#98290a', deep: '#511402', on: '#fff' },
};

export const ENAMEL = '#1b1738';
export const ALARM = '#ff4d5e';

/** The glyph that goes with a hero's colour (ID-1i). */
export const symbolOf = (hero: Hero): 'sword' | 'flask' | 'bow' | 'axe' => EMBLEMS[hero].symbol;
