/** What help explains, with its sign. */
import type { IconName } from '../art/icon.tsx';

export const THINGS = {
  aim: 'people',
  silence: 'hush',
  actions: 'arrow',
  explore: 'explore',
  vortex: 'vortex',
  escalator: 'stairs',
  hourglass: 'glass',
  item: 'gem',
  exit: 'exit',
  loudspeaker: 'loudspeaker',
  passage: 'axe',
  ball: 'ball',
  camera: 'camera',
} as const satisfies Readonly<Record<string, IconName>>;
export type Thing = keyof typeof THINGS;
