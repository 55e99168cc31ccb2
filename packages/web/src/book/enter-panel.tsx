/** After a win: into the book in one press. Who has no crew yet founds one on the way. */
import { type BookLine, botOf } from '@hush/protocol';
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { keptSeat } from '../table/keepsakes.ts';
import { go } from '../table/route.ts';
import type { Session } from '../table/session.ts';
import { Button } from '../views/kit.tsx';
import { personOf } from '../views/names.ts';
import { say } from '../words/words.ts';
import { crewPath, type KnownCrew, keepCrew, ownCrews } from './crews.ts';
import { FoundForm } from './found-form.tsx';
import { enterGame, type Played, type Refused } from './library.ts';
import { RefusedNote } from './refused.tsx';
import '../styles/forms.css';
import '../styles/crews.css';

/** Those who played and are no bots, by name. */
function namesAt({ table, people }: Session): readonly string[] {
  const { seats } = table.value;
  return seats
    .filter(member => member !== null && botOf(table.value, member) === undefined)
    .map(member => personOf(people.value, member).name);
}

type State =
  | { readonly type: 'idle' | 'founding' | 'busy' }
  | { readonly type: 'refused'; readonly refused: Refused; readonly crew: KnownCrew }
  | {
      readonly type: 'entered';
      readonly crew: KnownCrew;
      readonly line: BookLine;
      readonly best: boolean;
    };

export function EnterPanel({
  session,
  game,
}: {
  readonly session: Session;
  readonly game: Game;
}): JSX.Element | null {
  const [state, setState] = useState<State>({ type: 'idle' });
  // What stood here when the game was over: the next one may begin while somebody still types a name.
  const [played] = useState<Omit<Played, 'seat'>>(() => ({
    table: session.code,
    names: namesAt(session),
    game: session.table.value.games,
  }));
  const seat = keptSeat(session.code);
  if (seat === null || game.status !== 'won') return null;

  const enter = async (crew: KnownCrew): Promise<void> => {
    setState({ type: 'busy' });
    const answer = await enterGame(crew.id, crew.secret ?? '', { ...played, seat });
    if (!answer.ok) return setState({ type: 'refused', refused: answer, crew });
    keepCrew(crew);
    setState({ type: 'entered', crew, ...answer.value });
  };

  return (
    <section class="enter-book" aria-label={say('book.title')}>
      {state.type === 'entered' && <Entered {...state} />}
      {state.type === 'refused' && <NotEntered {...state} />}
      {(state.type === 'idle' || state.type === 'busy') && (
        <Choose
          busy={state.type === 'busy'}
          onCrew={crew => void enter(crew)}
          onFound={() => setState({ type: 'founding' })}
        />
      )}
      {state.type === 'founding' && (
        <FoundForm act={say('book.foundAndEnter')} onFound={crew => void enter(crew)} />
      )}
    </section>
  );
}

/** The crew used last is one press away, the others two. */
function Choose({
  busy,
  onCrew,
  onFound,
}: {
  readonly busy: boolean;
  readonly onCrew: (crew: KnownCrew) => void;
  readonly onFound: () => void;
}): JSX.Element {
  const own = ownCrews();
  const [chosen, setChosen] = useState(own[0]?.id ?? '');
  const crew = own.find(({ id }) => id === chosen) ?? own[0];
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
      <Button icon="book" disabled={busy} onPress={() => onCrew(crew)}>
        {say('book.enter', { crew: crew.name })}
      </Button>
      {own.length > 1 && (
        <select
          aria-label={say('book.whichCrew')}
          value={crew.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {own.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

const ToBook = ({ crew }: { readonly crew: KnownCrew }): JSX.Element => (
  <Button kind="quiet" icon="book" onPress={() => go(crewPath(crew.id))}>
    {say('book.open')}
  </Button>
);

const Entered = ({
  crew,
  line,
  best,
}: {
  readonly crew: KnownCrew;
  readonly line: BookLine;
  readonly best: boolean;
}): JSX.Element => (
  <div class="row center" role="status">
    <p>
      {best
        ? say('book.enteredBest', { crew: crew.name })
        : say('book.entered', { crew: crew.name, n: line.line })}
    </p>
    <ToBook crew={crew} />
  </div>
);

const NotEntered = ({
  refused,
  crew,
}: {
  readonly refused: Refused;
  readonly crew: KnownCrew;
}): JSX.Element => (
  <div class="row center">
    <RefusedNote refused={refused} />
    <ToBook crew={crew} />
  </div>
);
