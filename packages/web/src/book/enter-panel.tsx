/** After a win: into the book in one press. Who has no crew yet founds one on the way. */
import type { BookLine } from '@hush/protocol';
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { keptSeat } from '../table/keepsakes.ts';
import { namesOf, type Players } from '../table/players.ts';
import { go } from '../table/route.ts';
import type { Session } from '../table/session.ts';
import { Button } from '../views/kit.tsx';
import { say } from '../words/words.ts';
import { crewPath, type KnownCrew, ownCrews } from './crews.ts';
import { mayChoose, startEntering } from './entering.ts';
import { FoundForm } from './found-form.tsx';
import { RefusedNote } from './refused.tsx';
import '../styles/forms.css';
import '../styles/crews.css';

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
  const seat = keptSeat(session.code);
  if (seat === null || game.status !== 'won') return null;
  const state = entering.state.value;
  const enter = (crew: KnownCrew): void => void entering.enter(crew, { seat, names: namesOf(players) });
  return (
    <section class="enter-book" aria-label={say('book.title')}>
      {state.type === 'entered' && <Entered {...state} />}
      {state.type === 'refused' && <RefusedNote refused={state.refused} />}
      {mayChoose(state) && (
        <Choose
          busy={state.type === 'busy'}
          refusedBy={state.type === 'refused' ? state.crew : null}
          onCrew={enter}
          onFound={entering.found}
        />
      )}
      {state.type === 'founding' && <FoundForm act={say('book.foundAndEnter')} onFound={enter} />}
    </section>
  );
}

/** The crew used last is one press away, the others two; a new one as well, where an old one was refused. */
function Choose({
  busy,
  refusedBy,
  onCrew,
  onFound,
}: {
  readonly busy: boolean;
  readonly refusedBy: KnownCrew | null;
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
      {refusedBy !== null && (
        <>
          <Button kind="quiet" icon="plus" onPress={onFound}>
            {say('book.foundTitle')}
          </Button>
          <ToBook crew={refusedBy} />
        </>
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
