/** Tests of numbered actions: a mask has exactly the legal actions, and Python gets the same as the rules. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decide } from '@hush/rules';
import { expect, test } from 'vitest';
import { PYTHON, testWith } from '../../server/test/needs.ts';
import { ACTION_COUNT, commandOfAction, maskOf } from '../src/referee-actions.ts';
import { EnvironmentGame, fingerprint } from './environment-kit.ts';

const CLONE = fileURLToPath(new URL('../../../', import.meta.url));

const isLegal = (mask: string, action: number): boolean =>
  ((BigInt(`0x${mask}`) >> BigInt(action)) & 1n) === 1n;

test.each([1, 5, 7, 11, 13, 16])(
  'AC-1d in scenario %i the rules accept exactly the numbers of the mask',
  scenario => {
    const game = new EnvironmentGame(scenario, 4, scenario);
    for (let n = 0; n < 60 && game.isPlaying; n++) {
      for (let seat = 0; seat < 4; seat++) {
        const mask = maskOf(game.game, seat);
        // The mask leaves nudges out, although they are legal, because they do not act on the board.
        for (let action = 1; action < ACTION_COUNT - 9; action++) {
          const command = commandOfAction(game.game, seat, action);
          const verdict = command === null ? null : decide(game.game, command, game.moment);
          expect({ action, seat, ok: verdict?.ok ?? false }).toEqual({
            action,
            seat,
            ok: isLegal(mask, action),
          });
        }
      }
      game.stepByChance();
    }
  },
);

testWith(
  PYTHON,
  'GB-3b 3,000 steps of thirty games have the same results through Python and through the rules',
  async () => {
    const seen = execFileSync('python3', ['python/examples/fingerprint.py', '3000'], {
      cwd: CLONE,
      encoding: 'utf8',
    });
    expect(seen.trim()).toBe(fingerprint(3000));
  },
);

testWith(PYTHON, 'AC-4a the tests of the Python package pass', async () => {
  const ran = execFileSync('python3', ['-m', 'unittest', '-q', 'python/tests/test_hush_env.py'], {
    cwd: CLONE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(ran).toBe('');
});

const EXAMPLES = [
  ...readFileSync(join(CLONE, 'docs/RESEARCH.md'), 'utf8').matchAll(/```python\n([\s\S]*?)```/g),
].map(([, code = '']) => code);
const PRINTED = [/^lost, 0.0 s of sand/, /^180000\n$/, /^\d+\n$/, /^won\n$/];

testWith(PYTHON, 'GB-3b every example in docs/RESEARCH.md runs and prints what it says', async () => {
  expect(EXAMPLES.length).toBe(PRINTED.length);
  for (const [i, code] of EXAMPLES.entries())
    expect(execFileSync('python3', ['-c', code], { cwd: CLONE, encoding: 'utf8' })).toMatch(
      PRINTED[i] ?? /$^/,
    );
});
