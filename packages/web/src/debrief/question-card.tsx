/**
 * The card of a turning point: the question, the number of guesses, the answer, and a button that continues the game from
 * there.
 */
import type { TurningPoint } from '@hush/bots';
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { clockText, isHost, personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Button, IconButton } from '../ui/widgets.tsx';
import { GuessList } from './guess-list.tsx';
import type { SharedView } from './shared-view.ts';
import { answerOf, factOf, questionOf } from './turning-words.ts';

interface Props {
  readonly session: Session;
  readonly shared: SharedView;
  readonly point: TurningPoint;
  /** The number of the turning point, from 1. */
  readonly no: number;
  readonly game: Game;
  readonly screen: boolean;
  /** The sentence that says why the table refused to continue the game. */
  readonly refused: string | null;
  readonly onPlayOn: (events: number) => void;
  readonly onAnswer: () => void;
  readonly onNext: (() => void) | null;
}

export function QuestionCard({
  session,
  shared,
  point,
  no,
  game,
  screen,
  refused,
  onPlayOn,
  onAnswer,
  onNext,
}: Props): JSX.Element {
  const { answered } = shared.view.value;
  const mayShow = !screen && (shared.leads.value || shared.isFree.value || shared.told.value?.leader == null);
  return (
    <section class="debrief-card" aria-labelledby="debrief-question">
      <header>
        <b class="lamp lit" aria-hidden="true">
          {no}
        </b>
        <span class="debrief-span">
          {clockText(point.at)} – {clockText(point.until)}
        </span>
        <Guesses session={session} shared={shared} point={point} answered={answered} />
      </header>
      <h3 id="debrief-question">{answered ? answerOf(point) : questionOf(point)}</h3>
      {answered && <p>{factOf(point)}</p>}
      {!answered && !screen && session.member.value !== null && (
        <>
          <p class="debrief-hint">
            <Icon name="hand" size={18} /> {say('debrief.tap')}
          </p>
          <GuessList game={game} guess={ownGuess(session, shared)} onGuess={cell => shared.guess(cell)} />
        </>
      )}
      {mayShow && !answered && (
        <Button class="debrief-show" icon="eye" onPress={onAnswer}>
          {say('debrief.show')}
        </Button>
      )}
      <div class="debrief-on">
        {!screen && <PlayOn {...{ session, shared, point, refused, onPlayOn }} />}
        {mayShow && onNext !== null && (
          <IconButton icon="next" label={say('debrief.next')} onPress={onNext} />
        )}
      </div>
    </section>
  );
}

const ownGuess = ({ member }: Session, { told }: SharedView): number | null =>
  told.value?.pins.find(({ m }) => m === member.value)?.cell ?? null;

/** How many members have guessed, and who was right once the answer is shown. */
function Guesses({
  session,
  shared,
  point,
  answered,
}: {
  readonly session: Session;
  readonly shared: SharedView;
  readonly point: TurningPoint;
  readonly answered: boolean;
}): JSX.Element | null {
  const { pins = [], here = [] } = shared.told.value ?? {};
  const right = pins.filter(({ cell }) => cell === point.answer.goal);
  if (!answered)
    return (
      <span class="debrief-guesses">
        <Icon name="people" size={18} /> {say('debrief.guessed', { n: pins.length, of: here.length })}
      </span>
    );
  if (right.length === 0) return null;
  const names = right.map(({ m }) => personOf(session.people.value, m).name).join(', ');
  return (
    <span class="debrief-guesses">
      <Icon name="check" size={18} /> {say('debrief.saw', { name: names })}
    </span>
  );
}

/**
 * The button with which the host or the leader continues the game from this moment. Bots take the seats of absent
 * players.
 */
function PlayOn({
  session,
  shared,
  point,
  refused,
  onPlayOn,
}: Pick<Props, 'session' | 'shared' | 'point' | 'refused' | 'onPlayOn'>): JSX.Element | null {
  if (!isHost(session) && !shared.leads.value) return null;
  const { played = [] } = session.table.value;
  const away = played.filter(member => member === null || !session.here.value.includes(member)).length;
  return (
    <>
      <Button kind="main" icon="play" onPress={() => onPlayOn(point.events)}>
        {say('debrief.playOn')}
      </Button>
      {away > 0 && <p class="debrief-hint">{say('debrief.bots', { n: away })}</p>}
      {refused !== null && (
        <p class="kind-sentence" role="status">
          {refused}
        </p>
      )}
    </>
  );
}
