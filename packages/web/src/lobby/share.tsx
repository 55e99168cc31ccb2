/** Invites others: a link to copy or share, a code to type, a QR code to scan. */
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { renderSVG } from 'uqr';
import { draw } from '../art/trusted-markup.ts';
import { tablePath } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { spokenCode } from '../table/names.ts';
import { Button } from '../ui/widgets.tsx';

const linkTo = (code: string): string => new URL(tablePath(code), location.href).href;

export function QrCode({ code }: { readonly code: string }): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const svg = renderSVG(linkTo(code), { border: 2, whiteColor: '#fff8e9', blackColor: '#14122b' });
    if (ref.current !== null) draw(ref.current, svg);
  }, [code]);
  return <div class="qr" ref={ref} role="img" aria-label={say('lobby.qr')} />;
}

export function Share({ code }: { readonly code: string }): JSX.Element {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const link = linkTo(code);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.current?.select(); // fallback without clipboard access: the link is selected for copying by hand
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const share = (): void => {
    navigator.share({ title: say('shell.title'), url: link }).catch(() => undefined); // the player cancelled
  };
  return (
    <div class="share">
      <QrCode code={code} />
      <div class="share-words">
        <p class="code-line">
          <span>{say('lobby.code')}</span>
          <strong class="code">{spokenCode(code)}</strong>
        </p>
        <label class="unseen" htmlFor={id}>
          {say('lobby.link')}
        </label>
        <input
          ref={field}
          id={id}
          class="link-field"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div class="row">
          <Button icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
            <span aria-live="polite">{copied ? say('lobby.copied') : say('lobby.copy')}</span>
          </Button>
          {'share' in navigator && (
            <Button icon="link" onPress={share}>
              {say('lobby.share')}
            </Button>
          )}
        </div>
        <a class="quiet-link" href={tablePath(code, 'screen')} target="_blank" rel="noreferrer">
          {say('lobby.bigScreen')}
        </a>
      </div>
    </div>
  );
}
