/** Playing a deal again with the run of a crew as ghosts: at a table with people, with bots, or alone. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../device/http.ts';
import { navigate, tablePath } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { noTableText } from '../model/table-wish.ts';
import { Button, Dialog } from '../ui/widgets.tsx';

interface Props {
  readonly title: string;
  /** The URL that opens a table with this deal and the ghosts, and the crew's secret if the request needs it. */
  readonly tables: string;
  readonly secret: string | null;
  /** The deal and the ghosts for the practice screen. */
  readonly query: string;
  readonly onClose: () => void;
}

export function PlayAgain({ title, tables, secret, query, onClose }: Props): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const withCrew = async (): Promise<void> => {
    setBusy(true);
    const opened = await request<{ readonly code: string }>(tables, { method: 'POST', body: '{}', secret });
    if (opened.ok) return navigate(tablePath(opened.value.code));
    setBusy(false);
    setProblem(opened.error.code === 'bad-setup' ? say('heist.notAgain') : noTableText(opened.error));
  };
  return (
    <Dialog title={title} class="play-again" onClose={onClose}>
      <p>{say('heist.againNote')}</p>
      <div class="row center">
        <Button kind="main" icon="people" disabled={busy} onPress={() => void withCrew()}>
          {say('heist.crew')}
        </Button>
        <Button icon="bot" onPress={() => navigate(`/practice?bots=3&${query}`)}>
          {say('heist.bots')}
        </Button>
        <Button icon="hand" onPress={() => navigate(`/practice?${query}`)}>
          {say('heist.alone')}
        </Button>
      </div>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
