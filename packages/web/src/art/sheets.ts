/**
 * Animals and heroes, drawn in files of their own: pictures that never change need not be part of the program. Each
 * sheet has a view a drawing, by its name.
 */
import { AVATARS } from '@hush/protocol';
import type { Hero } from '@hush/rules';

const ANIMALS: string = new URL('./animals.svg', import.meta.url).href;
const HEROES: string = new URL('./heroes.svg', import.meta.url).href;

/** Undefined for an animal that only a newer server knows. */
export const animalAddress = (avatar: string): string | undefined =>
  AVATARS.some(known => known === avatar) ? `${ANIMALS}#${avatar}` : undefined;

export const heroAddress = (hero: Hero): string => `${HEROES}#${hero}`;

/** A doll's width and height; its feet stand 14 above the bottom. */
export const DOLL = { width: 68, height: 116 } as const;
