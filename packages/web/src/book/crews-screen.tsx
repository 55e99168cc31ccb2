/** The crews of this device with their books, and a form to found a new one. */

import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { followLink, navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { Button, Logo, useHeading } from '../ui/widgets.tsx';
import { FoundForm } from './crew-forms.tsx';
import { crewPath, crews } from './known-crews.ts';
import '../styles/forms.css';
import '../styles/crews.css';

export function CrewsScreen(): JSX.Element {
  const heading = useHeading();
  return (
    <div class="page crews">
      <header class="home-head">
        <Button kind="quiet" icon="home" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </header>
      <main class="crews-main">
        <Logo />
        <h1 ref={heading} tabIndex={-1}>
          {say('book.title')}
        </h1>
        <p>{say('book.about')}</p>
        {crews.value.length > 0 && (
          <section class="panel crews-card" aria-labelledby="my-crews">
            <h2 id="my-crews">{say('book.mine')}</h2>
            <ul class="crew-list">
              {crews.value.map(({ id, name, secret }) => (
                <li key={id}>
                  <a class="crew-link" href={crewPath(id)} onClick={followLink}>
                    <Icon name="book" size={24} />
                    <bdi>{name}</bdi>
                    {secret === null && <small>{say('book.readOnly')}</small>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section class="panel crews-card" aria-labelledby="new-crew">
          <h2 id="new-crew">{say('book.foundTitle')}</h2>
          <p class="note">{say('book.foundNote')}</p>
          <FoundForm act={say('book.found')} onFound={({ id }) => navigate(crewPath(id))} />
        </section>
        <Button kind="quiet" icon="play" onPress={() => navigate('/replay')}>
          {say('book.fromFile')}
        </Button>
      </main>
    </div>
  );
}
