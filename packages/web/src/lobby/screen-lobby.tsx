/** The lobby on a television: how to join, in letters that can be read from a distance, and who is there. */
import type { JSX } from 'preact';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { personOf, spokenCode } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Logo } from '../ui/widgets.tsx';
import { QrCode } from './share.tsx';
import { WishSummary } from './wish-form.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/screen.css';

export function ScreenLobby({ session }: { readonly session: Session }): JSX.Element {
  const { seats, ready, host, wish } = session.table.value;
  return (
    <main class="page screen-lobby">
      <h1>
        <Logo size="big" />
      </h1>
      <section class="panel screen-join" aria-labelledby="screen-join">
        <h2 id="screen-join">{say('home.joinTitle')}</h2>
        <QrCode code={session.code} />
        <p class="screen-host">{location.host}</p>
        <p class="code">{spokenCode(session.code)}</p>
      </section>
      <section class="screen-people">
        <WishSummary wish={wish} />
        <ol>
          {seats.map((member, seat) => {
            const { name, avatar } = personOf(session.people.value, member);
            const isReady = member !== null && (member === host || ready.includes(member));
            return (
              <li key={member ?? `free ${seat}`}>
                <span class="face">
                  <AvatarIcon avatar={avatar} size={44} />
                </span>
                <bdi>{name}</bdi>
                {isReady && <Icon name={member === host ? 'crown' : 'check'} size={30} />}
              </li>
            );
          })}
        </ol>
      </section>
    </main>
  );
}
