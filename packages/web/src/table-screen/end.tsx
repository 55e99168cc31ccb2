/** The end of a game: the result, the story of the game, and the next game in one press. */
import type { Member, TableWish } from '@hush/protocol';
import { deviations, editionOf, type Game, laidTiles, SCENARIOS, sandLeft } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Award } from '../after/awards.ts';
import { Plaques } from '../after/plaques.tsx';
import { Stage, useSkipped } from '../after/stage.tsx';
import type { Told } from '../after/told.ts';
import { Icon, type IconName } from '../art/icon.tsx';
import { ownCrews } from '../book/known-crews.ts';
import { navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { SitDown } from '../lobby/sit-down.tsx';
import { WishDialog } from '../lobby/wish-form.tsx';
import { heroName } from '../model/game-words.ts';
import { noteGame } from '../model/progress.ts';
import type { Story, StoryMoment } from '../model/story.ts';
import { alongThePath, storeWish, whyNot } from '../model/table-wish.ts';
import { ParLine } from '../solver/solver-notes.tsx';
import { clock, hostName, isHost, personOf, playerCount, scenarioName } from '../table/names.ts';
import { hasPlayed, type Players, rememberPlayers } from '../table/players.ts';
import { useRefusal } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';
import { saveText } from '../ui/files.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import '../styles/end.css';

/** Loaded only after a win, or for a player with a crew. */
const EnterPanel = lazy(async () => (await import('../book/enter-panel.tsx')).EnterPanel, {
  words: ['more', 'book'],
});

const SouvenirKeys = lazy(async () => (await import('../souvenir/souvenir-keys.tsx')).SouvenirKeys, {
  words: ['more', 'souvenir', 'news'],
});
/** Loaded only after a heist. */
const HeistEnd = lazy(async () => (await import('../heist/heist-end.tsx')).HeistEnd, {
  words: ['more', 'heist'],
});
/** Loaded when somebody wants it. */
const DebriefView = lazy(async () => (await import('../debrief/debrief-view.tsx')).DebriefView, {
  words: ['more', 'after', 'replay', 'debrief', 'problems'],
});

interface Props {
  readonly session: Session;
  readonly game: Game;
  /** True on a television, which starts no games. */
  readonly screen?: boolean;
}

/** The record of this game, its story and its awards once the record has been read. */
function useRecord({ session, game }: Props): {
  readonly record: string | null;
  readonly story: Story | null;
  readonly awards: readonly Award[];
} {
  const [record, setRecord] = useState<string | null>(null);
  const [{ story, awards }, setTold] = useState<Told>({ story: null, awards: [] });
  useEffect(() => {
    let here = true;
    const read = async (): Promise<void> => {
      const text = await session.record();
      if (text === null || !here) return;
      const { toldBy } = await import('../after/told.ts');
      if (!here) return;
      setRecord(text);
      setTold(toldBy(text, game.setUp.players));
    };
    void read();
    return () => {
      here = false;
    };
  }, [session, game.setUp]);
  return { record, story, awards };
}

export function End({ session, game, screen = false }: Props): JSX.Element {
  const told = useRecord({ session, game });
  const [remembered] = useState(() => rememberPlayers(session));
  const [played] = useState(() => hasPlayed(session, game));
  const [isDebriefing, setDebriefing] = useState(false);
  const leader = useDebriefLeader(session);
  const players = remembered.value;
  // A television has nothing to press, so it follows whoever leads.
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

/** One press leads to the debrief; where somebody leads it already, the button says who. */
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
  readonly told: ReturnType<typeof useRecord>;
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
  const skipped = useSkipped();
  const { record, story, awards } = told;
  const won = game.status === 'won';
  const { heist } = session.table.value.wish;
  useEffect(() => {
    if (played) noteGame(game);
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
        <Stage won={won}>
          <h2 id="end" ref={heading} tabIndex={-1}>
            {titleOf(won, played || screen)}
          </h2>
          <p class="end-text">{won ? say('end.wonText') : say(`end.reason.${game.reason ?? 'sand'}`)}</p>
        </Stage>
        <Chips game={game} />
        {awards.length > 0 && <Plaques awards={awards} players={players} own={session.seat.value} />}
        <div class="end-actions">
          <Next session={session} game={game} screen={screen} />
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
        {!screen && heist === undefined && hasBook(session, game, played) && (
          <EnterPanel session={session} game={game} players={players} />
        )}
        <div class="panel end-more">
          <Figures game={game} />
          <Differently game={game} />
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

/** Who leads a debrief of this game that others have opened; null while there is none. */
function useDebriefLeader(session: Session): Member | null {
  const read = (): Member | null => {
    const told = session.debrief()?.message;
    return told?.game === session.table.peek().games ? told.leader : null;
  };
  const [leader, setLeader] = useState(read);
  useEffect(() => session.listen(() => setLeader(read())), [session]);
  return leader;
}

/** The result in two short chips. */
const Chips = ({ game }: { readonly game: Game }): JSX.Element => (
  <p class="chips">
    <span>
      <Icon name="glass" size={20} />
      {game.status === 'won'
        ? say('after.left', { time: clock(sandLeft(game, game.at)) })
        : say('after.lasted', { time: clock(game.at) })}
    </span>
    <span>{scenarioName(game.setUp.scenario, game.setUp.name)}</span>
  </p>
);

/** A won game can be entered into a book; a player with a crew sees the crew's progress after every game. */
const hasBook = ({ kind }: Session, game: Game, played: boolean): boolean =>
  kind === 'online' &&
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
  const { watch } = await import('../replay/sources.ts');
  watch(record, names, kind === 'online' ? code : null);
}

/** The house rules that the book will mark; bots have their own line. */
function Differently({ game }: { readonly game: Game }): JSX.Element | null {
  const found = deviations(game.setUp);
  if (found.length === 0) return null;
  const what = found.map(one => say(`rulebook.differs.${one}`)).join(' ');
  return <p class="note center">{say('end.house', { what })}</p>;
}

function Figures({ game }: { readonly game: Game }): JSX.Element {
  const won = game.status === 'won';
  const found = laidTiles(game).length;
  const total = game.setUp.stack.length + (game.rules.twoMalls ? 2 : 1);
  return (
    <ul class="figures">
      <Figure
        icon="glass"
        value={won ? clock(sandLeft(game, game.at)) : clock(game.at)}
        words={won ? say('end.timeLeft') : say('end.played')}
      />
      <Figure icon="again" value={String(game.turned)} words={say('end.turns', { n: game.turned })} />
      <Figure icon="tiles" value={say('end.ofTotal', { n: found, total })} words={say('end.tiles')} />
    </ul>
  );
}

const Figure = ({
  icon,
  value,
  words,
}: {
  readonly icon: IconName;
  readonly value: string;
  readonly words: string;
}): JSX.Element => (
  <li>
    <Icon name={icon} size={22} />
    <b>{value}</b>
    <span>{words}</span>
  </li>
);

function Next({ session, game, screen = false }: Props): JSX.Element {
  if (session.member.value === null && !screen) return <SitDown session={session} />;
  if (screen || !isHost(session))
    return <p class="kind-sentence">{say('end.waitHost', { name: hostName(session) })}</p>;
  return <NextGame session={session} game={game} />;
}

/**
 * What the host can play next. Only refusals of these buttons are shown, because late moves may be refused after the end.
 */
function NextGame({ session, game }: Props): JSX.Element {
  const [choosing, setChoosing] = useState(false);
  const [asked] = useState(() => new Set<number>());
  const refused = useRefusal(session, asked);
  const { wish } = session.table.value;
  const players = playerCount(session.table.value);
  const play = (next: TableWish): void => {
    storeWish(next);
    if (next !== wish) asked.add(session.manage({ type: 'wish', wish: next }));
    asked.add(session.manage({ type: 'begin' }));
  };
  const next = SCENARIOS.find(({ number }) => number === (game.setUp.scenario ?? 99) + 1);
  const nextWish = next?.number == null ? null : alongThePath(wish, next.number);
  const possible = nextWish !== null && whyNot(nextWish, players) === null;
  const won = game.status === 'won';
  const onward = possible && nextWish !== null && next !== undefined && (
    <Button kind={won ? 'main' : 'plain'} icon="next" onPress={() => play(nextWish)}>
      {say('end.next', { name: scenarioName(next.number, next.name) })}
    </Button>
  );
  return (
    <div class="next-row">
      {refused !== null && (
        <p class="kind-sentence" role="status">
          {refused}
        </p>
      )}
      {won && onward}
      <Button
        kind={won && possible ? 'plain' : 'main'}
        icon="again"
        disabled={whyNot(wish, players) !== null}
        onPress={() => play(wish)}
      >
        {say('end.again')}
      </Button>
      {!won && onward}
      <Button icon="pen" onPress={() => setChoosing(true)}>
        {say('end.change')}
      </Button>
      {choosing && (
        <WishDialog
          wish={wish}
          act={say('lobby.begin')}
          onDone={chosen => {
            setChoosing(false);
            play(chosen);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

const MOMENT_ICONS = {
  turned: 'glass',
  laid: 'tiles',
  camera: 'camera',
  theft: 'gem',
  left: 'exit',
  discarded: 'ban',
  won: 'check',
  lost: 'close',
} as const satisfies Record<StoryMoment['type'], IconName>;

function momentText({ type, tile, hero }: StoryMoment): string {
  return say(`end.event.${type}`, { n: tile ?? 0, hero: hero === undefined ? '' : heroName(hero) });
}

function Timeline({ story, game }: { readonly story: Story; readonly game: Game }): JSX.Element {
  const whole = Math.max(1, game.at);
  return (
    <section class="timeline">
      <h3>{say('end.timeline')}</h3>
      <div class="line" aria-hidden="true">
        {story.moments.map(({ at, type }, i) => (
          <i key={i} class={type} style={{ left: `${(100 * at) / whole}%` }} />
        ))}
      </div>
      <ol>
        {story.moments.map((moment, i) => (
          <li key={i} class={moment.type}>
            <time>{clock(moment.at)}</time>
            <Icon name={MOMENT_ICONS[moment.type]} size={16} />
            <span>{momentText(moment)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Download({ record, code }: { readonly record: string; readonly code: string }): JSX.Element {
  return (
    <Button kind="quiet" icon="book" onPress={() => saveText(record, `hush-${code}.txt`)}>
      {say('end.download')}
    </Button>
  );
}
