/** Lets bots play a few shuffles of a draft, one at a time, so that the page stays responsive. */
import { type ScenarioDraft, sheetOfDraft } from './draft.ts';

export const SHUFFLES = 5;

/** The result; `unreachable` if the code of the bots could not be fetched. */
export type Rehearsed =
  | { readonly type: 'done'; readonly won: number; readonly actions: number }
  | { readonly type: 'unreachable' };

type Bots = Pick<typeof import('@hush/bots'), 'judgeScenario'>;

export interface RehearsalListener {
  /** Whether the result is still needed. */
  alive(): boolean;
  told(n: number): void;
  fetchBots?(): Promise<Bots>;
}

const breath = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 30));

/** Returns undefined if the result is no longer needed. */
export async function rehearseDraft(
  draft: ScenarioDraft,
  { alive, told, fetchBots = () => import('@hush/bots') }: RehearsalListener,
): Promise<Rehearsed | undefined> {
  const bots = await fetchBots().catch(() => null);
  if (!alive()) return undefined;
  if (bots === null) return { type: 'unreachable' };
  const { wish, players } = sheetOfDraft(draft);
  const actions: number[] = [];
  for (let n = 1; n <= SHUFFLES; n++) {
    told(n);
    await breath();
    if (!alive()) return undefined;
    const { par } = bots.judgeScenario({ ...wish, players }, [`shuffle ${n}`]);
    if (par !== null) actions.push(par.middle);
  }
  actions.sort((a, b) => a - b);
  return { type: 'done', won: actions.length, actions: actions[Math.floor(actions.length / 2)] ?? 0 };
}
