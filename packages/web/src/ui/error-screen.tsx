/** The screen for a table that cannot be shown: a sentence and a button that helps. */
import { READ_ONLY_SENTENCE } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { HeroPicture } from '../art/hero-picture.tsx';
import { navigate, tablePath } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { type ErrorKind, troubleOf } from './error-kinds.ts';
import { Button, Logo, useHeading } from './widgets.tsx';

interface Props {
  readonly kind: ErrorKind;
  readonly code?: string;
  /** The server's reason; for a read-only server it is the operator's sentence. */
  readonly why?: string;
  /** Opens the table again in this window. */
  readonly onRetry?: () => void;
  /** Whether the page is a television, which nobody touches. */
  readonly screen?: boolean;
}

const TRY_AGAIN = 20_000;

export function ErrorScreen({ kind, code, why = '', onRetry, screen = false }: Props): JSX.Element {
  const heading = useHeading();
  useEffect(() => {
    if (!screen || onRetry === undefined) return undefined;
    const timer = setTimeout(kind === 'oldPage' ? () => location.reload() : onRetry, TRY_AGAIN);
    return () => clearTimeout(timer);
  }, [screen, kind]);
  return (
    <div class="page trouble">
      <main class="panel trouble-card">
        <Logo />
        <div aria-hidden="true" class="trouble-picture">
          <HeroPicture hero={kind === 'kicked' ? 'dwarf' : 'mage'} size={84} />
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {say(`shell.${kind}.title`)}
        </h1>
        {kind === 'readOnly' && ![READ_ONLY_SENTENCE, ''].includes(why) && (
          <p>
            <strong>{why}</strong>
          </p>
        )}
        <p>{say(`shell.${kind}.text`)}</p>
        <div class="row center">
          {kind === 'takenOver' && onRetry !== undefined && (
            <Button kind="main" onPress={onRetry}>
              {say('shell.takenOver.act')}
            </Button>
          )}
          {kind === 'oldPage' && (
            <Button kind="main" onPress={() => location.reload()}>
              {say('shell.oldPage.act')}
            </Button>
          )}
          {kind === 'kicked' && code !== undefined && (
            <Button icon="eye" onPress={() => navigate(tablePath(code, 'watch'))}>
              {say('shell.watch')}
            </Button>
          )}
          <Button icon="home" onPress={() => navigate('/')}>
            {say('shell.home')}
          </Button>
        </div>
      </main>
    </div>
  );
}

/** The error screen for a table that was closed with this code. */
export const TableTrouble = ({
  closed,
  ...shown
}: Omit<Props, 'kind'> & { readonly closed: number }): JSX.Element => (
  <ErrorScreen kind={troubleOf(closed)} {...shown} />
);
