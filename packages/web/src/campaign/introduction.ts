/**
 * The introduction without its screen: a table in this page, the player, and a bot that does what the lesson says. The
 * sand runs fast until the hourglass is first turned, and then so slowly that nobody loses because of reading.
 */
import {
  type Avatar,
  type ClientWorld,
  memoryJournal,
  type Notice,
  type PlayCommand,
  type TableReport,
} from '@hush/protocol';
import { type Millis, sandLeft } from '@hush/rules';
import { type ReadonlySignal, signal } from '@preact/signals';
import { type LocalTable, openLocalTable } from '../table/local-table.ts';
import { openSession, type Session } from '../table/session.ts';
import { INTRO_SEED, INTRO_WISH } from './intro-mall.ts';
import { allows, friendCommand, STEPS, stepAt } from './intro-steps.ts';

export interface Introduction {
  /** The session that is given to the UI components of a game. It sends only the commands for which the current lesson asks. */
  readonly session: Session;
  /** The number of the current step, from 0; the number of steps at the end. */
  readonly step: ReadonlySignal<number>;
  /** How many commands did something else than the lesson asks for. */
  readonly astray: ReadonlySignal<number>;
  /** Whether the player has tried something else in this step. */
  readonly strayed: ReadonlySignal<boolean>;
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
/**
 * How many milliseconds of sand run at the usual speed, so that the player sees the sand run; after that it runs slowly,
 * so that the player has time to read.
 */
const USUAL: Millis = 30_000;
const SLOW = 1 / 100;
/**
 * Surplus sand falls this many times as fast as usual. It cannot jump, because the table stores the time every 400 ms of
 * sand.
 */
const FALLING = 60;
/** How often the lesson checks whether enough sand has fallen. */
const FALLS_FOR: Millis = 15;
/** How often the table reads slow sand, because its speed may change soon. */
const LOOK: Millis = 250;
/**
 * The sand that is left when the lesson comes to the hourglass, so that quick and slow players both see the effect
 * of turning it.
 */
const LOW: Millis = 20_000;

interface IntroGlass {
  readonly clock: IntroPlace['clock'];
  /** Lets sand fall quickly until `calm` is called. */
  fall(): void;
  /** Makes the sand run slowly from now on. */
  calm(): void;
}

/** The clock of the table, which runs at the speed of its sand; the clients use real time. */
function introGlass({ now, later, chance }: IntroPlace['clock']): IntroGlass {
  /** From the time `since` on, this amount of sand runs at this rate; after it the sand runs slowly. */
  let run = { base: 0, since: now(), amount: USUAL, rate: 1 };
  const passed = (): Millis => now() - run.since;
  const quick = (): Millis => Math.min(passed() * run.rate, run.amount);
  const sand = (): Millis => run.base + quick() + (passed() - quick() / run.rate) * SLOW;
  return {
    clock: {
      now: sand,
      later: (after, then) =>
        later(quick() < run.amount ? after / run.rate : Math.min(after / SLOW, LOOK), then),
      chance,
    },
    fall() {
      run = { base: sand(), since: now(), amount: Number.POSITIVE_INFINITY, rate: FALLING };
    },
    calm() {
      run = { base: sand(), since: now(), amount: 0, rate: 1 };
    },
  };
}

export function openIntroduction(me: Face, other: Face, place: IntroPlace): Introduction {
  const { clock } = place;
  const glass = introGlass(clock);
  const local = openLocalTable({
    code: CODE,
    wish: INTRO_WISH,
    journal: Promise.resolve(memoryJournal()),
    world: {
      ...glass.clock,
      secret: () => INTRO_SEED,
      report: trouble => place.report(trouble),
    },
  });
  const mine = sitDown(local, clock, me);
  const friend = once(
    mine,
    session => session.member.value !== null,
    () => {
      const theirs = sitDown(local, clock, other);
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
  const lowerSand = (): void => {
    const game = mine.game.peek();
    const isLow = game === null || game.turned > 0 || sandLeft(game, local.sandNow()) <= LOW;
    if (isLow) glass.calm();
    else clock.later(FALLS_FOR, lowerSand);
  };
  const lesson = teach(mine, {
    turns() {
      glass.fall();
      lowerSand();
    },
    turned: () => glass.calm(),
  });
  return {
    ...lesson,
    session: { ...lesson.session, sandNow: () => local.sandNow() },
    close() {
      void local.close();
      friend()?.close();
      mine.close();
    },
  };
}

/** Seats a player. The secrets protect nothing here; they only tell the two seats apart. */
function sitDown(local: LocalTable, clock: IntroPlace['clock'], { name, avatar }: Face): Session {
  const token = `introduction-seat-of-${avatar}`;
  const session = openSession({
    seat: { table: CODE },
    kind: 'practice',
    world: { ...clock, secret: () => token, connect: events => local.connect(events) },
    seated: () => undefined,
  });
  session.join(name, avatar);
  return session;
}

/** Calls a function once, as soon as the condition holds. */
function once<T>(session: Session, isSo: (session: Session) => boolean, then: () => T): () => T | null {
  let result: T | null = null;
  const stop = session.listen(() => {
    if (!isSo(session)) return;
    stop();
    result = then();
  });
  return () => result;
}

/** The other player: a bot that sees the same table and acts when a step is done. */
function befriend(session: Session): void {
  let at = 0;
  session.listen(() => {
    const game = session.game.peek();
    const next = stepAt(game, at);
    const done = STEPS.slice(at, next);
    at = next;
    if (game === null) return;
    for (const act of done.flatMap(step => step.friend)) {
      const command = friendCommand(game, act);
      if (command !== null) session.do(command);
    }
  });
}

const TURNING = STEPS.findIndex(({ key }) => key === 'hourglass');

/** The player's side: follows the steps, and does not send commands for which the lesson does not ask. */
function teach(session: Session, sand: { turns(): void; turned(): void }): Omit<Introduction, 'close'> {
  const step = signal(0);
  const astray = signal(0);
  const strayed = signal(false);
  const listeners = new Set<(notice: Notice) => void>();
  const tell = (notice: Notice): void => {
    for (const listener of [...listeners]) listener(notice);
  };

  session.listen(notice => {
    const before = step.peek();
    step.value = stepAt(session.game.peek(), before);
    if (step.peek() !== before) strayed.value = false;
    if (before < TURNING && step.peek() === TURNING) sand.turns();
    // slows the sand at once, because otherwise too much of it would run before a quick player turns the hourglass
    if (before <= TURNING && step.peek() > TURNING) sand.turned();
    tell(notice);
  });

  /** Answers a command without any effect and without a refusal; the coach then shows the right move. */
  function goAstray(): number {
    const n = -++astray.value;
    strayed.value = true;
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
    strayed,
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
