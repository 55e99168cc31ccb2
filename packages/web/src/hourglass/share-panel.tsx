/** Sharing one hourglass among several phones: this hourglass's code to show, and a field for the code of another one. */
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { setDrawing } from '../art/trusted-markup.ts';
import { say } from '../i18n/say.ts';
import { Button, Dialog } from '../ui/widgets.tsx';
import {
  codeIn,
  joinHourglass,
  leaveSharedHourglass,
  relayLink,
  sharedCode,
  shareHourglass,
} from './model.ts';

const linkTo = (shared: string): string => new URL(`/hourglass#${shared}`, location.href).href;

export const ShareHourglassDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => (
  <Dialog title={say('glass.together')} onClose={onClose} class="glass-dialog">
    <p>{say('glass.togetherText')}</p>
    {sharedCode.value === null ? <Join /> : <Shared shared={sharedCode.value} />}
  </Dialog>
);

function Shared({ shared }: { readonly shared: string }): JSX.Element {
  return (
    <>
      <div class="glass-shared">
        <QrCode address={linkTo(shared)} />
        <div class="stack">
          <p>
            {say('glass.code')} <strong class="glass-code">{shared}</strong>
          </p>
          <p role="status">{relayLink.value === null ? '' : say(`glass.link.${relayLink.value}`)}</p>
          <CopyLink address={linkTo(shared)} />
        </div>
      </div>
      <Button kind="quiet" icon="close" onPress={leaveSharedHourglass}>
        {say('glass.leave')}
      </Button>
    </>
  );
}

function CopyLink({ address }: { readonly address: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      field.current?.select(); // without access to the clipboard, the link is selected so that it can be copied by hand
    }
  };
  return (
    <>
      <input ref={field} class="link-field" readOnly value={address} aria-label={say('glass.link')} />
      <Button icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
        <span aria-live="polite">{copied ? say('glass.copied') : say('glass.copy')}</span>
      </Button>
    </>
  );
}

/** A QR code; its module is loaded when it is needed. */
function QrCode({ address }: { readonly address: string }): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const paint = async (): Promise<void> => {
      const { renderSVG } = await import('uqr');
      const svg = renderSVG(address, { border: 2, whiteColor: '#fff8e9', blackColor: '#14122b' });
      if (ref.current !== null) setDrawing(ref.current, svg);
    };
    void paint().catch(() => undefined); // without the picture, the code and the link still work
  }, [address]);
  return <div class="glass-qr" ref={ref} role="img" aria-label={say('glass.qr')} />;
}

function Join(): JSX.Element {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const typed = codeIn(String(new FormData(event.currentTarget as HTMLFormElement).get('code') ?? ''));
    setWrong(typed === null);
    if (typed !== null) joinHourglass(typed);
  };
  return (
    <>
      <Button kind="main" icon="link" onPress={shareHourglass}>
        {say('glass.share')}
      </Button>
      <form class="glass-join" onSubmit={submit} noValidate>
        <label htmlFor={id}>{say('glass.joinCode')}</label>
        <input
          id={id}
          name="code"
          class="code-input"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={12}
          aria-invalid={wrong}
        />
        <button type="submit" class="button">
          {say('glass.join')}
        </button>
        {wrong && (
          <p class="problem" role="alert">
            {say('glass.badCode')}
          </p>
        )}
      </form>
    </>
  );
}
