/** Whether it can be won: the bots rehearse a few shuffles, one at a time, so that the page stays alive. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../views/kit.tsx';
import { say } from '../words/words.ts';
import { type Draft, sheetOf } from './draft.ts';

const SHUFFLES = 5;

type State =
  | { readonly type: 'idle' }
  | { readonly type: 'busy'; readonly n: number }
  | { readonly type: 'done'; readonly won: number; readonly actions: number };

const breath = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 30));

/** Undefined when nobody is interested any more. */
async function rehearse(
  draft: Draft,
  alive: () => boolean,
  told: (n: number) => void,
): Promise<Extract<State, { type: 'done' }> | undefined> {
  const { judgeScenario } = await import('@hush/bots');
  const { wish, players } = sheetOf(draft);
  const actions: number[] = [];
  for (let n = 1; n <= SHUFFLES; n++) {
    told(n);
    await breath();
    if (!alive()) return undefined;
    const { par } = judgeScenario({ ...wish, players }, [`shuffle ${n}`]);
    if (par !== null) actions.push(par.middle);
  }
  actions.sort((a, b) => a - b);
  return { type: 'done', won: actions.length, actions: actions[Math.floor(actions.length / 2)] ?? 0 };
}

export function SolverPanel({ draft }: { readonly draft: Draft }): JSX.Element {
  const [state, setState] = useState<State>({ type: 'idle' });
  const run = useRef(0);
  // Another draft is another question.
  useEffect(() => {
    run.current++;
    setState({ type: 'idle' });
  }, [draft]);
  const solve = async (): Promise<void> => {
    const mine = ++run.current;
    const alive = (): boolean => run.current === mine;
    const done = await rehearse(draft, alive, n => setState({ type: 'busy', n }));
    if (done !== undefined && alive()) setState(done);
  };
  return (
    <div class="solver">
      <Button icon="bot" disabled={state.type === 'busy'} onPress={() => void solve()}>
        {say('workshop.solve')}
      </Button>
      <p role="status">{words(state)}</p>
    </div>
  );
}

function words(state: State): string {
  if (state.type === 'idle') return '';
  if (state.type === 'busy') return say('workshop.solving', { n: state.n, total: SHUFFLES });
  return state.won === 0
    ? say('workshop.unsolved', { total: SHUFFLES })
    : say('workshop.solved', { n: state.won, total: SHUFFLES, actions: state.actions });
}
