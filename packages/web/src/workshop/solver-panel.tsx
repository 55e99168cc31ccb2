/** The answer of the bots to the question whether the scenario can be won. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { Button } from '../ui/widgets.tsx';
import type { ScenarioDraft } from './draft.ts';
import { type Rehearsed, rehearseDraft, SHUFFLES } from './rehearsal.ts';

type PanelState = { readonly type: 'idle' } | { readonly type: 'busy'; readonly n: number } | Rehearsed;

export function SolverPanel({ draft }: { readonly draft: ScenarioDraft }): JSX.Element {
  const [state, setState] = useState<PanelState>({ type: 'idle' });
  const run = useRef(0);
  // A changed draft or a closed page cancels the rehearsal.
  useEffect(() => {
    setState({ type: 'idle' });
    return () => {
      run.current++;
    };
  }, [draft]);
  const solve = async (): Promise<void> => {
    const mine = ++run.current;
    const alive = (): boolean => run.current === mine;
    const done = await rehearseDraft(draft, { alive, told: n => setState({ type: 'busy', n }) });
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

function words(state: PanelState): string {
  if (state.type === 'idle') return '';
  if (state.type === 'busy') return say('workshop.solving', { n: state.n, total: SHUFFLES });
  if (state.type === 'unreachable') return say('workshop.unreachable');
  return state.won === 0
    ? say('workshop.unsolved', { total: SHUFFLES })
    : say('workshop.solved', { n: state.won, total: SHUFFLES, actions: state.actions });
}
