/** The command box of the debrief, which the first press of Tab reaches. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { requestWords } from '../i18n/catalogs.ts';
import { withHistory } from '../spoken/box-commands.ts';
import { CommandBox } from '../spoken/command-box.tsx';
import type { Session } from '../table/session.ts';
import { type DebriefAct, type DebriefScene, interpretDebrief } from './debrief-commands.ts';
import type { SharedView } from './shared-view.ts';

interface Props {
  readonly session: Session;
  readonly shared: SharedView;
  /** What the debrief shows when a line is sent. */
  readonly scene: () => DebriefScene;
  readonly onPlayOn: (events: number) => void;
  readonly onClose: () => void;
}

export function DebriefBox(props: Props): JSX.Element {
  const now = useRef(props);
  now.current = props;
  return (
    <CommandBox
      session={props.session}
      controls={null}
      open={async tell => {
        await requestWords('more');
        return withHistory(text => {
          const { say, act } = interpretDebrief(text, now.current.scene());
          if (act !== null) perform(act, now.current);
          // If the command changes what every page shows, its answer is announced together with the new question.
          tell(say, act?.type === 'show');
        });
      }}
    />
  );
}

function perform(act: DebriefAct, { shared, onPlayOn, onClose }: Props): void {
  switch (act.type) {
    case 'show':
      shared.look({ point: act.point.events, answered: act.answered }, act.point.at);
      break;
    case 'seek':
      shared.projector.seek(act.at);
      break;
    case 'guess':
      shared.guess(act.cell);
      break;
    case 'give':
      shared.give(act.to);
      break;
    case 'playOn':
      onPlayOn(act.events);
      break;
    case 'toggle':
      shared.projector.toggle();
      break;
    case 'free':
      shared.breakFree();
      break;
    case 'back':
      shared.comeBack();
      break;
    case 'lead':
      shared.ask(true);
      break;
    case 'close':
      onClose();
      break;
  }
}
