/** Reports a name or a message to the people who run the server. The button shows what has become of it. */
import type { Member } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import type { Session } from '../table/session.ts';

interface Props {
  readonly session: Session;
  readonly member: Member;
  readonly label: string;
  /** The number of the message; without it the report is about the name. */
  readonly said?: number;
}

type State =
  | { readonly type: 'idle' | 'sent' }
  | { readonly type: 'answered' /** The code of a refusal. */; readonly why?: string };

export function ReportButton({ session, member, label, said }: Props): JSX.Element {
  const [state, setState] = useState<State>({ type: 'idle' });
  const forget = useRef<() => void>(() => undefined);
  useEffect(() => () => forget.current(), []);
  const answered = (why?: string): void => {
    forget.current();
    setState({ type: 'answered', ...(why === undefined ? {} : { why }) });
  };
  const report = (): void => {
    // Listens before it asks: an effect would run after the next frame, and the answer may come sooner.
    forget.current = session.listen(notice => {
      if (notice.type === 'other' && notice.message.t === 'reported') answered();
      if (notice.type === 'refused' && notice.n === 0) answered(notice.why);
    });
    setState({ type: 'sent' });
    session.tell({ t: 'report', member, ...(said === undefined ? {} : { said }) });
  };
  if (state.type === 'answered')
    return (
      <small role="status" class="report-state">
        {state.why === undefined ? say('talk.reported') : refusalText(state.why)}
      </small>
    );
  return (
    <button
      type="button"
      class={`icon-button ${said === undefined ? '' : 'small'}`}
      aria-label={label}
      title={label}
      disabled={state.type === 'sent'}
      onClick={report}
    >
      <Icon name="warning" size={said === undefined ? 20 : 15} />
    </button>
  );
}
