/**
 * One replay for everybody: this page follows the leader, or leads, or watches a moment of its own. The view is a
 * function of the last message of the table (PR-180) and of the clock; the leader's own changes are shown at once and
 * sent to the table.
 */
import type { DebriefMessage, DebriefRequest, Member, Notice, ReceivedDebrief } from '@hush/protocol';
import type { Cell, Millis } from '@hush/rules';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { browserClock } from '../device/clock.ts';
import type { Film } from '../replay/film.ts';
import { createProjector, type Projector } from '../replay/projector.ts';
import type { Session } from '../table/session.ts';

/** The turning point that is shown, by the number of events before it, and whether its answer is shown. */
export interface PointView {
  readonly point: number | null;
  readonly answered: boolean;
}

/** How often, in milliseconds, the leader and members who watch alone report the position of a running replay. */
const HEARTBEAT: Millis = 1000;
/** The least time between two reported changes. */
const APART: Millis = 100;
const NO_POINT: PointView = { point: null, answered: false };

export class SharedView {
  /**
   * The replay of this page. Its methods move the shared replay if this member leads; otherwise they make this page stop
   * following.
   */
  readonly projector: Projector;
  /** The last message of the table; null until the first one. */
  readonly told: ReadonlySignal<DebriefMessage | null>;
  readonly leads: ReadonlySignal<boolean>;
  /** Whether this page watches its own moment although somebody else leads. */
  readonly isFree: ReadonlySignal<boolean>;
  readonly runs: ReadonlySignal<boolean>;
  readonly view: ReadonlySignal<PointView>;
  readonly #session: Session;
  readonly #game: number;
  readonly #inner: Projector;
  readonly #heard: Signal<ReceivedDebrief | null>;
  readonly #wantsOwn = signal(false);
  readonly #own = signal<PointView>(NO_POINT);
  readonly #follows: ReadonlySignal<boolean>;
  #toldAt = 0;
  #isDue = false;

  constructor(session: Session, film: Film, game: number) {
    const inner = createProjector(film);
    this.#session = session;
    this.#game = game;
    this.#inner = inner;
    this.#heard = signal(ofGame(session.debrief(), game));
    this.told = computed(() => this.#heard.value?.message ?? null);
    this.leads = computed(() => session.member.value !== null && this.#leader() === session.member.value);
    this.#follows = computed(() => !this.leads.value && !this.#wantsOwn.value && this.#leader() !== null);
    this.isFree = computed(() => this.#wantsOwn.value && !this.leads.value && this.#leader() !== null);
    this.runs = computed(() => (this.#follows.value && this.told.value?.runs) || inner.playing.value);
    this.view = computed(() => (this.#follows.value ? viewOf(this.told.value) : this.#own.value));
    this.projector = {
      ...inner,
      toggle: () => this.#steer(() => inner.toggle()),
      setSpeed: speed => this.#steer(() => inner.setSpeed(speed)),
      seek: at => this.#steer(() => inner.seek(at)),
      show: frame => this.#steer(() => inner.show(frame)),
      step: by => this.#steer(() => inner.step(by)),
      leap: (way, kinds) => this.#steer(() => inner.leap(way, kinds)),
    };
  }

  /** Joins the debrief; the returned function leaves it. */
  enter(): () => void {
    this.#tell({ type: 'open' });
    const unlisten = this.#session.listen(notice => this.#hear(notice));
    return () => {
      unlisten();
      this.#tell({ type: 'close' });
    };
  }

  /** Shows a turning point, or its answer. */
  look(view: PointView, at: Millis): void {
    this.#steer(() => {
      if (this.#inner.playing.peek()) this.#inner.toggle();
      this.#inner.seek(at);
      this.#own.value = view;
    });
  }

  breakFree(): void {
    if (!this.#follows.peek()) return;
    this.#takeOver();
    this.#wantsOwn.value = true;
    this.#isDue = true;
  }

  comeBack(): void {
    this.#wantsOwn.value = false;
    this.#tell({ type: 'free' });
  }

  guess(cell: Cell | null): void {
    this.#tell(cell === null ? { type: 'pin' } : { type: 'pin', cell });
  }

  ask(wants: boolean): void {
    this.#tell({ type: 'ask', wants });
  }

  give(to: Member): void {
    this.#tell({ type: 'give', to });
  }

  /** Called with every animation frame. */
  tick(passed: Millis): void {
    const inner = this.#inner;
    if (this.#follows.peek()) {
      if (inner.playing.peek()) inner.toggle();
      inner.seek(this.#target());
      return;
    }
    inner.tick(passed);
    const since = browserClock.now() - this.#toldAt;
    if ((inner.playing.peek() && since >= HEARTBEAT) || (this.#isDue && since >= APART)) this.#tellPlace();
  }

  #leader(): Member | null {
    return this.told.value?.leader ?? null;
  }

  /** Sends a request; a spectator cannot take part and sends nothing. */
  #tell(c: DebriefRequest): void {
    if (this.#session.member.peek() !== null) this.#session.tell({ t: 'debrief', game: this.#game, c });
  }

  /** The present time of the leader's replay. */
  #target(): Millis {
    const heard = this.#heard.peek();
    if (heard === null) return this.#inner.at.peek();
    const { at, runs, speed } = heard.message;
    return at + (runs ? (browserClock.now() - heard.when) * speed : 0);
  }

  #tellPlace(): void {
    const { at, playing, speed: speeds } = this.#inner;
    const [runs, speed] = [playing.peek(), speeds.peek()];
    // Where the replay will be when the message arrives, half a round trip later.
    const now = Math.round(at.peek() + (runs ? (this.#session.roundTrip() / 2) * speed : 0));
    const { point, answered } = this.#own.peek();
    this.#isDue = false;
    this.#toldAt = browserClock.now();
    if (this.leads.peek())
      this.#tell({ type: 'show', at: now, runs, speed, ...(point === null ? {} : { point }), answered });
    else if (this.#wantsOwn.peek()) this.#tell({ type: 'free', at: now });
  }

  /** Becomes the leader from the moment that everybody sees. */
  #takeOver(): void {
    const told = this.told.peek();
    if (told === null) return;
    this.#inner.seek(this.#target());
    if (told.runs !== this.#inner.playing.peek()) this.#inner.toggle();
    this.#own.value = viewOf(told);
  }

  /** Changes the replay of this page; a page that followed the leader stops following. */
  #steer(act: () => void): void {
    this.breakFree();
    act();
    this.#isDue = true;
  }

  #hear(notice: Notice): void {
    if (notice.type === 'synced') this.#tell({ type: 'open' }); // joins again on a new connection
    if (notice.type !== 'other' || notice.message.t !== 'debrief') return;
    const led = this.leads.peek();
    this.#heard.value = ofGame(this.#session.debrief(), this.#game);
    if (led || !this.leads.peek()) return;
    this.#takeOver(); // this page has become the leader
    this.#wantsOwn.value = false;
  }
}

const ofGame = (heard: ReceivedDebrief | null, game: number): ReceivedDebrief | null =>
  heard?.message.game === game ? heard : null;

const viewOf = (told: DebriefMessage | null): PointView =>
  told === null ? NO_POINT : { point: told.point ?? null, answered: told.answered };
