/** The end of a game: the result, the story of the game, and the next game in one press. */
import { hasKnownDeal, type Member } from '@hush/protocol';
import { editionOf, type Game } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Plaques } from '../after/plaques.tsx';
import { EndPicture, useSkippedAnimation } from '../after/stage.tsx';
import { Icon } from '../art/icon.tsx';
import { ownCrews } from '../book/known-crews.ts';
import { navigate } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { recordFinishedGame } from '../model/progress.ts';
import { ParLine } from '../solver/solver-notes.tsx';
import { personOf } from '../table/names.ts';
import { hasPlayed, type Players, trackPlayers } from '../table/players.ts';
import type { Session } from '../table/session.ts';
import { saveText } from '../ui/files.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import { GameFigures, HouseNote, ResultChips, Timeline } from './game-figures.tsx';
import { NextGamePanel, WatcherSeatForm } from './next-game.tsx';
import { type FinishedGame, useDebriefLeader, useFinishedGame } from './told-game.ts';
import '../styles/end.css';
import '../styles/end-windows.css';

/** This part is loaded only after a win, or for a player with a crew. */
const EnterPanel = lazy(async () => (await import('../book/enter-panel.tsx')).EnterPanel, {
  words: ['more', 'book'],
});

const SouvenirKeys = lazy(async () => (await import('../souvenir/souvenir-keys.tsx')).SouvenirKeys, {
  words: ['more', 'souvenir', 'news'],
});
/** The part for the end of a heist; loaded only after a heist. */
const HeistEnd = lazy(async () => (await import('../heist/heist-end.tsx')).HeistEnd, {
  words: ['more', 'heist'],
});
/** The debrief is loaded when the player opens it. */
const DebriefView = lazy(async () => (await import('../debrief/debrief-view.tsx')).DebriefView, {
  words: ['more', 'after', 'replay', 'debrief', 'problems'],
});

interface Props {
  readonly session: Session;
  readonly game: Game;
  /** Whether the page is a television, which starts no games. */
  readonly screen?: boolean;
}

export function EndScreen({ session, game, screen = false }: Props): JSX.Element {
  const told = useFinishedGame(session, game);
  const [remembered] = useState(() => trackPlayers(session));
  const [played] = useState(() => hasPlayed(session, game));
  const [isDebriefing, setDebriefing] = useState(false);
  const leader = useDebriefLeader(session);
  const players = remembered.value;
  // A television has no buttons, so it follows the leader of the debrief.
  if (told.record !== null && (isDebriefing || (screen && leader !== null)))
    return (
      <DebriefView
        session={session}
        record={told.record}
        names={players.map(player => player?.name ?? '')}
        screen={screen}
        onClose={() => setDebriefing(false)}
      />
    );
  const debrief = told.record !== null && !screen && (
    <DebriefButton session={session} leader={leader} onPress={() => setDebriefing(true)} />
  );
  return <Outcome {...{ session, game, screen, told, players, played, debrief }} />;
}

/** The button that opens the debrief; if somebody leads one already, it shows that person's name. */
const DebriefButton = ({
  session,
  leader,
  onPress,
}: {
  readonly session: Session;
  readonly leader: Member | null;
  readonly onPress: () => void;
}): JSX.Element => (
  <Button kind={leader === null ? 'plain' : 'main'} icon="eye" onPress={onPress}>
    {leader === null
      ? say('after.debrief')
      : say('after.joinDebrief', { name: personOf(session.people.value, leader).name })}
  </Button>
);

interface OutcomeProps extends Props {
  readonly told: FinishedGame;
  readonly players: Players;
  readonly played: boolean;
  readonly debrief: ComponentChildren;
}

function Outcome({
  session,
  game,
  screen = false,
  told,
  players,
  played,
  debrief,
}: OutcomeProps): JSX.Element {
  const heading = useHeading();
  const [hidden, setHidden] = useState(false);
  const skipped = useSkippedAnimation();
  const { record, story, awards } = told;
  const won = game.status === 'won';
  const { heist } = session.table.value.wish;
  useEffect(() => {
    if (played) recordFinishedGame(game);
  }, [game, played]);
  if (hidden)
    return (
      <div class="end-peek">
        <Button kind="main" icon="back" onPress={() => setHidden(false)}>
          {say('end.back')}
        </Button>
      </div>
    );
  return (
    <div class={`end ${won ? 'won' : 'lost'} ${skipped ? 'skipped' : ''}`}>
      <section class="end-card" aria-labelledby="end">
        <EndPicture won={won}>
          <h2 id="end" ref={heading} tabIndex={-1}>
            {titleOf(won, played || screen)}
          </h2>
          <p class="end-text">{won ? say('end.wonText') : say(`end.reason.${game.reason ?? 'sand'}`)}</p>
        </EndPicture>
        <ResultChips game={game} />
        {awards.length > 0 && <Plaques awards={awards} players={players} own={session.seat.value} />}
        <div class="end-actions">
          <NextGamePanel session={session} game={game} screen={screen} />
          {debrief}
          {!screen && record !== null && (
            <Button kind="quiet" icon="play" onPress={() => void watchAgain(session, record, players)}>
              {say('end.watch')}
            </Button>
          )}
          {!screen && record !== null && heist === undefined && (
            <SouvenirKeys game={game} record={record} faces={facesOf(players)} />
          )}
        </div>
        {!screen && record !== null && heist !== undefined && (
          <HeistEnd {...{ day: heist, code: session.code, game, record, players, played }} />
        )}
        {!screen && hasBook(session, game, played) && (
          <EnterPanel session={session} game={game} players={players} />
        )}
        <WatcherSeatForm session={session} screen={screen} />
        <div class="panel end-more">
          <GameFigures game={game} />
          <HouseNote game={game} />
          {game.bots.length > 0 && (
            <p class="row center note">
              <Icon name="bot" size={16} /> {say('end.withBots')}
            </p>
          )}
          {record !== null && <ParLine record={record} />}
          {story !== null && !screen && <Timeline story={story} game={game} />}
          {!screen && <Ways record={record} session={session} onLook={() => setHidden(true)} />}
        </div>
      </section>
    </div>
  );
}

const facesOf = (players: Players): readonly string[] =>
  players.flatMap(player => (player === null || player.hasLeft ? [] : [player.avatar]));

/**
 * Whether the panel of the book is shown: after a win, unless the game continued an earlier one or its deal was known,
 * and after every game for a player with a crew.
 */
const hasBook = ({ kind, table }: Session, game: Game, played: boolean): boolean =>
  kind === 'online' &&
  table.value.playedOn !== true &&
  !hasKnownDeal(table.value.wish) &&
  editionOf(game).scoreSheet &&
  (game.status === 'won' || (played && ownCrews().length > 0));

function titleOf(won: boolean, mine: boolean): string {
  if (mine) return say(won ? 'end.won' : 'end.lost');
  return say(won ? 'end.theyWon' : 'end.theyLost');
}

const Ways = ({
  record,
  session,
  onLook,
}: {
  readonly record: string | null;
  readonly session: Session;
  readonly onLook: () => void;
}): JSX.Element => (
  <div class="row center">
    <Button kind="quiet" icon="eye" onPress={onLook}>
      {say('end.lookAtBoard')}
    </Button>
    {record !== null && <Download record={record} code={session.code} />}
    <Button kind="quiet" icon="crown" onPress={() => navigate('/campaign')}>
      {say('end.path')}
    </Button>
    <Button kind="quiet" icon="home" onPress={() => navigate('/')}>
      {say('shell.home')}
    </Button>
  </div>
);

/** The last game of a table has its own replay address; a game of this page can be replayed only in this page. */
async function watchAgain({ kind, code }: Session, record: string, players: Players): Promise<void> {
  const names = players.map(player => player?.name ?? '');
  const { openReplay: watch } = await import('../replay/sources.ts');
  watch(record, names, kind === 'online' ? code : null);
}

/** The name of the downloaded file, which browsers show; it has no table code if the player hides codes. */
const fileNameOf = (code: string): string => (settings.hideCode.peek() ? 'hush.txt' : `hush-${code}.txt`);

function Download({ record, code }: { readonly record: string; readonly code: string }): JSX.Element {
  return (
    <Button kind="quiet" icon="book" onPress={() => saveText(record, fileNameOf(code))}>
      {say('end.download')}
    </Button>
  );
}
