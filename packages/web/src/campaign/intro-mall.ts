/**
 * The mall of the introduction: three tiles, drawn so that each first thing is one press away. A table for two, because
 * the game begins to make sense when an action one needs is in somebody else's hands.
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

/** Alarm, exits and passing on as in the real game; nobody else's rules. */
export const INTRO_WISH: TableWish = {
  scenario: { name: 'Introduction', stack: [2, 3], side: 'A', rules: ['passTiles'] },
  stack: [2, 3],
  tiles: TILES,
};

/** With this secret the heroes stand, and the action tiles lie, where the lesson wants them (a test looks). */
export const INTRO_SEED = 'introduction-to-hush-0042';
