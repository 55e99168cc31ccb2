/** Invites others: a QR code to scan, a code to type, a link to share or copy. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { renderSVG } from 'uqr';
import { setDrawing } from '../art/trusted-markup.ts';
import { findAddress, isOutOfReach, sharedOrigin } from '../device/reachable.ts';
import { tablePath } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { spokenCode } from '../table/names.ts';
import { Button, Dialog } from '../ui/widgets.tsx';

type View = Parameters<typeof tablePath>[1];

const linkTo = (code: string, view?: View): string => new URL(tablePath(code, view), sharedOrigin.value).href;

export const QrCode = (props: { readonly code: string; readonly view?: View }): JSX.Element | null =>
  settings.hideCode.value ? null : <ShownQrCode {...props} />;

function ShownQrCode({ code, view }: { readonly code: string; readonly view?: View }): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  const link = linkTo(code, view);
  useEffect(() => void findAddress(), []);
  useEffect(() => {
    const svg = renderSVG(link, { border: 2, whiteColor: '#fff8e9', blackColor: '#14122b' });
    if (ref.current !== null) setDrawing(ref.current, svg);
  }, [link]);
  return <div class="qr" ref={ref} role="img" aria-label={say('lobby.qr')} />;
}

/** The address of this server, for people who have to type it. */
export const SharedHost = (): JSX.Element => (
  <p class="shared-host">{isOutOfReach.value ? say('lobby.outOfReach') : new URL(sharedOrigin.value).host}</p>
);

export function Share({ code }: { readonly code: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const [large, setLarge] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const link = linkTo(code);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.current?.select(); // without access to the clipboard, the link is selected so that it can be copied by hand
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const share = (): void => {
    // fails if the player cancels the share dialog
    navigator.share({ title: say('shell.title'), url: link }).catch(() => undefined);
  };
  return (
    <div class="share">
      {!settings.hideCode.value && (
        <button
          type="button"
          class="qr-button"
          aria-label={say('lobby.qrLarge')}
          onClick={() => setLarge(true)}
        >
          <QrCode code={code} />
        </button>
      )}
      <div class="share-words">
        <strong class="code">{spokenCode(code)}</strong>
        <SharedHost />
        <label class="unseen">
          {say('lobby.link')}
          <input ref={field} class="link-field" readOnly tabIndex={-1} value={link} />
        </label>
        <div class="row">
          {'share' in navigator && (
            <Button icon="share" kind="main" onPress={share}>
              {say('lobby.share')}
            </Button>
          )}
          <Button icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
            <span aria-live="polite">{copied ? say('lobby.copied') : say('lobby.copy')}</span>
          </Button>
        </div>
      </div>
      {large && (
        <Dialog title={spokenCode(code)} onClose={() => setLarge(false)} class="qr-dialog">
          <QrCode code={code} />
        </Dialog>
      )}
    </div>
  );
}
