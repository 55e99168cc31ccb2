/** The sealed letter, and the name of a day. */
import type { JSX, Ref } from 'preact';
import { isCalm } from '../device/settings.ts';
import { locale } from '../i18n/catalogs.ts';
import { PAPER_ADDRESS, SEAL_ADDRESS } from '../souvenir/letter-art.ts';

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

/** The date on this device's clock, to compare it with the server's. */
export function deviceDay(now: Date = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The letter in a box. Its seal has two halves, so that it can break in an animation. */
export const Letter = ({
  open,
  box,
}: {
  readonly open: boolean;
  readonly box?: Ref<HTMLDivElement>;
}): JSX.Element => (
  <div class={`letter ${open ? 'opened' : ''}`} {...(box === undefined ? {} : { ref: box })}>
    <img class="paper" alt="" draggable={false} src={PAPER_ADDRESS} />
    <img class="seal left" alt="" draggable={false} src={SEAL_ADDRESS} />
    <img class="seal right" alt="" draggable={false} src={SEAL_ADDRESS} />
  </div>
);

/** Animates the breaking seal and the unfolding letter; ends at once with reduced motion, or if no letter is shown. */
export async function breakSeal(letter: HTMLElement | null): Promise<void> {
  if (letter === null || isCalm()) return;
  letter.classList.add('opening');
  await Promise.allSettled(letter.getAnimations({ subtree: true }).map(({ finished }) => finished));
}
