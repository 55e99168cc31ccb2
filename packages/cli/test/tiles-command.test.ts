/** Tests of `hush tiles FILE`: violations of a custom tile set, and differences that break no rule. */
import { STANDARD_TILES } from '@hush/rules';
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

async function tiles(text: string): Promise<{ readonly lines: readonly string[]; readonly exit: number }> {
  const io = fakeIo([text]);
  const exit = await main(['tiles', '-'], io);
  return { lines: io.said().trimEnd().split('\n'), exit };
}

test('CO-5l the standard set is reported as fine', async () => {
  const io = fakeIo([], { 'mine.txt': STANDARD_TILES });
  expect(await main(['tiles', 'mine.txt'], io)).toBe(0);
  expect(io.said()).toBe('Fine: the set breaks no rule and is built like the standard set.\n');
});

test('CO-5l a file that begins with a byte order mark is read', async () => {
  expect((await tiles(`\uFEFF${STANDARD_TILES}`)).exit).toBe(0);
});

test('CO-5l a set that differs from the standard without breaking a rule is fine, and the differences are listed', async () => {
  // A set without one vortex of tile 2; no rule requires that vortex.
  const { lines, exit } = await tiles(
    STANDARD_TILES.replace('| e1   .    .    vO |    doors', '| e1   .    .    .  |    doors'),
  );
  expect(exit).toBe(0);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/^differs [A-Z]{2}-\w+.*: [A-Z].*[.]$/);
  expect(lines.at(-1)).toMatch(
    /^Fine: the set breaks no rule and differs from the standard set in .* ways?[.]$/,
  );
});

test('CO-5l a readable set that breaks the standard’s structure is reported as playable', async () => {
  const { lines, exit } = await tiles(STANDARD_TILES.replace('iY |', '.  |').replace('| iY', '| . '));
  expect(exit).toBe(1);
  expect(lines[0]).toBe('breaks CO-5: The yellow item is missing.');
  expect(lines.at(-1)).toMatch(/^The set breaks the rules in .*; it can be played, but .*[.]$/);
});

test('BD-1e a hole in the rim of a tile is reported with its place, and the set cannot be played', async () => {
  const rim = '  +----+----+-OO-+----+    Balcony';
  const at = STANDARD_TILES.slice(0, STANDARD_TILES.indexOf(rim)).split('\n').length;
  const { lines, exit } = await tiles(STANDARD_TILES.replace(rim, '  +    +----+-OO-+----+    Balcony'));
  expect(exit).toBe(1);
  expect(lines).toEqual([
    `breaks BD-2, tile 5, line ${at}, column 4: There is a hole in the rim.`,
    'The set breaks the rules in one way; it cannot be played.',
  ]);
});

test('CO-1b a set without tile 1 cannot be played', async () => {
  const { lines, exit } = await tiles(STANDARD_TILES.slice(STANDARD_TILES.indexOf('tile 2 ')));
  expect(exit).toBe(1);
  expect(lines[0]).toBe('breaks CO-1: There is no tile 1 to start from.');
  expect(lines.at(-1)).toMatch(/; it cannot be played[.]$/);
});

test.each([[[]], [['a', 'b']], [['--all']]])(
  'a wrong command line (%j) is answered with the usage',
  async args => {
    const io = fakeIo();
    expect(await main(['tiles', ...args], io)).toBe(2);
    expect(io.complained()).toContain('usage: hush tiles FILE');
  },
);

test('a missing file is named in one sentence', async () => {
  const io = fakeIo();
  expect(await main(['tiles', 'none.txt'], io)).toBe(2);
  expect(io.complained()).toBe("hush tiles: cannot read 'none.txt': there is no such file.\n");
});
