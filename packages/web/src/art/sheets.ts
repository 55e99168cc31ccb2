/**
 * Addresses of the pictures of animals and heroes. They are in two SVG files, each with a named view for each drawing, so
 * that the program does not contain pictures that never change.
 */
import { AVATARS } from '@hush/protocol';
import type { Hero } from '@hush/rules';

const ANIMALS: string = new URL('./animals.svg', import.meta.url).href;
const HEROES: string = new URL('./heroes.svg', import.meta.url).href;

/**
 * Returns the address of an animal's picture; undefined for an animal that this page does not know because the server is
 * newer.
 */
export const animalAddress = (avatar: string): string | undefined =>
  AVATARS.some(known => known === avatar) ? `${ANIMALS}#${avatar}` : undefined;

export const heroAddress = (hero: Hero): string => `${HEROES}#${hero}`;

/** Width and height of a hero's picture; the feet are 14 pixels above the bottom. */
export const HERO_SIZE = { width: 68, height: 116 } as const;
