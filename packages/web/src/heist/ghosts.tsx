/** Ghosts on the board: the run of another crew as translucent heroes. */
import { HEROES, type Hero, parseRecord } from '@hush/rules';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { HERO_SIZE, heroAddress } from '../art/sheets.ts';
import { CELL_SIZE } from '../board/layout.ts';
import type { BoardApi } from '../board/scene.ts';
import { requestText } from '../device/http.ts';
import { requestWords, say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import { type GhostRun, ghostsAt, runOf } from './ghost-run.ts';
import { ghostAddress } from './plans.ts';
import '../styles/ghosts.css';

const EVERY = 200;

interface Props {
  readonly session: Session;
  readonly board: Signal<BoardApi | null>;
}

async function fetchRun(address: string): Promise<GhostRun | null> {
  const text = await requestText(address);
  const events = text.ok ? parseRecord(text.value) : null;
  return events?.ok === true ? runOf(events.value) : null;
}

function dolls(board: BoardApi): ReadonlyMap<Hero, HTMLImageElement> {
  return new Map(
    HEROES.map(hero => {
      const image = document.createElement('img');
      [image.className, image.alt, image.src] = ['run-ghost', '', heroAddress(hero)];
      image.hidden = true;
      board.overlay().append(image);
      return [hero, image];
    }),
  );
}

export function Ghosts({ session, board }: Props): JSX.Element | null {
  const address = ghostAddress(session.table.value.wish);
  const [run, setRun] = useState<GhostRun | null | 'none'>(null);
  const made = board.value;
  useEffect(() => {
    setRun(null);
    if (address !== null)
      void Promise.all([fetchRun(address), requestWords('heist')]).then(([found]) => setRun(found ?? 'none'));
  }, [address]);
  useEffect(() => {
    if (made === null || run === null || run === 'none') return;
    const images = dolls(made);
    const show = (): void => {
      const game = session.game.peek();
      const seen = game === null ? [] : ghostsAt(run, game, session.sandNow());
      for (const [hero, image] of images) {
        const ghost = seen.find(one => one.hero === hero);
        image.hidden = ghost === undefined;
        if (ghost === undefined) continue;
        image.style.left = `${(ghost.x + 0.5) * CELL_SIZE - HERO_SIZE.width / 2}px`;
        image.style.top = `${(ghost.y + 0.78) * CELL_SIZE - HERO_SIZE.height + 14}px`;
      }
    };
    show();
    const timer = setInterval(show, EVERY);
    return () => {
      clearInterval(timer);
      for (const image of images.values()) image.remove();
    };
  }, [made, run]);
  return run === 'none' ? (
    <p class="kind-sentence ghost-note" role="status">
      {say('heist.noGhost')}
    </p>
  ) : null;
}
