/** Shows the solver's answers: par after a game, and a warning before a game that cannot be won. */
import type { Par, SolverOutcome } from '@hush/bots';
import type { TableWish } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { askSolver } from './ask-solver.ts';

export function ParLine({ record }: { readonly record: string }): JSX.Element | null {
  const [par, setPar] = useState<Par | null>(null);
  useEffect(
    () => askSolver({ type: 'par', record }, answer => setPar(answer?.type === 'par' ? answer.par : null)),
    [record],
  );
  if (par === null || par.par === null) return null;
  const how = say(par.certified ? 'end.par.proven' : 'end.par.best');
  return <p class="note center par">{say('end.par', { n: par.actions, par: par.par, how })}</p>;
}

/**
 * Whether the scenario, stack or tiles were made by players; printed scenarios need no check, because they were tested
 * thousands of times.
 */
const isOwn = ({ scenario, stack, tiles }: TableWish): boolean =>
  typeof scenario !== 'number' || stack !== undefined || tiles !== undefined;

interface Plan {
  readonly wish: TableWish;
  readonly players: number;
}

export function WishWarning({ wish, players }: Plan): JSX.Element | null {
  const [outcome, setOutcome] = useState<SolverOutcome | null>(null);
  const asked = isOwn(wish) ? JSON.stringify(wish) : null;
  useEffect(() => {
    setOutcome(null);
    if (asked === null) return;
    return askSolver({ type: 'judge', wish, players }, answer =>
      setOutcome(answer?.type === 'judge' ? answer.outcome : null),
    );
  }, [asked, players]);
  if (outcome === null || outcome.warning === null) return null;
  return (
    <p class="problem" role="alert">
      <Icon name="ban" size={16} /> {warningText(outcome)}
    </p>
  );
}

function warningText({ impossible, winnable, shuffles }: SolverOutcome): string {
  if (impossible === 'missing') return say('lobby.warn.impossible');
  if (impossible === 'crowded-exit') return say('lobby.warn.crowded');
  return winnable === 0
    ? say('lobby.warn.never', { n: shuffles })
    : say('lobby.warn.seldom', { n: shuffles, won: winnable });
}
