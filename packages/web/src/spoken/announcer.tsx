/**
 * Announces everything that happens to screen readers: urgent messages (talk, alarm, the end) in an assertive live
 * region, all others in a polite one. The sentences are loaded when there is something to say.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Session } from '../table/session.ts';
import { announceLater } from './announce-later.ts';
import type { Message, Weight } from './news.ts';

const URGENT: readonly Weight[] = ['talk', 'alarm', 'end'];

export function Announcer({
  session,
  screen = false,
}: {
  readonly session: Session;
  readonly screen?: boolean;
}): JSX.Element {
  const polite = useSignal('');
  const urgent = useSignal('');
  useEffect(() => {
    const speak = ({ weight, text }: Message): void => {
      const region = URGENT.includes(weight) ? urgent : polite;
      // A live region is read only when its text changes, so a space is added if the text is the same.
      region.value = region.peek() === text ? `${text}\u00a0` : text;
    };
    return announceLater(session, { speak, screen });
  }, [session, screen]);
  return (
    <div class="unseen">
      <p role="status" aria-live="polite">
        {polite}
      </p>
      <p role="alert" aria-live="assertive">
        {urgent}
      </p>
    </div>
  );
}
