/**
 * The mall of the introduction: three tiles, drawn so that each new feature is one press away. Two players sit at
 * its table, so that the learner needs an action that the other player has.
 */
import type { TableWish } from '@hush/protocol';

const TILES = `
tile 1A  "Front Hall"
  +----+----+-GG-+----+
  |#########| .  |####|
  +----+----+    +----+
  O .  | @  | @  |####|
  +----+    +    +----+
  | xP   @    @    .  Y
  +----+    +    +----+
  |####| e1 | iO   e1 |
  +----+-PP-+----+----+

tile 2  "Hall of Hours"
  +----+----+----+----+
  |####| hg |####| vP |
  +----+    +----+    +
  |####| .  |####| .  |
  +----+    +----+    +
  |####| iG   .    iP |
  +----+    +----+----+
  |####| .  |#########|
  +----+-^^-+----+----+

tile 3  "Armoury"
  +----+----+----+----+
  |###################|
  +----+----+----+----+
  |####| iY |#########|
  +----+    +----+----+
  |####| .  |#########|
  +----+    +----+----+
  |####| .  |#########|
  +----+-^^-+----+----+
`;

/**
 * The wish of the introduction: alarm, own exits and passing of action tiles are as in the real game, and no other rule
 * is switched on.
 */
export const INTRO_WISH: TableWish = {
  scenario: { name: 'Introduction', stack: [2, 3], side: 'A', rules: ['passTiles'] },
  stack: [2, 3],
  tiles: TILES,
};

/**
 * The seed of the introduction: with it the heroes start and the action tiles are dealt as the lesson needs (a test
 * checks that).
 */
export const INTRO_SEED = 'introduction-to-hush-0042';
