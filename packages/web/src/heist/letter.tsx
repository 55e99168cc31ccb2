/** The sealed letter, and how a day is written. */
import type { JSX } from 'preact';
import { locale } from '../i18n/catalogs.ts';

/** 'Tuesday 17 November', in the reader's language. */
export function dayName(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(locale.value === 'en' ? 'en-GB' : locale.value, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(date);
}

/** The date of this device, to compare with the server's. */
export function deviceDay(now: Date = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export const Letter = ({
  address,
  open,
}: {
  readonly address: string;
  readonly open: boolean;
}): JSX.Element => <img class={`letter ${open ? 'opened' : ''}`} alt="" draggable={false} src={address} />;
