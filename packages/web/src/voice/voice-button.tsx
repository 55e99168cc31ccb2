/** Keeps voice running while it is turned on, and shows its button during a game. */
import type { Member } from '@hush/protocol';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { isKeyOf, nameOf } from '../input/keymap.ts';
import type { Session } from '../table/session.ts';
import { Dialog, IconButton } from '../ui/widgets.tsx';
import { microphoneMode } from './choices.ts';
import { type OpenVoiceCall, openVoiceCall } from './voice-call.ts';
import { VoicePanel } from './voice-panel.tsx';
import '../styles/forms.css';
import '../styles/dialogs.css';
import '../styles/voice.css';

/** The call is the same for the whole page, because a page shows one table at a time. */
const room = signal<OpenVoiceCall | null>(null);

function useVoiceCall(session: Session, me: Member | null): OpenVoiceCall | null {
  useEffect(() => {
    if (me === null) return undefined;
    const opened = openVoiceCall(session, me);
    const close = (): void => opened.close();
    room.value = opened;
    addEventListener('pagehide', close); // this tells the other pages at once, so that they need not wait for a timeout
    return () => {
      removeEventListener('pagehide', close);
      room.value = null;
      close();
    };
  }, [session, me]);
  return room.value;
}

const WRITING = 'input, textarea, select, [contenteditable]';

/** Makes the push-to-talk key work wherever the focus is, except in text fields. */
function useTalkKey(talk: OpenVoiceCall | null): void {
  useEffect(() => {
    if (talk === null) return undefined;
    const down = (event: KeyboardEvent): void => {
      const isElsewhere = event.target instanceof Element && event.target.closest(WRITING) !== null;
      if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey || !isKeyOf('speak', event.code))
        return;
      talk.isHeld.value = true;
    };
    const up = ({ code }: KeyboardEvent): void => {
      if (nameOf(settings.keymap.peek(), code) === 'speak') talk.isHeld.value = false;
    };
    const letGo = (): void => {
      talk.isHeld.value = false;
    };
    document.addEventListener('keydown', down);
    document.addEventListener('keyup', up);
    addEventListener('blur', letGo);
    return () => {
      document.removeEventListener('keydown', down);
      document.removeEventListener('keyup', up);
      removeEventListener('blur', letGo);
    };
  }, [talk]);
}

export function VoiceControl({ session }: { readonly session: Session }): JSX.Element | null {
  const talk = useVoiceCall(session, session.member.value);
  useTalkKey(talk);
  if (talk === null) return null;
  return (
    <>
      {talk.isShy.value && (
        <button type="button" class="button main voice-shy" onClick={() => talk.wake()}>
          <Icon name="loudspeaker" size={20} />
          {say('voice.shy')}
        </button>
      )}
      {session.game.value !== null && <VoiceBar session={session} talk={talk} />}
    </>
  );
}

/** The test of the microphone in the lobby, before the game. */
export function VoiceCheck({ session }: { readonly session: Session }): JSX.Element | null {
  const talk = room.value;
  return talk === null ? null : <VoicePanel session={session} talk={talk} />;
}

interface BarProps {
  readonly session: Session;
  readonly talk: OpenVoiceCall;
}

function VoiceBar({ session, talk }: BarProps): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <section class="panel voice-bar" aria-label={say('voice.title')}>
      {talk.mic.value.type === 'problem' ? (
        <button type="button" class="voice-button deaf" onClick={() => setOpen(true)}>
          <Icon name="mic" size={22} />
          <span>{say('voice.listening')}</span>
        </button>
      ) : (
        <TalkButton talk={talk} />
      )}
      <IconButton icon="settings" size={20} label={say('voice.settings')} onPress={() => setOpen(true)} />
      {open && (
        <Dialog title={say('voice.title')} onClose={() => setOpen(false)}>
          <VoicePanel session={session} talk={talk} />
        </Dialog>
      )}
    </section>
  );
}

/** The state that the button shows: sending, silent because of the rules, muted, or waiting for push-to-talk. */
function stateOf(talk: OpenVoiceCall): 'live' | 'silent' | 'muted' | 'push' {
  if (talk.isLive.value) return 'live';
  if (!talk.isOpen.value) return 'silent';
  return microphoneMode.value === 'push' ? 'push' : 'muted';
}

function TalkButton({ talk }: { readonly talk: OpenVoiceCall }): JSX.Element {
  const state = stateOf(talk);
  const inside = (
    <>
      <Icon name="mic" size={22} />
      <span>{say(`voice.state.${state}`)}</span>
    </>
  );
  if (microphoneMode.value === 'push') return <PushButton talk={talk} state={state} inside={inside} />;
  return (
    <button
      type="button"
      class={`voice-button ${state}`}
      aria-pressed={!talk.isMute.value}
      title={say('voice.muteMe')}
      onClick={() => {
        talk.isMute.value = !talk.isMute.peek();
      }}
    >
      {inside}
    </button>
  );
}

function PushButton({
  talk,
  state,
  inside,
}: {
  readonly talk: OpenVoiceCall;
  readonly state: string;
  readonly inside: JSX.Element;
}): JSX.Element {
  const hold = (held: boolean) => (): void => {
    talk.isHeld.value = held;
  };
  const byKey =
    (held: boolean) =>
    (event: KeyboardEvent): void => {
      if (event.code !== 'Space' && event.code !== 'Enter') return;
      event.preventDefault();
      talk.isHeld.value = held;
    };
  return (
    <button
      type="button"
      class={`voice-button push ${state}`}
      aria-pressed={talk.isHeld.value}
      onPointerDown={hold(true)}
      onPointerUp={hold(false)}
      onPointerLeave={hold(false)}
      onPointerCancel={hold(false)}
      onKeyDown={byKey(true)}
      onKeyUp={byKey(false)}
      onBlur={hold(false)}
      onContextMenu={event => event.preventDefault()} // holding the button must not open the context menu
    >
      {inside}
    </button>
  );
}
