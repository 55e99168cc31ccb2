/**
 * Plays the cues of a game: as notes, as captions, and as vibration. While the page is hidden, only urgent sounds are
 * played.
 */
import type { Member, Notice } from '@hush/protocol';
import { type Game, HEROES, sandLeft } from '@hush/rules';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Settings } from '../device/settings.ts';
import { storage } from '../device/storage.ts';
import { say } from '../i18n/catalogs.ts';
import { ownToast } from '../input/sender.ts';
import type { Session } from '../table/session.ts';
import { cuesOf, isNudgeAt, isUrgent } from './cues.ts';
import { createPlayer, type SoundPlayer } from './player.ts';
import { SCORE, type Sound, type SoundName } from './score.ts';

export interface Caption {
  readonly id: number;
  readonly text: string;
}

export interface Sounds {
  readonly captions: ReadonlySignal<readonly Caption[]>;
  play(name: SoundName): void;
  /** Plays the sounds of a table until the returned function is called. */
  attach(session: Session): () => void;
  stop(): void;
}

const LOW = 30_000;
const TICK = 1000;
const CAPTION_LASTS = 2500;
const MOST_CAPTIONS = 3;
/** After this many milliseconds without a nudge, the counting of nudges in a row starts again. */
const FORGIVEN = 30_000;
/** How loud running sand is: more when little is left. */
const QUIET_SAND = 0.02;
const LOUD_SAND = 0.05;

/** Whether a sound has a caption: steps have none, because they are visible and frequent. */
const isCaptioned = (name: SoundName): boolean => !name.startsWith('step-') && name !== 'sand-low';

function captionOf(name: SoundName): string {
  if (name.startsWith('nudge-')) return say('sound.caption.nudge');
  if (name.startsWith('motif-')) return say('sound.caption.motif');
  return say(`sound.caption.${name as Captioned}`);
}

type Captioned = Exclude<SoundName, `step-${string}` | `nudge-${string}` | `motif-${string}` | 'sand-low'>;

/** Vibrates, if the device can. Vibration only repeats what the screen shows. */
const shake = (pattern: readonly number[]): void => {
  if (typeof navigator === 'object') navigator.vibrate?.([...pattern]);
};

const isHidden = (): boolean => typeof document === 'object' && document.visibilityState === 'hidden';

export function createSounds(settings: Settings, player: SoundPlayer = createPlayer(settings)): Sounds {
  const captions = signal<readonly Caption[]>([]);
  let count = 0;

  function caption(text: string): void {
    const id = ++count;
    captions.value = [...captions.peek(), { id, text }].slice(-MOST_CAPTIONS);
    setTimeout(() => {
      captions.value = captions.peek().filter(one => one.id !== id);
    }, CAPTION_LASTS);
  }

  function play(name: SoundName): void {
    if (isHidden() && !isUrgent(name)) return;
    const sound: Sound = SCORE[name];
    player.play(sound);
    if (settings.captions.peek() && isCaptioned(name)) caption(captionOf(name));
    if (settings.vibration.peek() && sound.shakes !== undefined) shake(sound.shakes);
  }

  return {
    captions,
    play,
    attach(session) {
      const ends = [follow(session, play), ownSteps(session, play), sand(session, play, player), toks(play)];
      return () => {
        for (const end of ends) end();
        player.sand(0);
      };
    },
    stop: () => player.stop(),
  };
}

type Play = (name: SoundName) => void;

/**
 * Plays cues for the confirmed game and not for the predicted one, in which the player's own move closes talk before its
 * notice arrives.
 */
function follow(session: Session, play: Play): () => void {
  let before = session.confirmed.peek().game;
  let nudges = { count: 0, at: Number.NEGATIVE_INFINITY };
  return session.listen(notice => {
    const [{ game }, seat] = [session.confirmed.peek(), session.seat.peek()];
    const heard = !isUnheard(session, notice);
    if (heard && notice.type === 'news' && notice.events.some(event => isNudgeAt(event, seat))) {
      const now = performance.now();
      nudges = { count: now - nudges.at < FORGIVEN ? nudges.count + 1 : 1, at: now };
    }
    if (heard) for (const cue of cuesOf(notice, { before, game, seat, nudges: nudges.count })) play(cue);
    before = game;
  });
}

/**
 * Whether a notice makes no sound: the player's own texts, and texts and nudges of an ignored member. These notices
 * are rare, so the list is read from storage each time.
 */
function isUnheard({ code, member }: Session, notice: Notice): boolean {
  const from = authorOf(notice);
  if (from === null) return false;
  return from === member.peek() || (storage.get(`ignored.${code}`) ?? '').split(/\D/).includes(`${from}`);
}

function authorOf(notice: Notice): Member | null {
  if (notice.type === 'other') return notice.message.t === 'said' ? notice.message.m : null;
  const isSign = notice.type === 'news' && notice.events.some(({ type }) => /^(pawnM|tapp|star)/.test(type));
  return isSign ? notice.member : null;
}

/**
 * Plays the step of the player's own move at once, without waiting for the answer: a hero that moves in the predicted
 * game without a notice shows that it is the player's own move.
 */
function ownSteps(session: Session, play: Play): () => void {
  let before = session.game.peek();
  let heard = before;
  const forget = session.listen(() => {
    heard = session.game.peek();
  });
  const unwatch = effect(() => {
    const game = session.game.value;
    const [from, at] = [before, game];
    before = game;
    queueMicrotask(() => {
      if (heard === at || from === null || at === null || from.setUp !== at.setUp) return;
      for (const hero of movedIn(from, at)) play(`step-${hero}`);
    });
  });
  return () => {
    forget();
    unwatch();
  };
}

/** Plays a sound when this page itself refuses a command. */
function toks(play: Play): () => void {
  let last = ownToast.peek();
  return effect(() => {
    const said = ownToast.value;
    if (said !== last && said?.kind === 'refused') play('refused');
    last = said;
  });
}

const movedIn = (from: Game, to: Game): readonly (typeof HEROES)[number][] =>
  HEROES.filter(hero => to.heroes[hero] !== null && from.heroes[hero] !== to.heroes[hero]);

/** Plays the running sand, and a tick every second when little is left. */
function sand(session: Session, play: Play, player: SoundPlayer): () => void {
  const timer = setInterval(() => {
    const game = session.game.peek();
    const runs = game?.status === 'playing' && !session.stands.peek() && !game.setUp.house.noClock; // HG-9a
    const low = runs && sandLeft(game, session.sandNow()) < LOW;
    player.sand(!runs || isHidden() ? 0 : low ? LOUD_SAND : QUIET_SAND);
    if (low) play('sand-low');
  }, TICK);
  return () => clearInterval(timer);
}
