/**
 * Announces everything that happens to screen readers, with a polite live region and an assertive one for talk, alarm
 * and the end.
 */
import { sandLeft } from '@hush/rules';
import { effect, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { browserClock } from '../device/clock.ts';
import { say } from '../i18n/catalogs.ts';
import { ownWords } from '../input/sender.ts';
import { spokenTime } from '../model/game-words.ts';
import type { Session } from '../table/session.ts';
import type { Message, Weight } from './news.ts';
import { announceNotices, createSpeaker, type Speaker } from './speaker.ts';

const URGENT: readonly Weight[] = ['talk', 'alarm', 'end'];
/** Seconds of remaining sand that are announced. */
const WARNINGS = [60, 30, 10];
const LOOK_EVERY = 500;

/** Announces the remaining sand when it falls below each warning. */
function watchSand(session: Session, speaker: Speaker): () => void {
  let last = Number.POSITIVE_INFINITY;
  const look = (): void => {
    const game = session.game.peek();
    if (game?.status !== 'playing') return;
    const left = sandLeft(game, session.sandNow());
    const passed = WARNINGS.find(seconds => left <= seconds * 1000 && last > seconds * 1000);
    if (passed !== undefined && last !== Number.POSITIVE_INFINITY)
      speaker.push([{ weight: 'alarm', text: say('play.timeLeft', { time: spokenTime(left) }) }]);
    last = left;
  };
  const timer = setInterval(look, LOOK_EVERY);
  return () => clearInterval(timer);
}

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
      // A live region speaks the same text again only if it changes, so a space is appended.
      region.value = region.peek() === text ? `${text}\u00a0` : text;
    };
    const speaker = createSpeaker(browserClock, speak);
    const forget = announceNotices(session, speaker, screen);
    const unwatch = watchSand(session, speaker);
    const before = ownWords.peek();
    const unhear = effect(() => {
      const said = ownWords.value;
      if (said !== null && said !== before) speaker.push([{ weight: 'mine', text: said.text }]);
    });
    return () => {
      forget();
      unwatch();
      unhear();
      speaker.stop();
    };
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
