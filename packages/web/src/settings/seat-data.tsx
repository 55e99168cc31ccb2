/**
 * The data that the server stores about this device's seat at the table: a file to download, and the deletion of the name
 * (PR-182).
 */
import type { SeatData } from '@hush/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type RequestError, request } from '../device/http.ts';
import { route } from '../device/route.ts';
import { storedSeatToken, tokenOfLeftSeat } from '../device/storage.ts';
import { say, sayOne } from '../i18n/catalogs.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { saveText } from '../ui/files.tsx';
import { Button } from '../ui/widgets.tsx';

/** Shows nothing if this device has no seat. */
export function SeatDataSection(): JSX.Element | null {
  const code = route.value.params.table ?? '';
  const token = storedSeatToken(code) ?? tokenOfLeftSeat(code);
  return code === '' || token === null ? null : <SeatDataCard code={code} token={token} />;
}

function SeatDataCard({ code, token }: { readonly code: string; readonly token: string }): JSX.Element {
  const [refused, setRefused] = useState<RequestError | null>(null);
  const [isForgotten, setForgotten] = useState(false);
  const path = `/api/tables/${code}/seat`;
  const download = async (): Promise<void> => {
    const answer = await request<SeatData>(path, { secret: token });
    setRefused(answer.ok ? null : answer.error);
    if (answer.ok) saveText(`${JSON.stringify(answer.value, null, 2)}\n`, 'hush-seat.json');
  };
  const forget = async (): Promise<void> => {
    const answer = await request<object>(path, { method: 'DELETE', secret: token });
    setRefused(answer.ok ? null : answer.error);
    setForgotten(answer.ok);
  };
  return (
    <section class="seat-data">
      <h3>{say('privacy.seat')}</h3>
      <p class="note">{say('privacy.seatText')}</p>
      <div class="row">
        <Button onPress={() => void download()}>{say('privacy.download')}</Button>
        {isForgotten ? (
          <p role="status">{say('privacy.forgotten')}</p>
        ) : (
          <ConfirmButton
            kind="plain"
            yes={say('privacy.forgetYes')}
            note={say('privacy.forgetNote')}
            onYes={() => void forget()}
          >
            {say('privacy.forget')}
          </ConfirmButton>
        )}
      </div>
      {refused !== null && (
        <p class="problem" role="alert">
          {sayOne('privacy.trouble', refused.code, 'privacy.trouble')}
        </p>
      )}
      <p>
        <a href="/privacy" target="_blank" rel="noopener">
          {say('privacy.more')}
        </a>
      </p>
    </section>
  );
}
