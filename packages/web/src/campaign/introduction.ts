/**
 * The introduction without its screen: a table in this page, the player, and a friend who does what the lesson says. The
 * sand is real but kind: whoever reads must not lose.
 */
import {
  type Avatar,
  type ClientWorld,
  memoryJournal,
  type Notice,
  type PlayCommand,
  type TableReport,
} from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { type ReadonlySignal, signal } from '@preact/signals';
import { type LocalTable, openParlour } from '../table/local-table.ts';
import { openSession, type Session } from '../table/session.ts';
import { INTRO_SEED, INTRO_WISH } from './intro-mall.ts';
import { allows, friendly, STEPS, stepAt } from './intro-steps.ts';

export interface Introduction {
  /** For the same views as any game; what the lesson does not ask for now goes nowhere. */
  readonly session: Session;
  /** Which step, from 0; their number when all is done. */
  readonly step: ReadonlySignal<number>;
  /** Goes up with everything that was tried and is not asked for now. */
  readonly astray: ReadonlySignal<number>;
  close(): void;
}

export interface IntroPlace {
  readonly clock: Pick<ClientWorld, 'now' | 'later' | 'chance'>;
  report(trouble: TableReport): void;
}

interface Face {
  readonly name: string;
  readonly avatar: Avatar;
}

const CODE = 'NTRDCTNS';
/** The sand hurries until it is low, so that turning the hourglass matters; then it takes its time. */
const FAST = 5;
const SLOW = 1 / 40;
const HURRY: Millis = 150_000;

interface IntroGlass {
  readonly clock: IntroPlace['clock'];
  /** From now on there is no hurry. */
  calm(): void;
}

/** Time as the sand of this table has it; those who sit there live in ours. */
function introGlass({ now, later, chance }: IntroPlace['clock']): IntroGlass {
  let base = 0;
  let since = now();
  let hurry = HURRY;
  const hurried = (): Millis => Math.min((now() - since) * FAST, hurry);
  const sand = (): Millis => base + hurried() + (now() - since - hurried() / FAST) * SLOW;
  return {
    clock: {
      now: sand,
      later: (after, then) => later(after / (hurried() < hurry ? FAST : SLOW), then),
      chance,
    },
    calm() {
      base = sand();
      since = now();
      hurry = 0;
    },
  };
}

export function openIntroduction(me: Face, other: Face, place: IntroPlace): Introduction {
  const { clock } = place;
  const glass = introGlass(clock);
  const parlour = openParlour({
    code: CODE,
    wish: INTRO_WISH,
    journal: Promise.resolve(memoryJournal()),
    world: {
      ...glass.clock,
      secret: () => INTRO_SEED,
      report: trouble => place.report(trouble),
    },
  });
  const mine = sitDown(parlour, clock, me);
  const friend = once(
    mine,
    session => session.member.value !== null,
    () => {
      const theirs = sitDown(parlour, clock, other);
      once(
        theirs,
        session => session.seat.value === 1,
        () => {
          mine.manage({ type: 'begin' });
          mine.do({ type: 'start' });
        },
      );
      befriend(theirs);
      return theirs;
    },
  );
  const lesson = teach(mine, () => glass.calm());
  return {
    ...lesson,
    session: { ...lesson.session, sandNow: () => parlour.sandNow() },
    close() {
      void parlour.close();
      friend()?.close();
      mine.close();
    },
  };
}

/** Secrets protect nothing here, but they tell the two seats apart. */
function sitDown(parlour: LocalTable, clock: IntroPlace['clock'], { name, avatar }: Face): Session {
  const token = `introduction-seat-of-${avatar}`;
  const session = openSession({
    seat: { table: CODE },
    kind: 'practice',
    world: { ...clock, secret: () => token, connect: events => parlour.connect(events) },
    seated: () => undefined,
  });
  session.join(name, avatar);
  return session;
}

/** Does something the first time that it is so. */
function once<T>(session: Session, isSo: (session: Session) => boolean, then: () => T): () => T | null {
  let result: T | null = null;
  const stop = session.listen(() => {
    if (!isSo(session)) return;
    stop();
    result = then();
  });
  return () => result;
}

/** The friend: sees the same table, and acts when a step is done. */
function befriend(session: Session): void {
  let at = 0;
  session.listen(() => {
    const game = session.game.peek();
    const next = stepAt(game, at);
    const done = STEPS.slice(at, next);
    at = next;
    if (game === null) return;
    for (const act of done.flatMap(step => step.friend)) {
      const command = friendly(game, act);
      if (command !== null) session.do(command);
    }
  });
}

const AFTER_TURN = STEPS.findIndex(({ key }) => key === 'hourglass') + 1;

/** The player's side: follows the steps, and keeps what leads astray from being asked at all. */
function teach(session: Session, turned: () => void): Omit<Introduction, 'close'> {
  const step = signal(0);
  const astray = signal(0);
  const listeners = new Set<(notice: Notice) => void>();
  const tell = (notice: Notice): void => {
    for (const listener of [...listeners]) listener(notice);
  };

  session.listen(notice => {
    const before = step.peek();
    step.value = stepAt(session.game.peek(), before);
    if (before < AFTER_TURN && step.peek() >= AFTER_TURN) turned();
    tell(notice);
  });

  /** Answered as if it had happened without effect: no spring back, no scolding; the coach repeats the sentence. */
  function goAstray(): number {
    const n = -++astray.value;
    void Promise.resolve().then(() =>
      tell({ type: 'news', events: [], member: session.member.peek(), n, mine: true }),
    );
    return n;
  }

  const act = (command: PlayCommand): number => {
    const game = session.game.peek();
    const asked = game === null || allows(STEPS[step.peek()], game, command);
    return asked ? session.do(command) : goAstray();
  };

  return {
    step,
    astray,
    session: {
      ...session,
      do: act,
      listen(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}
