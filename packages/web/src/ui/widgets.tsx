/** The basic widgets: native elements with our styles. */
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../art/icon.tsx';
import { say } from '../i18n/say.ts';

type Press = () => void;

interface ButtonProps {
  readonly icon?: IconName;
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger';
  readonly onPress: Press;
  readonly disabled?: boolean;
  readonly class?: string;
  /** The accessible name, if the text inside is not enough. */
  readonly label?: string;
  readonly children?: ComponentChildren;
}

export const Button = ({
  icon,
  kind = 'plain',
  onPress,
  disabled,
  label,
  children,
  ...rest
}: ButtonProps): JSX.Element => (
  <button
    type="button"
    class={`button ${kind} ${rest.class ?? ''}`}
    onClick={onPress}
    disabled={disabled}
    aria-label={label}
  >
    {icon !== undefined && <Icon name={icon} size={20} />}
    {children}
  </button>
);

export const IconButton = ({
  icon,
  label,
  onPress,
  size = 22,
  pressed,
  ...rest
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: Press;
  readonly size?: number;
  /** The state of a toggle button. */
  readonly pressed?: boolean;
  readonly class?: string;
}): JSX.Element => (
  <button
    type="button"
    class={`icon-button ${rest.class ?? ''}`}
    aria-label={label}
    aria-pressed={pressed}
    title={label}
    onClick={onPress}
  >
    <Icon name={icon} size={size} />
  </button>
);

/** A native dialog, open while it is mounted. Escape, the close button and a click outside close it. */
export function Dialog({
  title,
  onClose,
  children,
  ...rest
}: {
  readonly title: string;
  readonly onClose: Press;
  readonly class?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={ref}
      class={`dialog panel ${rest.class ?? ''}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={say('shell.close')} onPress={() => ref.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

export const Switch = ({
  label,
  note,
  value,
  onChange,
}: {
  readonly label: string;
  readonly note?: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}): JSX.Element => (
  <label class="switch">
    <span>
      {label}
      {note !== undefined && <small>{note}</small>}
    </span>
    <input
      type="checkbox"
      role="switch"
      aria-checked={value}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </label>
);

interface Option<T> {
  readonly value: T;
  readonly label: string;
  readonly note?: string;
}

/** A row of radio buttons. */
export function ChoiceRow<T extends string | number>({
  legend,
  options,
  value,
  onChange,
  note,
}: {
  readonly legend: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly note?: string;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map(option => (
          <label key={option.value} class="choice-option">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {note !== undefined && <p class="note">{note}</p>}
    </fieldset>
  );
}

let shownBefore = false;

/** Moves the focus to the heading of a new screen. The first screen leaves the focus where the browser put it. */
export function useHeading(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownBefore) ref.current?.focus({ preventScroll: true });
    shownBefore = true;
  }, []);
  return ref;
}

export const Logo = ({ size = 'small' }: { readonly size?: 'small' | 'big' }): JSX.Element => (
  <span class={`logo ${size}`}>
    {say('shell.title')}
    <span aria-hidden="true">!</span>
  </span>
);
