/** The lobby on a television: how to join, in letters that can be read from a distance, and the toy mall. It has no buttons. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import type { BoardApi } from '../board/scene.ts';
import { BoardArea } from '../game/board-area.tsx';
import { say } from '../i18n/catalogs.ts';
import { Seats } from '../lobby/seats.tsx';
import { QrCode, SharedHost } from '../lobby/share.tsx';
import { scenarioOf } from '../model/table-wish.ts';
import { clockText, scenarioName, spokenCode } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Logo } from '../ui/widgets.tsx';
import { useToy, useWholeMall } from './lobby.tsx';
import { Lanterns } from './ready-key.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/toy-keys.css';
import '../styles/screen-lobby.css';

export function ScreenLobby({ session }: { readonly session: Session }): JSX.Element {
  const { wish } = session.table.value;
  const { toy } = useToy(session);
  const board = useSignal<BoardApi | null>(null);
  useWholeMall(board);
  const scenario = scenarioOf(wish);
  const own = typeof wish.scenario === 'object' ? wish.scenario.name : '';
  return (
    <main class="screen-lobby lobby">
      <section class="screen-join" aria-label={say('home.joinTitle')}>
        <h1>
          <Logo size="big" />
        </h1>
        <QrCode code={session.code} view="keys" />
        <p class="code">{spokenCode(session.code)}</p>
        <div class="screen-host">
          <Icon name="globe" size={34} />
          <SharedHost />
        </div>
      </section>
      <section class="screen-table">
        <div class="toy-table">
          <Seats session={session} screen />
          {toy !== null && <BoardArea session={toy} controls={null} board={board} />}
        </div>
        <div class="screen-foot">
          <Lanterns session={session} size={46} />
          <p class="screen-game">
            <Icon name="glass" size={30} />
            <b>{scenario === null ? own : scenarioName(scenario.number, scenario.name)}</b>
            <span>{clockText((wish.hourglass ?? 180) * 1000)}</span>
          </p>
        </div>
      </section>
    </main>
  );
}
