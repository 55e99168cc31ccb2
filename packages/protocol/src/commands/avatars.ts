/** The animals that people are at a table. */
export const AVATARS = [
  'badger',
  'bat',
  'bear',
  'cat',
  'crow',
  'fox',
  'frog',
  'goat',
  'hare',
  'hedgehog',
  'magpie',
  'mole',
  'mouse',
  'otter',
  'owl',
  'rabbit',
  'raccoon',
  'squirrel',
  'weasel',
  'wolf',
] as const;
export type Avatar = (typeof AVATARS)[number];
