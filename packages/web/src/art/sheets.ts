/**
 * Animals and heroes are drawn in two SVG files, so that the program does not contain pictures that never change.
 * Each file has one named view per drawing.
 */
import { AVATARS } from '@hush/protocol';
import type { Hero } from '@hush/rules';

const ANIMALS: string = new URL('./animals.svg', import.meta.url).href;
const HEROES: string = new URL('./heroes.svg', import.meta.url).href;

/** Returns undefined for an animal of a newer server, which this page does not know. */
export const animalAddress = (avatar: string): string | undefined =>
  AVATARS.some(known => known === avatar) ? `${ANIMALS}#${avatar}` : undefined;

export const heroAddress = (hero: Hero): string => `${HEROES}#${hero}`;

/** Width and height of a hero's picture; the feet are 14 above the bottom. */
export const HERO_SIZE = { width: 68, height: 116 } as const;
