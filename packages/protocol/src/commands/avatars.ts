/** The animals that people can choose as their avatar. */
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
