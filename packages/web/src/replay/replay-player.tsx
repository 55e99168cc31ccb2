/** The replay: the board, the hourglass, the list of events and the controls of time. */
import { type Game, sandLeft, stackSize } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { HourglassPicture } from '../art/hourglass-picture.tsx';
import { Icon } from '../art/icon.tsx';
import type { BoardApi } from '../board/scene.ts';
import { navigate } from '../device/route.ts';
import { isCalm } from '../device/settings.ts';
import { locale, say } from '../i18n/catalogs.ts';
import { actionName } from '../model/game-words.ts';
import { actionIcon, actionTurn, clockText, gameName } from '../table/names.ts';
import { ProblemNote } from '../ui/problem-text.tsx';
import { IconButton, useHeading } from '../ui/widgets.tsx';
import { EventList } from './event-list.tsx';
import { type Film, gameAt, namedFilm, seatsAt } from './film.ts';
import { createProjector, type Projector } from './projector.ts';
import { ReplayBoard, useFilmTicks } from './replay-board.tsx';
import { heardKeys, ReplayKeyList } from './replay-keys.tsx';
import { backFrom, type ProofState, type ReplaySource } from './sources.ts';
import { TimeBar } from './time-bar.tsx';

export function ReplayPlayer({
  film: given,
  proof,
  source,
}: {
  readonly film: Film;
  readonly proof: ProofState | null;
  readonly source: ReplaySource;
}): JSX.Element {
  const heading = useHeading();
  const film = useMemo(() => namedFilm(given), [given, locale.value]);
  const projector = useMemo(() => createProjector(given), [given]);
  const board = useRef<BoardApi | null>(null);
  useFilmTicks(passed => projector.tick(passed), projector);
  useEffect(() => heardKeys(projector), [projector]);
  const game = gameAt(film, projector.frame.value);
  return (
    <main class={`replay ${game.theft ? 'alarm' : ''}`}>
      <div class="panel replay-head">
        <IconButton icon="back" label={say('replay.back')} onPress={() => navigate(backFrom(source))} />
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{gameName(game)}</bdi>
        </h1>
        <ProofNote proof={proof} />
        <IconButton icon="book" label={say('replay.another')} onPress={() => navigate('/replay')} />
        <Address source={source} />
      </div>
      <div class="replay-stage">
        <ReplayBoard film={film} projector={projector} board={board} />
        <IconButton
          class="panel replay-fit"
          icon="fit"
          label={say('replay.fit')}
          onPress={() => board.current?.fitAll()}
        />
      </div>
      <Glass game={game} projector={projector} film={film} />
      <EventList film={film} projector={projector} />
      <TimeBar film={film} projector={projector} />
      <ReplayKeyList />
    </main>
  );
}

/** The address to share, with a sentence about what else it gives access to. */
function Address({ source: { crew, table } }: { readonly source: ReplaySource }): JSX.Element | null {
  if (crew === null && table === null) return null;
  return (
    <p class="note replay-address">{say(crew === null ? 'replay.addressTable' : 'replay.addressBook')}</p>
  );
}

function ProofNote({ proof }: { readonly proof: ProofState | null }): JSX.Element | null {
  if (proof === null) return null;
  if (proof === 'unfinished') return <span class="replay-proof">{say('replay.unfinished')}</span>;
  return proof === 'proven' ? (
    <span class="replay-proof" title={say('replay.provenText')}>
      <Icon name="check" size={16} /> {say('replay.proven')}
    </span>
  ) : (
    <span class="replay-proof bad" role="alert">
      <Icon name="warning" size={16} /> <ProblemNote problem={{ code: 'record-false', values: {} }} />
    </span>
  );
}

function Glass({
  game,
  film,
  projector,
}: {
  readonly game: Game;
  readonly film: Film;
  readonly projector: Projector;
}): JSX.Element {
  const { capacity } = game.hourglass;
  const left = Math.min(capacity, sandLeft(game, projector.at.value));
  const tiles = stackSize(game);
  return (
    <section class="panel replay-glass" aria-label={say('game.glass')}>
      <HourglassPicture
        left={left}
        capacity={capacity}
        alarm={game.theft}
        running={projector.playing.value && game.status === 'playing'}
        isCalm={isCalm()}
      />
      <div>
        <p class="replay-sand">{game.setUp.house.noClock ? '∞' : clockText(left)}</p>
        <p class="replay-count">
          <Icon name="glass" size={16} /> {game.turned} {say('end.turns', { n: game.turned })}
        </p>
        <p class="replay-count">
          <Icon name="tiles" size={16} /> {tiles} {say('game.tilesLeft', { n: tiles })}
        </p>
      </div>
      <ul class="replay-seats">
        {seatsAt(film, projector.frame.value).map(({ name, isBot, actions, struckOut }, seat) => (
          <li key={seat}>
            <span>
              <bdi>{name}</bdi>
              {isBot && <BotMark />}
            </span>
            <span>
              {actions.map(action => (
                <span
                  key={action}
                  class={struckOut.includes(action) ? 'dead' : ''}
                  title={actionName(action)}
                >
                  <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={17} />
                  <span class="unseen">{actionName(action)}</span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const BotMark = (): JSX.Element => (
  <span title={say('game.isBot')}>
    <Icon name="bot" size={16} />
    <span class="unseen">{say('game.isBot')}</span>
  </span>
);
