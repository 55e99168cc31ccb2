/** Leaving for good: the seat becomes free, so it is asked once. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go } from '../device/route.ts';
import { leaveSeat } from '../device/storage.ts';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import { Button, Dialog } from './widgets.tsx';

export function leaveTable(session: Session): void {
  session.manage({ type: 'leave' });
  leaveSeat(session.code);
  go('/');
}

/** A question that is answered with yes or closed. */
export const Confirm = ({
  question,
  onYes,
  onClose,
}: {
  readonly question: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): JSX.Element => (
  <Dialog title={question} onClose={onClose} class="sure">
    <div class="row end">
      <Button onPress={onClose}>{say('shell.cancel')}</Button>
      <Button kind="danger" onPress={onYes}>
        {say('game.yes')}
      </Button>
    </div>
  </Dialog>
);

export function LeaveButton({ session }: { readonly session: Session }): JSX.Element {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="exit" onPress={() => setAsking(true)}>
        {say('lobby.leave')}
      </Button>
      {asking && (
        <Confirm
          question={say('lobby.leaveQuestion')}
          onYes={() => leaveTable(session)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
