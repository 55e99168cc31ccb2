/** A question that asks for confirmation, as a dialog or in place of the button that was pressed. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { IconName } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { Button, Dialog } from './widgets.tsx';

/** A question as a dialog: the player answers yes, chooses a third answer, or closes it. */
export const Confirm = ({
  question,
  onYes,
  onClose,
  children,
}: {
  readonly question: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
  /** Further answers, shown after the answer yes. */
  readonly children?: ComponentChildren;
}): JSX.Element => (
  <Dialog title={question} onClose={onClose} class="sure">
    <div class="row end">
      <Button onPress={onClose}>{say('shell.cancel')}</Button>
      <Button kind="danger" onPress={onYes}>
        {say('game.yes')}
      </Button>
      {children}
    </div>
  </Dialog>
);

interface ButtonProps {
  readonly kind?: 'plain' | 'quiet';
  readonly icon?: IconName;
  /** The label of the confirming button. */
  readonly yes: string;
  readonly onYes: () => void;
  readonly note?: string;
  /** A third button beside yes and cancel. */
  readonly also?: JSX.Element;
  /** Whether something would be lost; if not, `onYes` is called at once, without a question. */
  readonly isNeeded?: () => boolean;
  readonly children: ComponentChildren;
}

/** A button; when it is pressed, the question takes its place. */
export function ConfirmButton({
  kind = 'quiet',
  icon,
  yes,
  onYes,
  note,
  also,
  isNeeded = () => true,
  children,
}: ButtonProps): JSX.Element {
  const [asking, setAsking] = useState(false);
  const sign = icon === undefined ? {} : { icon };
  if (!asking)
    return (
      <Button kind={kind} {...sign} onPress={() => (isNeeded() ? setAsking(true) : onYes())}>
        {children}
      </Button>
    );
  const answers = (
    <>
      {also}
      <Button kind="danger" {...sign} onPress={onYes}>
        {yes}
      </Button>
      <Button kind="quiet" onPress={() => setAsking(false)}>
        {say('shell.cancel')}
      </Button>
    </>
  );
  if (note === undefined) return answers;
  return (
    <div class="stack" role="alert">
      <p>{note}</p>
      <div class="row">{answers}</div>
    </div>
  );
}
