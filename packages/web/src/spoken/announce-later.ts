/**
 * Loads the announcer's sentences after the page is shown: at the first notice that is worth a sentence, or after ten
 * seconds. Until then notices wait here, each with the state of the table when it came, so that no sentence is lost.
 */
import type { Notice } from '@hush/protocol';
import { effect } from '@preact/signals';
import { requestWords } from '../i18n/catalogs.ts';
import { ownToast, type Toast } from '../input/sender.ts';
import type { Session } from '../table/session.ts';
import type { SpokenTable } from './arrivals.ts';
import type { NewsListener } from './news.ts';

const QUIET = 10_000;
/** How many notices wait at most; if the network is gone for long, the oldest ones are dropped. */
const MOST = 50;

type Snapshot = Readonly<Record<keyof SpokenTable, unknown>>;

const KEYS = [
  'confirmed',
  'people',
  'table',
  'seat',
  'here',
  'member',
] as const satisfies readonly (keyof SpokenTable)[];

const snapshotOf = (session: Session): Snapshot =>
  Object.fromEntries(KEYS.map(key => [key, session[key].peek()])) as Snapshot;

/** The table at the arrival of the notice that is being announced. */
function tableOf(state: () => Snapshot): SpokenTable {
  return Object.fromEntries(KEYS.map(key => [key, { peek: () => state()[key] }])) as unknown as SpokenTable;
}

/** Whether a notice may lead to a sentence: something happened, or somebody came or went. */
const isWorthIt = ({ type }: Notice, before: Snapshot, now: Snapshot): boolean =>
  type === 'news' || type === 'refused' || String(before.here) !== String(now.here);

export function announceLater(session: Session, ear: NewsListener): () => void {
  const first = snapshotOf(session);
  let shown = first;
  let waiting: { readonly notice: Notice; readonly state: Snapshot }[] = [];
  let tell: ((notice: Notice) => void) | null = null;
  let stop = (): void => undefined;
  let isHere = true;
  let isAsked = false;

  function tellAll(): void {
    if (tell === null) return;
    for (const { notice, state } of waiting) {
      shown = state;
      tell(notice);
    }
    waiting = [];
  }

  async function load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    try {
      const [{ startAnnouncing }] = await Promise.all([import('./announcing.ts'), requestWords('news')]);
      if (!isHere) return;
      const started = startAnnouncing(
        session,
        tableOf(() => shown),
        ear,
        said,
      );
      [tell, stop] = [started.tell, started.stop];
      tellAll();
    } catch {
      isAsked = false; // without a network, the next notice tries again
    }
  }

  const said: Toast | null = ownToast.peek();
  const timer = setTimeout(() => void load(), QUIET);
  const forget = session.listen(notice => {
    const state = snapshotOf(session);
    waiting = [...waiting, { notice, state }].slice(-MOST);
    tellAll();
    if (isWorthIt(notice, first, state)) void load();
  });
  const unhear = effect(() => {
    if (ownToast.value !== said) void load();
  });
  return () => {
    isHere = false;
    clearTimeout(timer);
    forget();
    unhear();
    stop();
  };
}
