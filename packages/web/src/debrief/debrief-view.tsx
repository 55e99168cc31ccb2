/** The debrief of the last game, shown over the table: the board, the crew, a question, and the curve with its turning points. */
import type { Debrief, TurningPoint } from '@hush/bots';
import { type Game, type Millis, sandLeft } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardApi } from '../board/scene.ts';
import { isCalm } from '../device/settings.ts';
import { locale, say } from '../i18n/catalogs.ts';
import { type Film, filmOf, gameAt, namedFilm } from '../replay/film.ts';
import { PlayKeys } from '../replay/play-keys.tsx';
import { SPEEDS } from '../replay/projector.ts';
import { ReplayBoard, useFilmTicks } from '../replay/replay-board.tsx';
import { heardKeys } from '../replay/replay-keys.tsx';
import { readFilm } from '../replay/sources.ts';
import { askSolver } from '../solver/ask-solver.ts';
import { clockText, gameName, isHost, personOf } from '../table/names.ts';
import { useRefusal } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';
import { cellAtPoint } from '../talk/pointing.ts';
import { Button, IconButton, useHeading } from '../ui/widgets.tsx';
import { drawNotes } from './board-notes.ts';
import { DebriefMembers } from './company.tsx';
import { Curve, Legend } from './curve.tsx';
import { DebriefBox } from './debrief-box.tsx';
import type { DebriefScene } from './debrief-commands.ts';
import { heardDebriefKeys } from './debrief-keys.ts';
import { QuestionCard } from './question-card.tsx';
import { SharedView } from './shared-view.ts';
import { answerOf, questionOf } from './turning-words.ts';
import '../styles/replay.css';
import '../styles/debrief.css';
import '../styles/debrief-sizes.css';

interface Props {
  readonly session: Session;
  readonly record: string;
  readonly names: readonly string[];
  readonly screen: boolean;
  readonly onClose: () => void;
}

export function DebriefView({ session, record, names, screen, onClose }: Props): JSX.Element {
  const film = useMemo(() => {
    const events = readFilm(record);
    return events.ok ? filmOf(events.value, { type: 'bySeat', names }) : null;
  }, [record]);
  if (film === null) return <Damaged onClose={onClose} />;
  return <Room session={session} film={film} record={record} screen={screen} onClose={onClose} />;
}

/** The note that the record cannot be read; the table itself works. */
function Damaged({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const heading = useHeading();
  return (
    <div class="debrief damaged">
      <section class="panel debrief-trouble" role="alert">
        <h2 ref={heading} tabIndex={-1}>
          {say('debrief.title')}
        </h2>
        <p>{say('debrief.damaged')}</p>
        <Button kind="main" icon="back" onPress={onClose}>
          {say('debrief.close')}
        </Button>
      </section>
    </div>
  );
}

/** What the solver has found so far; `none` if it finds nothing. */
function useDebrief(record: string): Debrief | 'none' | null {
  const [found, setFound] = useState<Debrief | 'none' | null>(null);
  useEffect(
    () =>
      askSolver({ type: 'debrief', record }, answer => {
        if (answer?.type === 'debrief') setFound(answer.debrief);
        else setFound(now => now ?? 'none');
      }),
    [record],
  );
  return found;
}

interface Points {
  readonly points: readonly TurningPoint[];
  /** The turning point that is shown; null if none is. */
  readonly point: TurningPoint | null;
  readonly next: TurningPoint | undefined;
  choose(point: TurningPoint | undefined): void;
  answer(): void;
}

/** The turning points, the one that is shown, and the keys that go from one to the next. */
function usePoints(
  shared: SharedView,
  found: Debrief | 'none' | null,
  { screen, onClose }: Pick<Props, 'screen' | 'onClose'>,
): Points {
  const points = found === null || found === 'none' ? [] : found.points;
  const { point: here } = shared.view.value;
  const point = points.find(({ events }) => events === here) ?? null;
  const from = point?.at ?? shared.projector.at.value;
  const next = points.find(({ at }) => at > from);
  const show = (one: TurningPoint | null | undefined, answered: boolean): void => {
    if (one != null) shared.look({ point: one.events, answered }, one.at);
  };
  const verbs = {
    next: () => show(next ?? points[0], false),
    last: () =>
      show(
        points.findLast(({ at }) => at < from),
        false,
      ),
    answer: () => show(point, true),
    free: () => (shared.isFree.peek() ? shared.comeBack() : shared.breakFree()),
    lead: () => shared.ask(true),
    leave: onClose,
  };
  const now = useRef(verbs);
  now.current = verbs;
  useEffect(() => {
    if (screen) return undefined;
    const unhear = heardKeys(shared.projector);
    const stop = heardDebriefKeys(() => now.current);
    return () => {
      unhear();
      stop();
    };
  }, [shared, screen]);
  return { points, point, next, choose: one => show(one, false), answer: verbs.answer };
}

interface RoomProps extends Omit<Props, 'names'> {
  readonly film: Film;
}

function Room({ session, film: given, record, screen, onClose }: RoomProps): JSX.Element {
  const heading = useHeading();
  const film = useMemo(() => namedFilm(given), [given, locale.value]);
  const { games } = session.table.value;
  const shared = useMemo(() => new SharedView(session, given, games), [given, games]);
  const found = useDebrief(record);
  const board = useRef<BoardApi | null>(null);
  useEffect(() => shared.enter(), [shared]);
  useFilmTicks(passed => shared.tick(passed), shared);
  const { points, point, next, choose, answer } = usePoints(shared, found, { screen, onClose });
  useNotes({ session, shared, film, board, point });
  const at = shared.projector.at.value;
  const game = gameAt(film, shared.projector.frame.value);
  const { refused, playOn } = usePlayOn(session);
  const scene = (): DebriefScene => sceneNow({ session, shared, film, points, point });
  return (
    <section
      class={`debrief ${screen ? 'on-screen' : ''} ${game.theft ? 'alarm' : ''}`}
      aria-labelledby="debrief"
    >
      {!screen && (
        <DebriefBox session={session} shared={shared} scene={scene} onPlayOn={playOn} onClose={onClose} />
      )}
      <div class="debrief-head">
        {!screen && <IconButton icon="back" label={say('debrief.close')} onPress={onClose} />}
        <h2 id="debrief" ref={heading} tabIndex={-1}>
          {say('debrief.title')}
        </h2>
        <span class="debrief-chip">{gameName(game)}</span>
      </div>
      <div class="debrief-board">
        <ReplayBoard film={film} projector={shared.projector} board={board} />
      </div>
      <div class="debrief-side">
        {point === null ? (
          <Opening found={found} shared={shared} screen={screen} onFirst={() => choose(points[0])} />
        ) : (
          <QuestionCard
            key={point.events}
            session={session}
            shared={shared}
            point={point}
            no={points.indexOf(point) + 1}
            game={game}
            screen={screen}
            refused={refused}
            onPlayOn={playOn}
            onAnswer={answer}
            onNext={next === undefined ? null : () => choose(next)}
          />
        )}
        <DebriefMembers
          shared={shared}
          people={session.people.value}
          own={session.member.value}
          screen={screen}
        />
      </div>
      <section class="panel debrief-bar" aria-label={say('replay.controls')}>
        <Controls shared={shared} screen={screen} left={leftText(game, at)} />
        <Curve
          film={film}
          debrief={found === 'none' ? null : found}
          shared={shared}
          people={session.people.value}
          onPoint={choose}
          screen={screen}
        />
      </section>
      <p class="unseen" role="status">
        {spoken(session, shared, point)}
      </p>
    </section>
  );
}

const leftText = (game: Game, at: Millis): string =>
  game.setUp.house.noClock ? '∞' : clockText(sandLeft(game, at));

/** Continues the game from this moment, for the card and the command box; holds the reason if the table refused. */
function usePlayOn(session: Session): {
  readonly refused: string | null;
  readonly playOn: (events: number) => void;
} {
  const [asked] = useState(() => new Set<number>());
  const refused = useRefusal(session, asked);
  return { refused, playOn: events => asked.add(session.manage({ type: 'playOn', events })) };
}

/** The state of the debrief that the command box needs. */
function sceneNow({
  session,
  shared,
  film,
  points,
  point,
}: {
  readonly session: Session;
  readonly shared: SharedView;
  readonly film: Film;
  readonly points: readonly TurningPoint[];
  readonly point: TurningPoint | null;
}): DebriefScene {
  const told = shared.told.peek();
  return {
    points,
    point,
    answered: shared.view.peek().answered,
    game: gameAt(film, shared.projector.frame.peek()),
    at: shared.projector.at.peek(),
    end: film.end,
    runs: shared.runs.peek(),
    people: session.people.peek(),
    own: session.member.peek(),
    leader: told?.leader ?? null,
    here: told?.here ?? [],
    isFree: shared.isFree.peek(),
    mayPlayOn: isHost(session) || shared.leads.peek(),
  };
}

/** The text that screen readers get when it changes: the question or the answer, and the leader's name. */
function spoken(session: Session, shared: SharedView, point: TurningPoint | null): string {
  const leader = shared.told.value?.leader ?? null;
  const leads =
    leader === null ? '' : say('debrief.leads', { name: personOf(session.people.value, leader).name });
  if (point === null) return leads;
  return `${shared.view.value.answered ? answerOf(point) : questionOf(point)} ${leads}`;
}

/** The card that is shown before the first question. */
function Opening({
  found,
  shared,
  screen,
  onFirst,
}: {
  readonly found: Debrief | 'none' | null;
  readonly shared: SharedView;
  readonly screen: boolean;
  readonly onFirst: () => void;
}): JSX.Element {
  const points = found === null || found === 'none' ? 0 : found.points.length;
  const isOver = found === 'none' || found?.isComplete === true;
  const leads = shared.leads.value || shared.told.value?.leader == null || shared.isFree.value;
  return (
    <section class="debrief-card" aria-live="polite">
      <h3>
        {points > 0
          ? say('debrief.found', { n: points })
          : say(isOver ? 'debrief.nothing' : 'debrief.searching')}
      </h3>
      {points === 0 && isOver && <p>{say('debrief.nothingText')}</p>}
      {points > 0 && leads && !screen && (
        <Button kind="main" icon="next" onPress={onFirst}>
          {say('debrief.first')}
        </Button>
      )}
    </section>
  );
}

function Controls({
  shared,
  screen,
  left,
}: {
  readonly shared: SharedView;
  readonly screen: boolean;
  readonly left: string;
}): JSX.Element {
  const { projector } = shared;
  const speed = projector.speed.value;
  const faster = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
  return (
    <div class="debrief-row">
      {!screen && <PlayKeys projector={projector} runs={shared.runs.value} />}
      <span class="debrief-time">{clockText(projector.at.value)}</span>
      <span class="unseen">{say('after.left', { time: left })}</span>
      {!screen && (
        <Button
          kind="quiet"
          label={`${say('replay.speed')} ${speed}×`}
          onPress={() => projector.setSpeed(faster)}
        >
          {speed}×
        </Button>
      )}
      <Legend />
    </div>
  );
}

/** Draws pins and the path of the answer on the board; while a question is open, a tap on a square is a guess. */
function useNotes({
  session,
  shared,
  film,
  board,
  point,
}: {
  readonly session: Session;
  readonly shared: SharedView;
  readonly film: Film;
  readonly board: { readonly current: BoardApi | null };
  readonly point: TurningPoint | null;
}): void {
  const { answered } = shared.view.value;
  const pins = shared.told.value?.pins ?? [];
  const people = session.people.value;
  const asks = point !== null && !answered && session.member.value !== null;
  useEffect(() => {
    const made = board.current;
    if (made === null || point === null) return undefined;
    const game = gameAt(film, point.events - 1);
    const answer = answered ? point.answer : null;
    return drawNotes(made, { game, pins, answer, people, isCalm: isCalm() });
  }, [film, point?.events, answered, JSON.stringify(pins)]);
  useEffect(() => {
    const made = board.current;
    if (made === null || point === null || !asks) return undefined;
    const game = gameAt(film, point.events - 1);
    made.pick(at => {
      const cell = cellAtPoint(game, at);
      if (cell !== null) shared.guess(cell);
    });
    return () => made.pick(null);
  }, [film, point?.events, asks]);
}
