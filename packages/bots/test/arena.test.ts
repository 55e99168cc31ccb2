/** Whole games among bots, refereed by the rules: nothing illegal, nothing in circles, and won. */
import { expect, test } from 'vitest';
import { playContest } from '../src/index.ts';

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])(
  'four lightning bots win scenario %i without an illegal or undone move',
  scenario => {
    for (const seed of ['first', 'second']) {
      const report = playContest({ wish: { scenario, players: 4 }, seed, tempers: ['lightning'] });
      expect(report).toMatchObject({ won: true, refused: [], stuck: false });
      expect(report.undone).toBeLessThanOrEqual(6);
    }
  },
);
