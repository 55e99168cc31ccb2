/** The button that leaves a table for good. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { navigate } from '../device/route.ts';
import { leaveSeat } from '../device/storage.ts';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Button } from '../ui/widgets.tsx';

export function leaveTable(session: Session): void {
  session.manage({ type: 'leave' });
  leaveSeat(session.code);
  navigate('/');
}

/** A button that asks for confirmation, because leaving frees the seat for good. */
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
