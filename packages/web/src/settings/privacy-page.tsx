/**
 * The privacy page: what this server stores, for how long, and how to have it deleted, with the host's own text at
 * the end (PR-183).
 */
import type { KeepingTimes } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type RequestError, request } from '../device/http.ts';
import { navigate } from '../device/route.ts';
import { locale, say, sayOne } from '../i18n/catalogs.ts';
import type { Key } from '../i18n/keys.ts';
import { Blank } from '../ui/loading.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import '../styles/forms.css';
import '../styles/crews.css';

type Answer = Awaited<ReturnType<typeof request<KeepingTimes>>>;

export function PrivacyPage(): JSX.Element {
  const heading = useHeading();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    void request<KeepingTimes>('/api/privacy').then(setAnswer);
  }, []);
  if (answer === null) return <Blank />;
  return (
    <div class="page">
      <header class="home-head">
        <Button kind="quiet" icon="home" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </header>
      <main class="crews-main">
        <h1 ref={heading} tabIndex={-1}>
          {say('privacy.title')}
        </h1>
        <p>{say('privacy.intro')}</p>
        {answer.ok ? <Kept times={answer.value} /> : <Unread error={answer.error} />}
      </main>
    </div>
  );
}

const Unread = ({ error }: { readonly error: RequestError }): JSX.Element => (
  <p class="problem" role="alert">
    {sayOne('privacy.trouble', error.code, 'privacy.trouble')}
  </p>
);

const Part = ({ title, texts }: { readonly title: Key; readonly texts: readonly string[] }): JSX.Element => (
  <section class="panel crews-card">
    <h2>{say(title)}</h2>
    {texts.map(text => (
      <p key={text}>{text}</p>
    ))}
  </section>
);

function Kept({ times }: { readonly times: KeepingTimes }): JSX.Element {
  const { keepDays, keepCrewDays, cluster, board, relayed, host } = times;
  const own = host[locale.value] ?? host[''];
  const crewDays =
    keepCrewDays === 0 ? say('privacy.crewForever') : say('privacy.crewDays', { n: keepCrewDays });
  return (
    <>
      <Part
        title="privacy.table"
        texts={[
          say('privacy.tableText'),
          say('privacy.tableDays', { n: keepDays }),
          say('privacy.talk'),
          say('privacy.reports', { n: keepDays }),
          say(relayed ? 'privacy.voiceRelay' : 'privacy.voice'),
        ]}
      />
      <Part
        title="privacy.crew"
        texts={[
          say('privacy.crewText'),
          say('privacy.crewNames'),
          crewDays,
          ...(board ? [say('privacy.board')] : []),
        ]}
      />
      <Part
        title="privacy.gone"
        texts={[say(cluster ? 'privacy.goneCluster' : 'privacy.goneText'), say('privacy.backups')]}
      />
      <Part title="privacy.address" texts={[say('privacy.addressText')]} />
      <Part title="privacy.device" texts={[say('privacy.deviceText')]} />
      {own !== undefined && <Part title="privacy.host" texts={own.split(/\n\s*\n/)} />}
    </>
  );
}
