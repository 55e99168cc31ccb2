/**
 * The crew's panel after a game: its progress, the next scenario, and after a win a button that enters the game into the
 * book. A player without a crew can found one here.
 */
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { browserClock } from '../device/clock.ts';
import { navigate } from '../device/route.ts';
import { storedSeatToken } from '../device/storage.ts';
import { say } from '../i18n/catalogs.ts';
import { scenarioName } from '../table/names.ts';
import { namesOf, type Players } from '../table/players.ts';
import type { Session } from '../table/session.ts';
import { Button } from '../ui/widgets.tsx';
import { type BookAfterGame, bookAfterGame, pollBook } from './after-game.ts';
import { readBook } from './crew-api.ts';
import { FoundForm, RefusedNote } from './crew-forms.tsx';
import { loadCrewProgress } from './crew-progress.ts';
import { type EnteringState, enteredIn, mayChoose, startEntering } from './entering.ts';
import { crewPath, type KnownCrew, ownCrews } from './known-crews.ts';
import '../styles/forms.css';
import '../styles/crews.css';

/** The data of the crew's book; null until it has been read. */
function useAfterwards(
  crew: KnownCrew | undefined,
  { setUp: { commitment } }: Game,
  isEntered: boolean,
): BookAfterGame | null {
  const [found, setFound] = useState<BookAfterGame | null>(null);
  const id = crew?.id;
  useEffect(() => {
    setFound(null);
    if (id === undefined) return undefined;
    let here = true;
    const look = async (): Promise<boolean> => {
      const book = document.hidden ? null : await readBook(id, null);
      if (!here || book?.ok !== true) return false;
      const now = bookAfterGame(book.value, commitment);
      setFound(now);
      return now.line !== null;
    };
    const back = (): void => void look();
    const stop = pollBook(look, browserClock);
    document.addEventListener('visibilitychange', back);
    return () => {
      here = false;
      stop();
      document.removeEventListener('visibilitychange', back);
    };
  }, [id, commitment, isEntered]);
  return found;
}

export function EnterPanel({
  session,
  game,
  players,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly players: Players;
}): JSX.Element | null {
  const [entering] = useState(() =>
    startEntering({
      table: session.code,
      game: session.table.value.games,
    }),
  );
  const [chosen, setChosen] = useState('');
  const state = entering.state.value;
  const own = ownCrews();
  const crew = own.find(({ id }) => id === chosen) ?? own[0];
  const afterwards = useAfterwards(crew, game, state.type === 'entered');
  const seat = storedSeatToken(session.code);
  const mayEnter = seat !== null && game.status === 'won';
  if (!mayEnter && afterwards === null) return null;
  const enter = (into: KnownCrew): void => {
    if (seat === null) return;
    setChosen(into.id);
    void entering.enter(into, { seat, names: namesOf(players) }).then(loadCrewProgress);
  };
  const isThere = enteredIn(state, crew) !== null || (afterwards !== null && afterwards.line !== null);
  return (
    <section class="enter-book" aria-label={say('book.title')}>
      <Entered state={state} crew={crew} afterwards={afterwards} />
      {state.type === 'refused' && !isThere && <RefusedNote refused={state.refused} />}
      {mayEnter && mayChoose(state) && (!isThere || own.length > 1) && (
        <Choose
          busy={state.type === 'busy'}
          isThere={isThere}
          isRefused={state.type === 'refused'}
          own={own}
          crew={crew}
          onChoose={setChosen}
          onCrew={enter}
          onFound={entering.found}
        />
      )}
      {state.type === 'founding' && <FoundForm act={say('book.foundAndEnter')} onFound={enter} />}
      {crew !== undefined && afterwards !== null && <Progress crew={crew} afterwards={afterwards} />}
    </section>
  );
}

/**
 * A button for the crew used last, unless the game is already in its book; a list to choose another crew; after a refusal
 * also a button that founds a new crew.
 */
function Choose({
  busy,
  isThere,
  isRefused,
  own,
  crew,
  onChoose,
  onCrew,
  onFound,
}: {
  readonly busy: boolean;
  readonly isThere: boolean;
  readonly isRefused: boolean;
  readonly own: readonly KnownCrew[];
  readonly crew: KnownCrew | undefined;
  readonly onChoose: (id: string) => void;
  readonly onCrew: (crew: KnownCrew) => void;
  readonly onFound: () => void;
}): JSX.Element {
  if (crew === undefined)
    return (
      <>
        <Button icon="book" disabled={busy} onPress={onFound}>
          {say('book.enterNew')}
        </Button>
        <p class="note center">{say('book.enterNote')}</p>
      </>
    );
  return (
    <div class="row center">
      {!isThere && (
        <Button icon="book" disabled={busy} onPress={() => onCrew(crew)}>
          {say('book.enter', { crew: crew.name })}
        </Button>
      )}
      {own.length > 1 && (
        <select
          aria-label={say('book.whichCrew')}
          value={crew.id}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          {own.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {isRefused && (
        <Button kind="quiet" icon="plus" onPress={onFound}>
          {say('book.foundTitle')}
        </Button>
      )}
    </div>
  );
}

/** The game is in the book: it was entered here, by another member, or before the page was reloaded. */
function Entered({
  state,
  crew,
  afterwards,
}: {
  readonly state: EnteringState;
  readonly crew: KnownCrew | undefined;
  readonly afterwards: BookAfterGame | null;
}): JSX.Element {
  const entered = enteredIn(state, crew);
  const line = entered?.line ?? afterwards?.line;
  return (
    <div role="status">
      {crew !== undefined && line != null && (
        <p>
          {entered?.best
            ? say('book.enteredBest', { crew: crew.name })
            : say('book.entered', { crew: crew.name, n: line.line })}
        </p>
      )}
    </div>
  );
}

const Progress = ({
  crew,
  afterwards: { path, boxes, next },
}: {
  readonly crew: KnownCrew;
  readonly afterwards: BookAfterGame;
}): JSX.Element => (
  <>
    <h3 class="crew-now">
      <Icon name="people" size={18} /> <bdi>{crew.name}</bdi>
    </h3>
    <dl class="crew-progress">
      <div>
        <dt>{say('campaign.path')}</dt>
        <dd>{say('campaign.progress', { ...path })}</dd>
      </div>
      <div>
        <dt>{say('book.title')}</dt>
        <dd>{say('book.sum', { won: boxes.n, boxes: boxes.total })}</dd>
      </div>
      {next !== null && (
        <div>
          <dt>{say('campaign.isNext')}</dt>
          <dd>{scenarioName(next.number, next.name)}</dd>
        </div>
      )}
    </dl>
    <Button kind="quiet" icon="book" onPress={() => navigate(crewPath(crew.id))}>
      {say('book.open')}
    </Button>
  </>
);
