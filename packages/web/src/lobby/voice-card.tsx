/** Voice in the lobby: an explanation, a button that turns it on, and then the microphone test. */
import type { JSX } from 'preact';
import { voiceAt } from '../device/voice-wanted.ts';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import { lazy } from '../ui/lazy.tsx';
import { Button } from '../ui/widgets.tsx';

const VoiceCheck = lazy(async () => (await import('../voice/voice-button.tsx')).VoiceCheck);

/** Whether the browser has WebRTC: some browsers lack it, and some privacy settings switch it off. */
export const canCall = (): boolean => typeof RTCPeerConnection === 'function';

export function VoiceCard({ session }: { readonly session: Session }): JSX.Element {
  return (
    <section class="panel lobby-card voice-card" aria-labelledby="voice">
      <h2 id="voice">{say('voice.title')}</h2>
      {voiceAt.value === session.code ? <VoiceCheck session={session} /> : <Offer code={session.code} />}
    </section>
  );
}

const Offer = ({ code }: { readonly code: string }): JSX.Element =>
  canCall() ? (
    <>
      <p class="note">{say('voice.about')}</p>
      <Button
        icon="mic"
        onPress={() => {
          voiceAt.value = code;
        }}
      >
        {say('voice.turnOn')}
      </Button>
    </>
  ) : (
    <p class="note">{say('voice.noCalls')}</p>
  );
