/** Makes the announcements: sentences for notices, for messages of this page itself, and for the remaining sand. */
import type { Notice } from '@hush/protocol';
import { sandLeft } from '@hush/rules';
import { effect } from '@preact/signals';
import { browserClock } from '../device/clock.ts';
import { say } from '../i18n/catalogs.ts';
import { ownToast, type Toast } from '../input/sender.ts';
import { spokenTime } from '../model/game-words.ts';
import type { Session } from '../table/session.ts';
import type { SpokenTable } from './arrivals.ts';
import type { NewsListener } from './news.ts';
import { announceNotices, createSpeaker, type Speaker } from './speaker.ts';

/** The amounts of remaining sand that are announced, in seconds. */
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

interface Announcing {
  tell(notice: Notice): void;
  stop(): void;
}

/** `said`: the message that this page had already announced when the screen was opened. */
export function startAnnouncing(
  session: Session,
  table: SpokenTable,
  { speak, screen }: NewsListener,
  said: Toast | null,
): Announcing {
  const speaker = createSpeaker(browserClock, speak);
  const unwatch = watchSand(session, speaker);
  const unhear = effect(() => {
    const now = ownToast.value;
    if (now !== null && now !== said) speaker.push([{ weight: 'mine', text: now.text }]);
  });
  return {
    tell: announceNotices(table, speaker, screen),
    stop() {
      unwatch();
      unhear();
      speaker.stop();
    },
  };
}
