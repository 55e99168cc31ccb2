/** Tests of the solver's worker: everybody who asks about the same game gets the same answer. */
import type { Par } from '@hush/bots';
import { recordText } from '@hush/rules';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gameFrom } from '../../../protocol/test/crews/crew-kit.ts';
import type { SolverAnswer, SolverQuestion } from '../../src/solver/solver-worker.ts';

test('PR-86f the par of a game is the same on every page', async () => {
  const answers: (SolverAnswer | null)[] = [];
  vi.stubGlobal('postMessage', (answer: SolverAnswer | null) => answers.push(answer));
  vi.stubGlobal('onmessage', null);
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => {
    random.mockRestore();
    vi.unstubAllGlobals();
  });
  await import('../../src/solver/solver-worker.ts');
  const { onmessage } = globalThis as unknown as {
    onmessage: (event: { readonly data: SolverQuestion }) => void;
  };
  const record = recordText(gameFrom('par'));
  for (const luck of [0, 0.99]) {
    random.mockReturnValue(luck);
    onmessage({ data: { type: 'par', record } });
  }
  const [first, second] = answers;
  expect(first).toMatchObject({ type: 'par', par: { par: expect.any(Number) } satisfies Partial<Par> });
  expect(second).toEqual(first);
  expect(random).not.toHaveBeenCalled();
});
